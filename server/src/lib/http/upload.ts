import fastifyMultipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { Upload } from '@hai-dang/contract/lib/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createKeyedCount } from '../async/keyed-count.ts';
import { DomainError } from '../domain-error.ts';
import { rejectDisconnected } from './request-guards.ts';
import type { TimeLimits } from './time-limits.ts';

const FIELDS_MAX = 20;
const FIELD_MAX_BYTES = 64 * 1024;
/** A slower client has disconnected, or blocks the slot for others. */
const MIN_BYTES_PER_SECOND = 8 * 1024;
/** The response to a rejected upload waits this long for the rest of the body, which is read for at most DRAIN_MAX_MS. */
const DRAIN_WAIT_MS = 3_000;
const DRAIN_MAX_MS = 15_000;
/** One file of each is in memory. The slots that app users may not take stay free for administrators. */
const MAX_UPLOADS = 16;
const MAX_UPLOADS_BY_USERS = 12;
const MAX_UPLOADS_PER_ACCOUNT = { admin: 4, user: 2 } as const;
const BUSY_RETRY_SECONDS = 3;

/** Sequential: a file is read when the iterator asks for it. */
export type UploadedFiles = AsyncIterable<Buffer>;

interface OpenUpload {
  fields: Record<string, string>;
  files: UploadedFiles;
}

/** Lets the routes of `scope` take multipart/form-data, and no JSON. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  void scope.register(fastifyMultipart, { throwFileSizeLimit: false });
}

interface Uploader {
  readonly id: string;
  readonly role: 'admin' | 'user';
}

/** Limits concurrent uploads: of all accounts, of app users, and of one account. */
export function createUploadLimiter() {
  const inFlight = createKeyedCount();
  const total = { admin: 0, user: 0 };
  return {
    /**
     * Takes a slot for an upload until its response is sent or its client has disconnected.
     * @throws {DomainError} TOO_MANY_UPLOADS, SERVICE_UNAVAILABLE
     */
    acquire(reply: FastifyReply, account: Uploader | null): void {
      // A destroyed connection emits no more 'close': a slot taken for it would leak.
      rejectDisconnected(reply.raw);
      const { id, role } = account ?? { id: '', role: 'user' };
      if (inFlight.of(id) >= MAX_UPLOADS_PER_ACCOUNT[role]) {
        throw new DomainError('TOO_MANY_UPLOADS', { retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      const isFull = total.admin + total.user >= MAX_UPLOADS;
      if (isFull || (role === 'user' && total.user >= MAX_UPLOADS_BY_USERS)) {
        throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      total[role] += 1;
      const release = inFlight.add(id);
      reply.raw.once('close', () => {
        total[role] -= 1;
        release();
      });
    },
  };
}
export type UploadLimiter = ReturnType<typeof createUploadLimiter>;

/**
 * Reads an upload up to its first file.
 * @returns the fields before it, and the files, of which there is at least one or an error
 * @throws {DomainError} UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED; while the files are read also IMAGE_MISSING,
 *   IMAGE_TOO_LARGE, TOO_MANY_IMAGES
 */
export async function openUpload(
  request: FastifyRequest,
  upload: Upload,
  timeLimits: UploadTimeLimits,
): Promise<OpenUpload> {
  if (!request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  rejectDisconnected(request.raw);
  const watch = watchRate(request, timeLimits);
  const parts = request.parts({
    limits: {
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
      // One beyond the limit shows that there are too many.
      files: upload.maxFiles + 1,
      parts: FIELDS_MAX + upload.maxFiles + 1,
      fileSize: upload.maxFileBytes + 1,
    },
  });
  const next = (): Promise<Multipart | null> => mapParseError(async () => (await parts.next()).value ?? null);
  const fields: Record<string, string> = {};
  let part = await next();
  for (; part?.type === 'field'; part = await next()) {
    if (part.valueTruncated) throw new DomainError('VALIDATION_FAILED');
    fields[part.fieldname] = String(part.value);
  }
  return { fields, files: readFiles(part, next, upload, watch) };
}

async function* readFiles(
  first: Multipart | null,
  next: () => Promise<Multipart | null>,
  { field, maxFiles, maxFileBytes }: Upload,
  watch: RateWatch,
): AsyncGenerator<Buffer> {
  let count = 0;
  for (let part = first; part; part = await next()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== field) throw new DomainError('VALIDATION_FAILED');
    count += 1;
    if (count > maxFiles) throw new DomainError('TOO_MANY_IMAGES');
    const bytes = await readFile(part, maxFileBytes);
    // Until the iterator asks for the next file, the server is the one that does not read.
    watch.pause();
    yield bytes;
    watch.resume();
  }
  if (count === 0) throw new DomainError('IMAGE_MISSING');
}

async function readFile({ file }: MultipartFile, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await mapParseError(async () => {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new DomainError('IMAGE_TOO_LARGE');
      chunks.push(chunk);
    }
  });
  return Buffer.concat(chunks);
}

/** Errors of the parser are the client's. */
async function mapParseError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw Object.assign(new DomainError('VALIDATION_FAILED'), { cause: error });
  }
}

type UploadTimeLimits = Pick<TimeLimits, 'uploadMs' | 'uploadWindowMs'>;

interface RateWatch {
  /** Starts to measure. */
  resume(): void;
  /** Stops to measure. */
  pause(): void;
}

/** Closes the connection of a client that sends too slowly, or takes too long in all. */
function watchRate({ raw }: FastifyRequest, { uploadMs, uploadWindowMs }: UploadTimeLimits): RateWatch {
  const cut = () => {
    if (!raw.complete) raw.destroy();
  };
  const wholeTimer = setTimeout(cut, uploadMs).unref();
  let windowTimer: NodeJS.Timeout | undefined;
  const pause = () => clearTimeout(windowTimer);
  const resume = () => {
    pause();
    if (raw.destroyed) return;
    const due = raw.socket.bytesRead + (MIN_BYTES_PER_SECOND * uploadWindowMs) / 1_000;
    windowTimer = setTimeout(() => (raw.socket.bytesRead < due ? cut() : resume()), uploadWindowMs).unref();
  };
  raw.once('close', () => {
    pause();
    clearTimeout(wholeTimer);
  });
  resume();
  return { resume, pause };
}

/**
 * Discards the rest of a rejected body: a client that is still sending would not read the response.
 * @returns at the end of the body, or after DRAIN_WAIT_MS
 */
export async function drainBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const wait = setTimeout(resolve, DRAIN_WAIT_MS);
  const cut = setTimeout(() => raw.destroy(), DRAIN_MAX_MS).unref();
  raw.once('end', resolve);
  raw.once('close', () => {
    clearTimeout(cut);
    resolve();
  });
  raw.unpipe();
  raw.resume();
  await ended;
  clearTimeout(wait);
}
