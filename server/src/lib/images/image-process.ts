import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import type { ProcessedImage } from './image-encoding.ts';

export interface WorkerRequest {
  id: number;
  bytes: Uint8Array;
}

export type WorkerReply =
  | { id: number; kind: 'started' }
  | { id: number; kind: 'done'; image: ProcessedImage }
  | { id: number; kind: 'failed'; code: ErrorCode; reason: string };

/** The process ended before the image was done. */
export class ProcessLost extends Error {
  /** Whether it was this image that ended it, as the only one that was being decoded. */
  readonly isToBlame: boolean;

  constructor(isToBlame: boolean) {
    super('the image process ended');
    this.isToBlame = isToBlame;
  }
}

/** The result for an image that the process has replied to. */
export type Outcome = Exclude<WorkerReply, { kind: 'started' }> | { kind: 'tooComplex' };

const WORKER_FILE = path.join(import.meta.dirname, 'image-worker.ts');
/** Bytes of its own beside its images' MEMORY_BUDGET_BYTES, with room for what was estimated too low. */
const MEMORY_MAX_BYTES = 640 * 1024 * 1024;
/** Threads have stacks as large as the main one's, and all of them count. */
const STACK_KIB = 2_048;
const KIB_BYTES = 1024;
/** The time limit beyond the decoder's own, which not every decoder keeps. */
const TIME_LIMIT_MS = 40_000;
/** An idle process is ended: what it has once taken it does not all give back. */
const IDLE_MS = 30_000;

interface ProcessOptions {
  timeLimitMs?: number;
  memoryMaxBytes?: number;
}

/** Keeps the process for images: started with the first, ended when idle, killed and started anew when it takes too much. */
export function createImageProcess({
  timeLimitMs = TIME_LIMIT_MS,
  memoryMaxBytes = MEMORY_MAX_BYTES,
}: ProcessOptions = {}) {
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const pending = new Map<number, Pending>();

  function start(): ChildProcess {
    const started = spawnWorker(memoryMaxBytes);
    const lose = () => {
      if (child === started) drop(pending.size === 1);
    };
    started.on('message', receive);
    started.once('error', lose);
    started.once('exit', lose);
    return started;
  }

  /** Ends the process, and with it what is in it. */
  function drop(isOneToBlame: boolean): void {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = null;
    const lost = [...pending.values()];
    pending.clear();
    for (const { settle, isStarted } of lost) settle(new ProcessLost(isOneToBlame && isStarted));
  }

  function finish(id: number, outcome: Outcome): void {
    pending.get(id)?.settle(outcome);
    pending.delete(id);
    if (pending.size > 0 || !child) return;
    setReferenced(child, false);
    idleTimer = setTimeout(drop, IDLE_MS, false).unref();
  }

  const limitTime = (id: number, limitMs: number) =>
    setTimeout(() => {
      finish(id, { kind: 'tooComplex' });
      drop(false);
    }, limitMs);

  function receive(reply: WorkerReply): void {
    const job = pending.get(reply.id);
    if (!job) return;
    if (reply.kind !== 'started') {
      finish(reply.id, reply);
      return;
    }
    clearTimeout(job.timer);
    job.isStarted = true;
    job.timer = limitTime(reply.id, timeLimitMs);
  }

  return {
    /** @throws {ProcessLost} */
    run(bytes: Uint8Array): Promise<Outcome> {
      clearTimeout(idleTimer);
      child ??= start();
      setReferenced(child, true);
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      const job: Pending = {
        isStarted: false,
        // It may wait for the memory of another one before.
        timer: limitTime(id, 2 * timeLimitMs),
        settle(outcome) {
          clearTimeout(job.timer);
          if (outcome instanceof ProcessLost) reject(outcome);
          else resolve(outcome);
        },
      };
      pending.set(id, job);
      // 'exit' reports whether it could be sent.
      child.send({ id, bytes } satisfies WorkerRequest, () => undefined);
      return promise;
    },
    /** Undefined while there is none. */
    pid: () => child?.pid,
  };
}
export type ImageProcess = ReturnType<typeof createImageProcess>;

interface Pending {
  /** Whether it is being decoded. */
  isStarted: boolean;
  timer: NodeJS.Timeout;
  settle: (outcome: Outcome | ProcessLost) => void;
}

/** Starts a worker without the server's settings, which hold secrets, and with a memory limit that the system keeps. */
function spawnWorker(memoryMaxBytes: number): ChildProcess {
  const options: ForkOptions = {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { MALLOC_ARENA_MAX: '2' },
  };
  if (process.platform === 'win32') return fork(WORKER_FILE, { ...options, execArgv: [] });
  const dataKib = Math.ceil((memoryMaxBytes + reservedBytes()) / KIB_BYTES);
  const limited = `ulimit -s ${STACK_KIB}; ulimit -d ${dataKib}; exec "$0" "$@"`;
  return fork(WORKER_FILE, { ...options, execPath: '/bin/sh', execArgv: ['-c', limited, process.execPath] });
}

/** V8 maps its whole range for code as writable: the limit counts all of it, although hardly any of it is ever used. */
function reservedBytes(): number {
  try {
    const maps = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm);
    const sizes = Array.from(maps, ([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    // Only Linux has this file, and only Linux counts that range.
    return 0;
  }
}

/** A process that waits for work does not keep this one from ending. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const each of [child, child.channel]) isReferenced ? each?.ref() : each?.unref();
}
