import { GROWTH_SIZES, type Grown, openGrown } from './growth-database.ts';
import { HttpConnection } from './http-client.ts';
import { type OpenScenario, openScenario, percentiles, type Turn } from './measure.ts';
import type { Scenario } from './scenarios.ts';

const WARM_UP_ROUNDS = 100;
const ROUNDS = 300;
/** A call this slow is told well enough by what fits into the time. */
const TIME_MS = 30_000;
const MIN_ROUNDS = 40;

/** What a call costs at one size: medians, in milliseconds. */
export interface CostFigures {
  answer: number;
  /** All its statements, through pg. */
  sql: number;
  /** Both, one after the other: what the growth is judged by. */
  both: number;
  /** Of the answers, on average: where few are found, little is answered, which is no growth of the cost of finding. */
  answerBytes: number;
}

/** A call at all sizes, in their order. */
export interface GrowthLine {
  name: string;
  costs: CostFigures[];
}

/**
 * Measures the same calls on databases of all sizes, each with a server of its own. All three take part in every round, in
 * changing order, so that whatever else the machine does meets them alike.
 * @param describe is called while they are open
 */
export async function measureDataGrowth<T>(
  describe: (largest: Grown) => Promise<T>,
): Promise<{ lines: GrowthLine[]; described: T }> {
  const all: Grown[] = [];
  try {
    for (const size of GROWTH_SIZES) all.push(await openGrown(size));
    const largest = all.at(-1);
    if (!largest) throw new Error('there are no sizes');
    const lines: GrowthLine[] = [];
    for (const { name } of largest.scenarios) {
      const line = { name, costs: await measureLine(name, all) };
      lines.push(line);
      const told = line.costs.map(({ answer, sql }) => `${answer.toFixed(2)} (${sql.toFixed(2)})`);
      console.log(`${name.padEnd(40)} ${told.join(' → ')} ms`);
    }
    return { lines, described: await describe(largest) };
  } finally {
    for (const grown of all) await grown.close();
  }
}

function scenarioOf(name: string, { scenarios, size }: Grown): Scenario {
  const scenario = scenarios.find((each) => each.name === name);
  if (!scenario) throw new Error(`${size} users have no “${name}”`);
  return scenario;
}

async function answerBytes(name: string, grown: Grown): Promise<number> {
  const { server } = grown;
  const { calls } = scenarioOf(name, grown);
  const connection = new HttpConnection(server.address);
  try {
    let bytes = 0;
    for (const { url, body } of calls) {
      bytes += Buffer.byteLength((await connection.post(url, body, server.token)).body);
    }
    return bytes / calls.length;
  } finally {
    connection.close();
  }
}

async function measureLine(name: string, all: readonly Grown[]): Promise<CostFigures[]> {
  const open: OpenScenario[] = [];
  try {
    for (const grown of all) {
      open.push(await openScenario(scenarioOf(name, grown), grown));
    }
    const times = open.map((): Turn[] => []);
    const round = async (number: number, keep: boolean) => {
      for (let step = 0; step < open.length; step += 1) {
        const index = (number + step) % open.length;
        const turn = await open[index]?.turn(number);
        if (keep && turn) times[index]?.push(turn);
      }
    };
    let startedAt = performance.now();
    const isLate = () => performance.now() - startedAt > TIME_MS;
    for (let number = 0; number < WARM_UP_ROUNDS && !isLate(); number += 1) await round(number, false);
    startedAt = performance.now();
    for (let number = 0; number < ROUNDS && !(number >= MIN_ROUNDS && isLate()); number += 1) await round(number, true);
    const sizes = await Promise.all(all.map((grown) => answerBytes(name, grown)));
    return times.map((turns, index) => {
      const median = (of: (turn: Turn) => number) => percentiles(turns.map(of)).p50;
      return {
        answer: median(({ answer }) => answer),
        sql: median(({ bare }) => bare),
        both: median(({ answer, bare }) => answer + bare),
        answerBytes: sizes[index] ?? Number.NaN,
      };
    });
  } finally {
    for (const { close } of open) await close();
  }
}
