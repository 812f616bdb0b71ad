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
import { type ImageStore, TOUCH_INTERVAL_MS } from './image-store.ts';

export interface S3Settings {
  /** undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of the host name, as most self-hosted servers require. */
  forcePathStyle: boolean;
}

/** How long the bucket may take, in milliseconds; tests shorten it. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** The time until a response begins, waiting for a free connection included. */
  readonly responseMs: number;
  /** The time in which nothing moves, also while an image is being read. */
  readonly silenceMs: number;
  /** The time limit of the check at the start, which the server waits for. */
  readonly checkMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 3_000, responseMs: 10_000, silenceMs: 30_000, checkMs: 10_000 };
const ATTEMPTS = 2;
/** An image holds a connection until its client has taken it. */
const CONNECTIONS_MAX = 128;
/** Maximum reads in flight: requests must not pile up behind a hung bucket. */
const READS_MAX = 256;
const RETRY_SECONDS = 5;
const DELETE_BATCH_SIZE = 16;
const NOT_FOUND = 404;
/** Too slow, or too many requests: of the moment, not of the configuration. */
const PASSING_STATUSES = new Set([408, 429]);
const CHECKED_KEY = 'chat/start-check';

/** The bucket responded with an error of its configuration. */
export class S3ConfigError extends Error {}

/**
 * In an S3-compatible bucket.
 * @param onCall called for each call with its S3 name; a missing object is a response, no failure
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
      onCall(error === undefined || isNotThere(error) ? call : { ...call, error });
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
  async function lastModifiedOf(Key: string): Promise<Date | null> {
    const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })));
    return found && (found.LastModified ?? new Date());
  }

  const deleteKey = (Key: string) => orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key })));

  /** One request each: the one request for many is not understood everywhere. */
  async function deleteKeys(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += DELETE_BATCH_SIZE) {
      await Promise.all(keys.slice(at, at + DELETE_BATCH_SIZE).map(deleteKey));
    }
  }

  return {
    async put(Key, bytes) {
      const modifiedAt = await lastModifiedOf(Key);
      if (modifiedAt && modifiedAt.getTime() > Date.now() - TOUCH_INTERVAL_MS) return;
      await orUnavailable(client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: 'image/webp' })));
    },

    has: async (Key) => (await lastModifiedOf(Key)) !== null,

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

    async deleteFolder(folder) {
      for (;;) {
        const page = new ListObjectsV2Command({ Bucket, Prefix: `${folder}/` });
        const { Contents = [] } = await orUnavailable(client.send(page));
        if (Contents.length === 0) return;
        await deleteKeys(Contents.flatMap(({ Key }) => Key ?? []));
      }
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await orUnavailable(
          client.send(new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) })),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? { key: Key, lastModified: LastModified } : [],
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async delete(Key, unmodifiedSince) {
      const modifiedAt = await lastModifiedOf(Key);
      if (!modifiedAt || modifiedAt > unmodifiedSince) return false;
      await deleteKey(Key);
      return true;
    },

    // An object is there as a whole or not at all.
    deleteTempFiles: async () => 0,

    /**
     * Writes and deletes a small object.
     * @throws {S3ConfigError} when the bucket is not there or the key may not do that; any other error of the request
     */
    async check() {
      const abortSignal = AbortSignal.timeout(checkMs);
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: CHECKED_KEY, Body: Buffer.from('') }), { abortSignal });
        await client.send(new DeleteObjectCommand({ Bucket, Key: CHECKED_KEY }), { abortSignal });
      } catch (error) {
        const status = statusOf(error);
        const { name } = error as Error;
        if (status < 300 || status >= 500 || PASSING_STATUSES.has(status)) throw error;
        throw new S3ConfigError(`${name}, status ${status}`, { cause: error });
      }
    },
  };
}

const statusOf = (error: unknown): number =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;

/** Whether an object is not there, which is a response; without its bucket nothing works. */
const isNotThere = (error: unknown): boolean =>
  statusOf(error) === NOT_FOUND && (error as Error).name !== 'NoSuchBucket';

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
      if (isNotThere(error)) return null;
      throw error;
    }),
  );
