import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DomainError } from '../domain-error.ts';
import { type CallObserver, observeCall } from '../observed-call.ts';
import { type ImageStore, RENEWED_AFTER_MS } from './image-store.ts';

export interface S3Settings {
  /** undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of the host's name, as most servers of one's own want it. */
  forcePathStyle: boolean;
}

/** How long the bucket may take, in milliseconds; tests shorten it. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** Until a response begins, waiting for a free connection included. */
  readonly responseMs: number;
  /** In which nothing moves, also while an image is being read. */
  readonly silenceMs: number;
  /** Of the check at the start, which the server waits for. */
  readonly checkMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 3_000, responseMs: 10_000, silenceMs: 30_000, checkMs: 10_000 };
const ATTEMPTS = 2;
/** An image holds a connection until its client has taken it. */
const CONNECTIONS_MAX = 128;
/** Images that wait for their response, beyond which none is asked for: a bucket that hangs must not gather them. */
const READS_MAX = 256;
const RETRY_SECONDS = 5;
const DELETED_AT_ONCE = 16;
const NOT_FOUND = 404;
const CHECKED_KEY = 'chat/start-check';

/** The bucket answered, and it will not do. */
export class S3ConfigError extends Error {}

/**
 * In a bucket that speaks S3, whoever runs it.
 * @param onCall told of each call by the name S3 has for it; that an object is not there is an answer, no failure
 */
export function createS3ImageStore(
  settings: S3Settings,
  onCall?: CallObserver,
  timeouts: Partial<S3Timeouts> = {},
): ImageStore & { check(): Promise<void> } {
  const { connectMs, responseMs, silenceMs, checkMs } = { ...TIMEOUTS, ...timeouts };
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      // Without it a request that takes too long is only logged, on the console.
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
    },
    // Checksums in trailers are Amazon's own: others reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  if (onCall) {
    const observe: CallObserver = ({ error, ...call }) =>
      onCall(error === undefined || statusOf(error) === NOT_FOUND ? call : { ...call, error });
    // The first step: around all attempts.
    client.middlewareStack.add(
      (next, { commandName = 'Command' }) =>
        (args) =>
          observeCall(observe, commandName.replace(/Command$/, ''), () => next(args)),
      { step: 'initialize' },
    );
  }

  let reads = 0;

  /** When an object was put last; null if it is not there. */
  async function putTime(Key: string): Promise<Date | null> {
    const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })));
    return found && (found.LastModified ?? new Date());
  }

  const removeKey = (Key: string) => orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key })));

  /** One request each: the one request for many is not understood everywhere. */
  async function removeKeys(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
      await Promise.all(keys.slice(at, at + DELETED_AT_ONCE).map(removeKey));
    }
  }

  return {
    async put(Key, bytes) {
      const putAt = await putTime(Key);
      if (putAt && putAt.getTime() > Date.now() - RENEWED_AFTER_MS) return;
      await orUnavailable(client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: 'image/webp' })));
    },

    has: async (Key) => (await putTime(Key)) !== null,

    async read(Key) {
      if (reads >= READS_MAX) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      reads += 1;
      try {
        const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key })));
        if (!found) return null;
        const { Body, ContentLength } = found;
        if (!(Body instanceof Readable) || ContentLength === undefined) {
          throw unavailable(new Error('an object without content'));
        }
        return { content: Body, sizeBytes: ContentLength };
      } finally {
        reads -= 1;
      }
    },

    async removeAll(folder) {
      for (;;) {
        const page = new ListObjectsV2Command({ Bucket, Prefix: `${folder}/` });
        const { Contents = [] } = await orUnavailable(client.send(page));
        if (Contents.length === 0) return;
        await removeKeys(Contents.flatMap(({ Key }) => Key ?? []));
      }
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await orUnavailable(
          client.send(new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) })),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? { key: Key, putAt: LastModified } : [],
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async remove(Key, putBefore) {
      const putAt = await putTime(Key);
      if (!putAt || putAt > putBefore) return false;
      await removeKey(Key);
      return true;
    },

    // An object is there as a whole or not at all.
    removeUnfinished: async () => 0,

    /**
     * Writes and removes a small object.
     * @throws {S3ConfigError} when the bucket is not there or the key may not do that; whatever else keeps it from answering
     */
    async check() {
      const abortSignal = AbortSignal.timeout(checkMs);
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: CHECKED_KEY, Body: Buffer.from('') }), { abortSignal });
        await client.send(new DeleteObjectCommand({ Bucket, Key: CHECKED_KEY }), { abortSignal });
      } catch (error) {
        const status = statusOf(error);
        const { name } = error as Error;
        if (status >= 300 && status < 500) throw new S3ConfigError(`${name}, status ${status}`, { cause: error });
        throw error;
      }
    },
  };
}

const statusOf = (error: unknown): number =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;

function unavailable(error: unknown): DomainError {
  const rejection = new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
  return Object.assign(rejection, { cause: error });
}

/** Every failure of the bucket as the one that the store promises. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw unavailable(error);
  }
}

/** The same, and null for an object that is not there. */
const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  orUnavailable(
    call.catch((error: unknown) => {
      if (statusOf(error) === NOT_FOUND) return null;
      throw error;
    }),
  );
