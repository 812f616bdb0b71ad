// The generator of what is handed on to many, a process of its own: it does what its parent asks, and answers with figures.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from './chat-accounts.ts';
import { type LatencyFigures, latencyFigures, type Phase } from './chat-figures.ts';
import { answerJobs } from './chat-jobs.ts';
import { acknowledged, numberOfReceived, openAdmin, openAll, sendNumbered } from './chat-sockets.ts';
import { processorMsOf } from './process-figures.ts';
import type { SocketConnection } from './socket-connection.ts';

export type DeliveryJob =
  | { kind: 'connect'; ends: Array<{ address: string; users: string[]; admins: SignedIn[] }> }
  /** @property pids whose processor time is looked at, from the end of the warming up to the end of the time measured */
  | ({ kind: 'saturated'; inFlight: number; pids: number[] } & Phase)
  | { kind: 'disconnect' };

export interface DeliveryFigures {
  /** In the time measured, at all administrators together. */
  deliveredPerSecond: number;
  /** From sending to each arrival of the messages that were sent in that time. */
  delivered: LatencyFigures;
  /** Of all messages: arrivals that never came, and those that came once more. */
  lost: number;
  twice: number;
  refused: number;
  /** In the time measured, of the processes asked for, in their order. */
  processorMs: number[];
}

interface UnderWay {
  sentAt: number;
  isMeasured: boolean;
  isAcknowledged: boolean;
  arrivals: number;
}

/** What has not come by then never came. */
const SETTLES_WITHIN_MS = 30_000;

let users: SocketConnection[] = [];
let admins: SocketConnection[] = [];
let next = 0;
const underWay = new Map<number, UnderWay>();
let onArrival: (message: UnderWay | undefined) => void = () => undefined;
let onDone: () => void = () => undefined;
let refused = 0;

function look(number: number, message: UnderWay): void {
  if (!message.isAcknowledged || message.arrivals < admins.length) return;
  underWay.delete(number);
  onDone();
}

const handlers = {
  onEvent(packet: string): void {
    const number = numberOfReceived(packet);
    if (number === undefined) return;
    const message = underWay.get(number);
    onArrival(message);
    if (!message) return;
    message.arrivals += 1;
    look(number, message);
  },
  onAck(packet: string): void {
    const { number, isRefused } = acknowledged(packet);
    const message = underWay.get(number);
    if (!message) return;
    message.isAcknowledged = true;
    if (isRefused) {
      refused += 1;
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
  // In turn, so that each end is given as much as the others.
  const most = Math.max(...all.map(({ length }) => length));
  users = Array.from({ length: most }, (_, index) => all.flatMap((of) => of[index] ?? [])).flat();
  return null;
}

/** As much as is taken: a message that has come to all administrators is followed by the next one. */
async function saturated(job: Extract<DeliveryJob, { kind: 'saturated' }>): Promise<DeliveryFigures> {
  const { inFlight, pids, warmUpMs, durationMs } = job;
  const times: number[] = [];
  const from = performance.now() + warmUpMs;
  const until = from + durationMs;
  let [arrivals, twice] = [0, 0];
  refused = 0;
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
    underWay.set(number, { sentAt, isMeasured: sentAt >= from, isAcknowledged: false, arrivals: 0 });
    sendNumbered(users[number % users.length], number);
  };
  for (let count = 0; count < inFlight; count += 1) onDone();
  await sleep(from - performance.now());
  const before = await Promise.all(pids.map(processorMsOf));
  await sleep(until - performance.now());
  const after = await Promise.all(pids.map(processorMsOf));
  for (const end = until + SETTLES_WITHIN_MS; underWay.size > 0 && performance.now() < end; ) await sleep(20);
  const lost = [...underWay.values()].reduce((sum, message) => sum + admins.length - message.arrivals, 0);
  underWay.clear();
  return {
    deliveredPerSecond: arrivals / (durationMs / 1_000),
    delivered: latencyFigures(times),
    lost,
    twice,
    refused,
    processorMs: after.map((ms, index) => ms - (before[index] ?? Number.NaN)),
  };
}

answerJobs<DeliveryJob>(async (job) => {
  if (job.kind === 'connect') return connect(job);
  if (job.kind === 'saturated') return saturated(job);
  for (const socket of [...users, ...admins]) socket.close();
  [users, admins] = [[], []];
  return null;
});
