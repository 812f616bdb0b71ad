import os from 'node:os';
import sharp from 'sharp';
import { DomainError } from '../domain-error.ts';
import { encodeImage } from './image-encoding.ts';
import type { WorkerReply, WorkerRequest } from './image-process.ts';

/*
 * The process in which images are decoded, started by image-process.ts. What a decoder does wrong, or too much of, ends
 * here.
 */

/** The memory that the images of one moment may take together; one that needs more is rejected before it is decoded. */
const MEMORY_BUDGET_BYTES = 500 * 1024 * 1024;

let inUse = 0;
let freed = Promise.withResolvers<void>();

async function reserve(memoryBytes: number): Promise<() => void> {
  if (memoryBytes > MEMORY_BUDGET_BYTES) throw new DomainError('IMAGE_TOO_COMPLEX');
  while (inUse + memoryBytes > MEMORY_BUDGET_BYTES) await freed.promise;
  inUse += memoryBytes;
  return () => {
    inUse -= memoryBytes;
    freed.resolve();
    freed = Promise.withResolvers();
  };
}

const reply = (message: WorkerReply): void => void process.send?.(message);

async function work({ id, bytes }: WorkerRequest): Promise<void> {
  try {
    const image = await encodeImage(bytes, async (memoryBytes) => {
      const release = await reserve(memoryBytes);
      reply({ id, kind: 'started' });
      return release;
    });
    reply({ id, kind: 'done', image });
  } catch (error) {
    const code = error instanceof DomainError ? error.code : 'IMAGE_UNSUPPORTED';
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    reply({ id, kind: 'failed', code, reason: String(cause) });
  }
}

// Calls have priority over decoding.
os.setPriority(os.constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);
process.on('message', (request: WorkerRequest) => void work(request));
// A signal to the whole group is for the server, which ends us once its last image is done; and with it, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
