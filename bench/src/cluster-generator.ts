// The load generator of the fan-out, a child process: it runs its parent's jobs, and returns metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from './chat-accounts.ts';
import { handleJobs } from './chat-jobs.ts';
import { type LatencyMetrics, latencyMetrics, type Phase } from './chat-metrics.ts';
import { acknowledged, numberOfReceived, openAdmin, openAll, sendNumbered } from './chat-sockets.ts';
import { processorMsOf } from './process-metrics.ts';
import type { SocketConnection } from './socket-connection.ts';

export type DeliveryJob =
  | { kind: 'connect'; ends: Array<{ address: string; users: string[]; admins: SignedIn[] }> }
  /**
   * @property pids processes whose processor time is measured, from the end of the warm-up to the end of the
   * measurement
   */
  | ({ kind: 'saturated'; inFlight: number; pids: number[] } & Phase)
  | { kind: 'disconnect' };

export interface DeliveryMetrics {
  /** The deliveries in the measured period, at all administrators together. */
  deliveredPerSecond: number;
  /** The latency from sending to each arrival, of the messages sent in that period. */
  delivered: LatencyMetrics;
  /** Over all messages: lost deliveries, and duplicate ones. */
  lost: number;
  twice: number;
  rejected: number;
  /** The processor time in the measured period, by process in the order of `pids`. */
  processorMs: number[];
}

interface InFlight {
  sentAt: number;
  isMeasured: boolean;
  isAcknowledged: boolean;
  arrivals: number;
}

/** Timeout after which an outstanding delivery counts as lost. */
const SETTLES_WITHIN_MS = 30_000;

let users: SocketConnection[] = [];
let admins: SocketConnection[] = [];
let next = 0;
const messagesInFlight = new Map<number, InFlight>();
let onArrival: (message: InFlight | undefined) => void = () => undefined;
let onDone: () => void = () => undefined;
let rejected = 0;

function look(number: number, message: InFlight): void {
  if (!message.isAcknowledged || message.arrivals < admins.length) return;
  messagesInFlight.delete(number);
  onDone();
}

const handlers = {
  onEvent(packet: string): void {
    const number = numberOfReceived(packet);
    if (number === undefined) return;
    const message = messagesInFlight.get(number);
    onArrival(message);
    if (!message) return;
    message.arrivals += 1;
    look(number, message);
  },
  onAck(packet: string): void {
    const { number, isRejected } = acknowledged(packet);
    const message = messagesInFlight.get(number);
    if (!message) return;
    message.isAcknowledged = true;
    if (isRejected) {
      rejected += 1;
      message.arrivals = admins.length;
    }
    look(number, message);
  },
};

async function connect({ ends }: Extract<DeliveryJob, { kind: 'connect' }>): Promise<null> {
  const all: SocketConnection[][] = [];
  for (const { address, ...who } of ends) {
    all.push(await openAll(address, who.users, handlers));
    for (const admin of who.admins) admins.push(await openAdmin(address, admin, handlers.onEvent));
  }
  // Alternating, so that all nodes get the same load.
  const most = Math.max(...all.map(({ length }) => length));
  users = Array.from({ length: most }, (_, index) => all.flatMap((of) => of[index] ?? [])).flat();
  return null;
}

/** Sends as fast as possible: a message delivered to all administrators is followed by the next one. */
async function saturated(job: Extract<DeliveryJob, { kind: 'saturated' }>): Promise<DeliveryMetrics> {
  const { inFlight, pids, warmUpMs, durationMs } = job;
  const times: number[] = [];
  const from = performance.now() + warmUpMs;
  const until = from + durationMs;
  let [arrivals, twice] = [0, 0];
  rejected = 0;
  onArrival = (message) => {
    const now = performance.now();
    if (!message || message.arrivals >= admins.length) twice += 1;
    else if (now >= from && now < until) arrivals += 1;
    if (message?.isMeasured) times.push(now - message.sentAt);
  };
  onDone = () => {
    const sentAt = performance.now();
    if (sentAt >= until) return;
    const number = next++;
    messagesInFlight.set(number, { sentAt, isMeasured: sentAt >= from, isAcknowledged: false, arrivals: 0 });
    sendNumbered(users[number % users.length], number);
  };
  for (let count = 0; count < inFlight; count += 1) onDone();
  await sleep(from - performance.now());
  const before = await Promise.all(pids.map(processorMsOf));
  await sleep(until - performance.now());
  const after = await Promise.all(pids.map(processorMsOf));
  for (const end = until + SETTLES_WITHIN_MS; messagesInFlight.size > 0 && performance.now() < end; ) await sleep(20);
  const lost = [...messagesInFlight.values()].reduce((sum, message) => sum + admins.length - message.arrivals, 0);
  messagesInFlight.clear();
  return {
    deliveredPerSecond: arrivals / (durationMs / 1_000),
    delivered: latencyMetrics(times),
    lost,
    twice,
    rejected,
    processorMs: after.map((ms, index) => ms - (before[index] ?? Number.NaN)),
  };
}

handleJobs<DeliveryJob>(async (job) => {
  if (job.kind === 'connect') return connect(job);
  if (job.kind === 'saturated') return saturated(job);
  for (const socket of [...users, ...admins]) socket.close();
  [users, admins] = [[], []];
  return null;
});
