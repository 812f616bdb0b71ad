import type { Percentiles } from './measure.ts';

export const ONLINE = [1_000, 100_000] as const;
const MAX_RATIO = 1.5;
const P95_MAX_MS = 30;
const REDIS_MAX_US = 25;
const OFFLINE_MAX_MS = 10_000;

/** Times in milliseconds of the whole response over HTTP. */
type Times = Pick<Percentiles, 'p50' | 'p95'>;

/** A call with few and with many users online, measured in turn. */
export interface OnlineCall {
  name: string;
  few: Times;
  many: Times;
}

export interface OnlineResults {
  calls: OnlineCall[];
  /** Redis' own time, in microseconds. */
  redisUs: { join: number; leave: number; heartbeat: number };
  /** The results with so many real sockets instead of the entries. */
  sockets: { count: number; calls: OnlineCall[]; offlineMs: number };
  machine: string;
}

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));

const ratioOf = ({ few, many }: OnlineCall): number => many.p50 / few.p50;

/** The missed bars, one line each; empty if there are none. */
export function missedOnlineBars(results: OnlineResults): string[] {
  const missed: string[] = [];
  for (const call of [...results.calls, ...results.sockets.calls]) {
    const { name, many } = call;
    if (!(ratioOf(call) <= MAX_RATIO)) missed.push(`${name}: ${ratioOf(call).toFixed(2)} times, ${MAX_RATIO} at most`);
    if (!(many.p95 < P95_MAX_MS)) missed.push(`${name}: p95 ${ms(many.p95)} ms, under ${P95_MAX_MS} ms wanted`);
  }
  for (const [what, microseconds] of Object.entries(results.redisUs)) {
    if (!(microseconds < REDIS_MAX_US)) {
      missed.push(`presence, ${what}: ${microseconds.toFixed(1)} µs of Redis, under ${REDIS_MAX_US} wanted`);
    }
  }
  const { offlineMs } = results.sockets;
  if (!(offlineMs <= OFFLINE_MAX_MS)) {
    missed.push(`a killed server's users: offline after ${Math.round(offlineMs)} ms, ${OFFLINE_MAX_MS} at most`);
  }
  return missed;
}

/** Its part of the section about the walls. */
export function writeOnlinePart(results: OnlineResults): string {
  const { redisUs, sockets, machine } = results;
  const [few, many] = ONLINE.map((count) => count.toLocaleString('en'));
  const real = sockets.count.toLocaleString('en');
  const row = (call: OnlineCall, online: string) => {
    const times = [call.few, call.many].flatMap(({ p50, p95 }) => [ms(p50), ms(p95)]);
    return `| ${[call.name, online, ...times, ratioOf(call).toFixed(2)].join(' | ')} |`;
  };
  const rows = [
    ...results.calls.map((call) => row(call, `${many} entries`)),
    ...sockets.calls.map((call) => row(call, `${real} sockets`)),
  ];
  const missed = missedOnlineBars(results);
  return `### Listing who is online

${machine}

The calls of the chat's list over HTTP, with ${few} online and with many more in turn, each with a Redis and a server of its own on the same
database. The entries were written as servers write them, by three of them without sockets; the sockets are those of two servers, which
may have 20 000 open files each here.

| Call | many | ${few} online, p50 ms | p95 | many, p50 | p95 | ratio of p50 |
|---|---|--:|--:|--:|--:|--:|
${rows.join('\n')}

- Redis' own time (\`INFO commandstats\`), with ${many} online: a join ${redisUs.join.toFixed(1)} µs, a leave ${redisUs.leave.toFixed(1)}, a heartbeat ${redisUs.heartbeat.toFixed(1)}.
- The ${(sockets.count / 2).toLocaleString('en')} users of a killed server were offline after ${(sockets.offlineMs / 1_000).toFixed(1)} s.
- Bars: ratio at most ${MAX_RATIO}, p95 under ${P95_MAX_MS} ms, under ${REDIS_MAX_US} µs of Redis, offline within ${OFFLINE_MAX_MS / 1_000} s.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
