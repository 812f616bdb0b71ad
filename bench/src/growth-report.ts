import type { GrowthLine } from './growth-data.ts';
import { GROWTH_SIZES } from './growth-database.ts';
import { SOCKET_RATE_PER_SECOND, type SocketGrowth } from './growth-sockets.ts';

/** The relative difference of two measurements of the same call on a shared machine. */
const NOISE_ALLOWANCE = 1.1;
const KB_BYTES = 1_000;
const MIB_BYTES = 1024 * 1024;

export interface GrowthResults {
  lines: GrowthLine[];
  sockets: SocketGrowth;
  machine: string;
}

/** The ratio of the logarithms of two numbers. */
const logRatio = (from: number, to: number): number => Math.log(to) / Math.log(from);
const bar = (from: number, to: number): number => logRatio(from, to) * NOISE_ALLOWANCE;
const [SMALLEST, MIDDLE, LARGEST] = GROWTH_SIZES;

interface Growth {
  /** The smallest size with responses about as large as those of the largest; undefined if there is none. */
  from: number | undefined;
  /** The cost at the largest size, as a multiple of the cost at `from`. */
  ratio: number;
  /** The exponent of n in the growth of the cost; 0 is no growth, 1 is proportional. */
  exponent: number;
}

/** Responses of more different sizes mean different work. */
const SAME_ANSWER = 0.8;

function growthOf({ costs }: GrowthLine): Growth {
  const largest = costs.at(-1);
  const index = costs.findIndex(({ responseBytes }) => responseBytes >= SAME_ANSWER * (largest?.responseBytes ?? 0));
  const from = GROWTH_SIZES[index];
  if (from === undefined || from === LARGEST) return { from: undefined, ratio: Number.NaN, exponent: Number.NaN };
  const ratio = (largest?.both ?? Number.NaN) / (costs[index]?.both ?? Number.NaN);
  return { from, ratio, exponent: Math.log(ratio) / Math.log(LARGEST / from) };
}

/** The calls that grew too fast, one line each; empty if there are none. */
export function missedGrowthBars({ lines, sockets }: GrowthResults): string[] {
  const missed: string[] = [];
  for (const line of lines) {
    const { from, ratio } = growthOf(line);
    if (from === undefined) continue;
    const most = bar(from, LARGEST);
    if (!(ratio <= most)) missed.push(`${line.name}: ${ratio.toFixed(2)} times, ${most.toFixed(2)} at most`);
  }
  const [few, many] = [sockets.lines[0], sockets.lines.at(-1)];
  if (few && many) {
    const most = bar(few.sockets, many.sockets);
    const judged = [
      ['processor time a message', many.processorUs / few.processorUs],
      ['stored p50', many.stored.p50 / few.stored.p50],
      ['delivered p50', many.delivered.p50 / few.delivered.p50],
    ] as const;
    for (const [what, ratio] of judged) {
      if (!(ratio <= most)) missed.push(`sockets, ${what}: ${ratio.toFixed(2)} times, ${most.toFixed(2)} at most`);
    }
  }
  const failed = sockets.lines.reduce((sum, line) => sum + line.failed, 0);
  if (failed > 0) missed.push(`sockets: ${failed} messages were not stored`);
  return missed;
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

function dataRow(line: GrowthLine): string {
  const { from, ratio, exponent } = growthOf(line);
  const responses = line.costs.map(({ responseMs: response }) => ms(response));
  const sql = line.costs.map(({ sql: time }) => ms(time));
  const judged =
    from === undefined
      ? ['–', '–', '–', '–']
      : [from.toLocaleString('en'), ratio.toFixed(2), bar(from, LARGEST).toFixed(2), exponent.toFixed(3)];
  const kb = line.costs.map(({ responseBytes }) => (responseBytes / KB_BYTES).toFixed(1)).join(', ');
  return `| ${[line.name, ...responses, ...sql, kb, ...judged].join(' | ')} |`;
}

function socketRows({ lines, residentBytes }: SocketGrowth): string[] {
  return lines.map(({ sockets, stored, delivered, processorUs, residentBytes: withThem }) => {
    const times = [stored.p50, stored.p99, delivered.p50, delivered.p99].map(ms);
    const kbEach = (withThem - residentBytes) / sockets / KB_BYTES;
    const memory = [Math.round(withThem / MIB_BYTES), kbEach.toFixed(1)];
    return `| ${[sockets.toLocaleString('en'), ...times, Math.round(processorUs), ...memory].join(' | ')} |`;
  });
}

/** Its section of the results page. */
export function writeGrowthPart(results: GrowthResults): string {
  const { lines, sockets, machine } = results;
  const missed = missedGrowthBars(results);
  const [few = Number.NaN, many = Number.NaN] = [sockets.lines[0]?.sockets, sockets.lines.at(-1)?.sockets];
  const sizes = GROWTH_SIZES.map((size) => size.toLocaleString('en'));
  return `## Growth

${machine}

Databases of ${sizes.join(', ')} users and as many reports, each with a server of its own, all open at once. Each call of
'Server at a million users' in turn at the three, over HTTP and its statements through pg, as there; the order changes from round to round, so that
other work on the machine meets all alike. Medians: half of the rounds lie below whatever disturbs the others. Judged is the median of
answer and statements together, so that the statements, in which growth would show, weigh more than the way there and back.

| Call | answer p50, ms: ${sizes[0]} | ${sizes[1]} | ${sizes[2]} | its SQL p50, ms: ${sizes[0]} | ${sizes[1]} | ${sizes[2]} | answers, KB | judged from | grows, times | bar | exponent |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${lines.map(dataRow).join('\n')}

- No line may grow faster than log n: from ${sizes[0]} to ${sizes[2]} that is ${logRatio(SMALLEST, LARGEST).toFixed(2)} times, from ${sizes[1]} ${logRatio(MIDDLE, LARGEST).toFixed(2)}; the bar allows ${Math.round((NOISE_ALLOWANCE - 1) * 100)} % more for what two measurements differ by. The exponent is that of the power of n that would grow as much.
- Where a small database has too few to fill a page, less is answered, and the growth says nothing of finding: a line is judged from the smallest size whose answers have at least ${SAME_ANSWER * 100} % of the bytes.

One server while ${SOCKET_RATE_PER_SECOND} messages a second go from 100 users to two administrators, and others have a socket open and say nothing. Of three
rounds that with the lowest p99. Processor time is all the server takes, also for the idle sockets, over the messages.

| idle sockets | stored p50, ms | p99 | delivered p50, ms | p99 | processor time a message, µs | memory of the server, MiB | a socket, KB |
|--:|--:|--:|--:|--:|--:|--:|--:|
${socketRows(sockets).join('\n')}

- From ${few.toLocaleString('en')} to ${many.toLocaleString('en')} sockets log n grows ${logRatio(few, many).toFixed(2)} times; the bar for processor time and both p50 is ${bar(few, many).toFixed(2)}. Without idle sockets the server has ${Math.round(sockets.residentBytes / MIB_BYTES)} MiB.
- ${missed.length === 0 ? 'Nothing grew faster.' : `Missed: ${missed.join('; ')}.`}
`;
}
