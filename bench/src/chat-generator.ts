// The load generator of the chat, a child process: it runs its parent's jobs, and returns metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from './chat-accounts.ts';
import { handleJobs } from './chat-jobs.ts';
import { type LatencyMetrics, latencyMetrics, type Phase } from './chat-metrics.ts';
import { acknowledged, numberOfReceived, openAdmin, openAll, sendNumbered } from './chat-sockets.ts';
import type { SocketConnection } from './socket-connection.ts';

export type GeneratorJob =
  | { kind: 'connect'; address: string; users: string[]; admins: SignedIn[] }
  | ({ kind: 'paced'; perSecond: number } & Phase)
  | ({ kind: 'saturated'; inFlight: number } & Phase)
  | { kind: 'disconnect' };

/** The metrics of the messages in the measured period. */
export interface LoadMetrics {
  sent: number;
  /** The messages that were rejected, or not acknowledged by the end. */
  failed: number;
  /** The messages acknowledged in the measured period. */
  storedPerSecond: number;
  /** The latency from the scheduled time of a message to its acknowledgement. */
  stored: LatencyMetrics;
  /** The latency from the scheduled time to the arrival at an administrator, each administrator counted. */
  delivered: LatencyMetrics;
}

/** Timeout after which an outstanding message counts as lost. */
const SETTLES_WITHIN_MS = 30_000;

let users: SocketConnection[] = [];
let admins: SocketConnection[] = [];
let next = 0;
/** The scheduled times of the measured messages, by number. */
const due = new Map<number, number>();
let onStored: (number: number, isRejected: boolean) => void = () => undefined;
let onDelivered: (number: number) => void = () => undefined;

const handlers = {
  onEvent(packet: string): void {
    const number = numberOfReceived(packet);
    if (number !== undefined) onDelivered(number);
  },
  onAck(packet: string): void {
    const { number, isRejected } = acknowledged(packet);
    onStored(number, isRejected);
  },
};

async function connect({ address, ...who }: Extract<GeneratorJob, { kind: 'connect' }>): Promise<number> {
  const startedAt = performance.now();
  users = await openAll(address, who.users, handlers);
  admins = [];
  for (const admin of who.admins) admins.push(await openAdmin(address, admin, handlers.onEvent));
  return performance.now() - startedAt;
}

/** Sends the next message, each time by another user. @returns its number */
function sendNext(): number {
  const number = next++;
  sendNumbered(users[number % users.length], number);
  return number;
}

/**
 * Runs a load, and counts the messages after the warm-up.
 * @param drive sends until the given time, and calls `measure` for each message with its scheduled time
 */
async function run(
  { warmUpMs, durationMs }: Phase,
  drive: (until: number, measure: (number: number, dueAt: number) => void) => Promise<void>,
): Promise<LoadMetrics> {
  const stored: number[] = [];
  const delivered: number[] = [];
  const from = performance.now() + warmUpMs;
  const until = from + durationMs;
  let [sent, failed, storedInTime] = [0, 0, 0];
  const freed = onStored;
  onStored = (number, isRejected) => {
    const now = performance.now();
    if (now >= from && now < until) storedInTime += 1;
    const dueAt = due.get(number);
    if (dueAt !== undefined) {
      if (isRejected) failed += 1;
      else stored.push(now - dueAt);
    }
    freed(number, isRejected);
  };
  onDelivered = (number) => {
    const dueAt = due.get(number);
    if (dueAt !== undefined) delivered.push(performance.now() - dueAt);
  };
  await drive(until, (number, dueAt) => {
    if (dueAt < from) return;
    due.set(number, dueAt);
    sent += 1;
  });
  const isSettled = () => stored.length + failed >= sent && delivered.length >= stored.length * admins.length;
  for (const end = performance.now() + SETTLES_WITHIN_MS; !isSettled() && performance.now() < end; ) await sleep(20);
  onStored = () => undefined;
  due.clear();
  const missing = sent - failed - stored.length;
  const never = (count: number) => Array.from({ length: count }, () => Number.POSITIVE_INFINITY);
  return {
    sent,
    failed: failed + missing,
    storedPerSecond: storedInTime / (durationMs / 1_000),
    stored: latencyMetrics([...stored, ...never(missing)]),
    delivered: latencyMetrics([...delivered, ...never((sent - failed) * admins.length - delivered.length)]),
  };
}

/** Sends at a fixed rate (open loop): a late acknowledgement does not delay the next message. */
function paced({ perSecond, ...phase }: Extract<GeneratorJob, { kind: 'paced' }>): Promise<LoadMetrics> {
  onStored = () => undefined;
  return run(phase, async (until, measure) => {
    const startedAt = performance.now();
    for (let count = 0; ; ) {
      const dueAt = startedAt + (count * 1_000) / perSecond;
      if (dueAt >= until) return;
      if (dueAt > performance.now()) await sleep(1);
      else {
        measure(sendNext(), dueAt);
        count += 1;
      }
    }
  });
}

/** Sends as fast as possible (closed loop): each acknowledgement is followed by the next message. */
function saturated({ inFlight, ...phase }: Extract<GeneratorJob, { kind: 'saturated' }>): Promise<LoadMetrics> {
  let follow: () => void = () => undefined;
  onStored = () => follow();
  return run(phase, async (until, measure) => {
    let open = inFlight;
    await new Promise<void>((resolve) => {
      const send = () => {
        const now = performance.now();
        if (now < until) measure(sendNext(), now);
        else {
          open -= 1;
          if (open === 0) resolve();
        }
      };
      follow = send;
      for (let count = 0; count < inFlight; count += 1) send();
    });
  });
}

handleJobs<GeneratorJob>(async (job) => {
  if (job.kind === 'connect') return connect(job);
  if (job.kind === 'paced') return paced(job);
  if (job.kind === 'saturated') return saturated(job);
  for (const socket of [...users, ...admins]) socket.close();
  users = [];
  admins = [];
  return null;
});
