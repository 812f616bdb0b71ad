import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../../lib/images/s3-image-store.ts';

const BUCKET = 'hai-dang-test';
const KEY = 'S3RVER';
/** The files of an object. */
const PARTS = ['object', 'object.md5', 'metadata.json'];

/** A server that speaks S3, with an empty bucket. Close it in `afterAll`. */
export async function startS3Server() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-s3-'));
  const open = async (port: number) => {
    const options = { address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: BUCKET }] };
    const server = new S3rver(options);
    // It omits the slash after the bucket when it verifies the signature of a list request; the client signs it.
    server.middleware.unshift((context, next) => {
      server.allowMismatchedSignatures = /^\/[^/]+\/$/.test(context.path);
      return next();
    });
    // Its own also removes each folder that was empty a moment ago, with what was put there since.
    server.store.deleteObject = async (bucket, key) => {
      for (const part of PARTS) await rm(path.join(directory, bucket, `${key}._S3rver_${part}`), { force: true });
    };
    return { server, ...(await server.run()) };
  };
  let running: Awaited<ReturnType<typeof open>> | undefined = await open(0);
  const { port } = running;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: BUCKET,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    forcePathStyle: true,
  };
  const stop = async () => {
    await running?.server.close();
    running = undefined;
  };
  return {
    settings,
    stop,
    /** Starts again on the same port, with its former data. */
    async startAgain(): Promise<void> {
      running ??= await open(port);
    },
    /** The number of objects in the bucket. */
    async countObjects(): Promise<number> {
      const files = await readdir(path.join(directory, BUCKET), { recursive: true });
      return files.filter((name) => name.endsWith('._S3rver_object')).length;
    },
    async close(): Promise<void> {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>;
