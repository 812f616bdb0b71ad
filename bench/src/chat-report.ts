import type { Database } from '../../server/src/lib/db/database.ts';
import type { LoadMetrics } from './chat-generator.ts';
import { describeMachine } from './report.ts';

/** The throughput of one end at full load. */
export interface SaturationMetrics {
  perSecond: number;
  /** In milliseconds. */
  storedP99: number;
  /** Processor time of that process per message, in microseconds. */
  processorUs: number;
}

export interface MemoryMetrics {
  connections: number;
  /** Resident bytes of the server process, without them and with them. */
  before: number;
  after: number;
  /** The time to open them all. */
  connectMs: number;
}

/** The baselines and the chat's throughput, measured one right after the other. */
export interface LimitsRound {
  relay: SaturationMetrics;
  insertsPerSecond: number;
  chat: SaturationMetrics;
}

export interface ChatResults {
  rates: Array<{ perSecond: number; relay: LoadMetrics; chat: LoadMetrics }>;
  /** Sorted by {@link shareOfSlower}. */
  rounds: LimitsRound[];
  memory: MemoryMetrics;
}

const SHARE_OF_SLOWER_MIN = 0.6;
const PACED_P99 = { perSecond: 500, maxMs: 50 };
const KB_BYTES = 1_000;
const CONNECTION_MAX_BYTES = 30 * KB_BYTES;
const MIB_BYTES = 1024 * 1024;

const bytesEach = ({ before, after, connections }: MemoryMetrics): number => (after - before) / connections;
const ms = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? 'never' : value.toFixed(value < 10 ? 1 : 0);
const kb = (bytes: number): string => (bytes / KB_BYTES).toFixed(1);

/** The chat's throughput as a share of the slower baseline. */
export const shareOfSlower = ({ relay, insertsPerSecond, chat }: LimitsRound): number =>
  chat.perSecond / Math.min(relay.perSecond, insertsPerSecond);

function middleOf(rounds: readonly LimitsRound[]): LimitsRound {
  const middle = rounds[Math.floor(rounds.length / 2)];
  if (!middle) throw new Error('no limit was looked for');
  return middle;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The missed bars, one line each; empty if there are none. */
export function missedChatBars(results: ChatResults): string[] {
  const { rates, memory } = results;
  const missed: string[] = [];
  const share = shareOfSlower(middleOf(results.rounds));
  if (!(share >= SHARE_OF_SLOWER_MIN)) {
    missed.push(`chat: ${percent(share)} of the slower limit, ${percent(SHARE_OF_SLOWER_MIN)} at least`);
  }
  const paced = rates.find(({ perSecond }) => perSecond === PACED_P99.perSecond)?.chat;
  for (const kind of ['stored', 'delivered'] as const) {
    const p99 = paced?.[kind].p99 ?? Number.NaN;
    if (p99 < PACED_P99.maxMs) continue;
    missed.push(
      `chat: ${kind} p99 ${ms(p99)} ms at ${PACED_P99.perSecond} a second, under ${PACED_P99.maxMs} ms wanted`,
    );
  }
  if (!(bytesEach(memory) <= CONNECTION_MAX_BYTES)) {
    missed.push(`chat: ${kb(bytesEach(memory))} KB a connection, ${kb(CONNECTION_MAX_BYTES)} at most`);
  }
  const failed = rates.reduce((sum, rate) => sum + rate.chat.failed, 0);
  if (failed > 0) missed.push(`chat: ${failed} messages were not stored`);
  return missed;
}

export async function writeChatPart(results: ChatResults, database: Database): Promise<string> {
  const { rates, rounds, memory } = results;
  const { relay, insertsPerSecond, chat } = middleOf(rounds);
  const missed = missedChatBars(results);
  const rows = rates.map(({ perSecond, relay: bare, chat: served }) => {
    const metrics = [bare.stored, bare.delivered, served.stored, served.delivered].flatMap(({ p50, p99 }) => [
      p50,
      p99,
    ]);
    return `| ${[perSecond, ...metrics.map(ms)].join(' | ')} |`;
  });
  return `## Chat

${await describeMachine(database)}

A server of its own on an empty database, 400 users' and two administrators' sockets on it, all held by a generator written by hand over
TCP in a process of its own. Messages go out at fixed times whatever becomes of the ones before, and their times count from when they
should have gone; of three rounds that with the lowest p99 counts. Beside it a bare Socket.IO relay, which acknowledges and hands on and
stores nothing, under the same generator. Server, database and generator share the machine's processors.

| messages a second | relay: acknowledged p50, ms | p99 | delivered p50 | p99 | chat: stored p50, ms | p99 | delivered p50 | p99 |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

Stored in the time measured, messages a second: ${rates.map(({ chat: { storedPerSecond } }) => Math.round(storedPerSecond)).join(', ')}.

As many as are taken, 100 in flight at a time; the bare statement over as many connections as the server has, alone. Five rounds of
the three, one right after the other, since the machine is shared; that with the middle share is shown.

| | messages a second | p99, ms | processor time a message, µs |
|---|--:|--:|--:|
| bare relay | ${Math.round(relay.perSecond)} | ${ms(relay.storedP99)} | ${Math.round(relay.processorUs)} |
| bare statement | ${Math.round(insertsPerSecond)} | | |
| chat | ${Math.round(chat.perSecond)} | ${ms(chat.storedP99)} | ${Math.round(chat.processorUs)} |

- The chat takes ${percent(shareOfSlower(middleOf(rounds)))} of what the slower of the two limits takes (in the five rounds ${rounds.map((round) => percent(shareOfSlower(round))).join(', ')}); bar: ${percent(SHARE_OF_SLOWER_MIN)}.
- Bar at ${PACED_P99.perSecond} a second: p99 under ${PACED_P99.maxMs} ms, stored and delivered.
- ${memory.connections.toLocaleString('en')} idle connections of as many users, opened in ${(memory.connectMs / 1_000).toFixed(1)} s: ${Math.round(memory.before / MIB_BYTES)} MiB without, ${Math.round(memory.after / MIB_BYTES)} MiB with them, ${kb(bytesEach(memory))} KB each; bar: ${kb(CONNECTION_MAX_BYTES)} KB.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
