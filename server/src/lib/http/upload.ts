import fastifyMultipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { Upload } from '@hai-dang/contract/lib/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.ts';

const FIELDS_MAX = 20;
const FIELD_MAX_BYTES = 64 * 1024;
/** A client of whom nothing comes for so long has gone, or means no good. */
const IDLE_MAX_MS = 30_000;
const UPLOAD_MAX_MS = 5 * 60_000;
/** The answer to a refused upload waits so long for the rest of it, and so long the rest is read at all. */
const DISCARD_WAIT_MS = 3_000;
const DISCARD_MAX_MS = 15_000;
/** One file of each is in memory. */
const UPLOADS_AT_ONCE = 16;
const UPLOADS_PER_ACCOUNT = 4;
const BUSY_RETRY_SECONDS = 3;

/** One after the other: the next file is read when it is asked for. */
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

/** Keeps too many uploads from being taken at once, of all accounts and of one. */
export function createUploadGate() {
  const underWay = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Lets an upload in until its answer has gone or its client has.
     * @throws {DomainError} SERVICE_UNAVAILABLE
     */
    enter(reply: FastifyReply, accountId: string): void {
      refuseGone(reply.raw);
      const own = underWay.get(accountId) ?? 0;
      if (total >= UPLOADS_AT_ONCE || own >= UPLOADS_PER_ACCOUNT) {
        throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      total += 1;
      underWay.set(accountId, own + 1);
      reply.raw.once('close', () => {
        total -= 1;
        const left = (underWay.get(accountId) ?? 1) - 1;
        if (left > 0) underWay.set(accountId, left);
        else underWay.delete(accountId);
      });
    },
  };
}
export type UploadGate = ReturnType<typeof createUploadGate>;

/**
 * Reads an upload up to its first file.
 * @returns the fields before it, and the files, of which there is at least one or an error
 * @throws {DomainError} UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED; while the files are read also IMAGE_MISSING,
 *   IMAGE_TOO_LARGE, TOO_MANY_IMAGES
 */
export async function openUpload(request: FastifyRequest, upload: Upload): Promise<OpenUpload> {
  if (!request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  refuseGone(request.raw);
  const watch = watchProgress(request);
  const parts = request.parts({
    limits: {
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
      // One beyond the limit tells that there are too many.
      files: upload.maxFiles + 1,
      parts: FIELDS_MAX + upload.maxFiles + 1,
      fileSize: upload.maxFileBytes + 1,
    },
  });
  const next = (): Promise<Multipart | null> => orInvalid(async () => (await parts.next()).value ?? null);
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
  watch: ProgressWatch,
): AsyncGenerator<Buffer> {
  let count = 0;
  for (let part = first; part; part = await next()) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== field) throw new DomainError('VALIDATION_FAILED');
    count += 1;
    if (count > maxFiles) throw new DomainError('TOO_MANY_IMAGES');
    const bytes = await readFile(part, maxFileBytes, watch);
    // Until the next file is asked for it is us who do not read.
    watch.pause();
    yield bytes;
    watch.progress();
  }
  if (count === 0) throw new DomainError('IMAGE_MISSING');
}

async function readFile({ file }: MultipartFile, maxBytes: number, watch: ProgressWatch): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await orInvalid(async () => {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      watch.progress();
      size += chunk.length;
      if (size > maxBytes) throw new DomainError('IMAGE_TOO_LARGE');
      chunks.push(chunk);
    }
  });
  return Buffer.concat(chunks);
}

/** Of a connection that has ended already nothing more is heard, not even that it has ended. */
function refuseGone({ destroyed }: { destroyed: boolean }): void {
  if (destroyed) throw new DomainError('VALIDATION_FAILED');
}

/** What the parser does not understand is no upload. */
async function orInvalid<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw Object.assign(new DomainError('VALIDATION_FAILED'), { cause: error });
  }
}

interface ProgressWatch {
  /** Something has come, or is waited for from now on. */
  progress(): void;
  /** Nothing is waited for. */
  pause(): void;
}

/** Cuts off a client that sends nothing any more, or takes too long over all. */
function watchProgress({ raw }: FastifyRequest): ProgressWatch {
  const cut = () => raw.destroy();
  let idle: NodeJS.Timeout | undefined;
  const whole = setTimeout(cut, UPLOAD_MAX_MS).unref();
  const pause = () => clearTimeout(idle);
  const progress = () => {
    pause();
    if (!raw.destroyed) idle = setTimeout(cut, IDLE_MAX_MS).unref();
  };
  raw.once('close', () => {
    pause();
    clearTimeout(whole);
  });
  progress();
  return { progress, pause };
}

/**
 * Reads on what nobody wants, before the answer and for a while after it: a client that still sends would not hear it.
 * @returns when all has come, or soon
 */
export async function discardRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const wait = setTimeout(resolve, DISCARD_WAIT_MS);
  const cut = setTimeout(() => raw.destroy(), DISCARD_MAX_MS).unref();
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
