import { GROWTH_SIZES, type Grown, openGrown } from './growth-database.ts';
import { HttpConnection } from './http-client.ts';
import { type OpenScenario, openScenario, percentiles, type Sample } from './measure.ts';
import type { Scenario } from './scenarios.ts';

const WARM_UP_ROUNDS = 100;
const ROUNDS = 300;
/** For a slow call the samples within the time limit suffice. */
const TIME_MS = 30_000;
const MIN_ROUNDS = 40;

/** The cost of a call at one size: medians, in milliseconds. */
export interface CostMetrics {
  responseMs: number;
  /** All its statements, through pg. */
  sql: number;
  /** Both, one after the other: the value that the growth is computed from. */
  both: number;
  /** Average size of the responses: fewer results make a smaller response, which is no change of the search cost. */
  responseBytes: number;
}

/** A call at all sizes, in their order. */
export interface GrowthLine {
  name: string;
  costs: CostMetrics[];
}

/**
 * Measures the same calls on databases of all sizes, each with its own server. All three take part in every round, in
 * changing order, so that other load on the machine affects them alike.
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
      const texts = line.costs.map(({ responseMs, sql }) => `${responseMs.toFixed(2)} (${sql.toFixed(2)})`);
      console.log(`${name.padEnd(40)} ${texts.join(' → ')} ms`);
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

async function responseBytes(name: string, grown: Grown): Promise<number> {
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

async function measureLine(name: string, all: readonly Grown[]): Promise<CostMetrics[]> {
  const open: OpenScenario[] = [];
  try {
    for (const grown of all) {
      open.push(await openScenario(scenarioOf(name, grown), grown));
    }
    const times = open.map((): Sample[] => []);
    const round = async (number: number, keep: boolean) => {
      for (let step = 0; step < open.length; step += 1) {
        const index = (number + step) % open.length;
        const sample = await open[index]?.sample(number);
        if (keep && sample) times[index]?.push(sample);
      }
    };
    let startedAt = performance.now();
    const isLate = () => performance.now() - startedAt > TIME_MS;
    for (let number = 0; number < WARM_UP_ROUNDS && !isLate(); number += 1) await round(number, false);
    startedAt = performance.now();
    for (let number = 0; number < ROUNDS && !(number >= MIN_ROUNDS && isLate()); number += 1) await round(number, true);
    const sizes = await Promise.all(all.map((grown) => responseBytes(name, grown)));
    return times.map((samples, index) => {
      const median = (of: (sample: Sample) => number) => percentiles(samples.map(of)).p50;
      return {
        responseMs: median(({ response }) => response),
        sql: median(({ bare }) => bare),
        both: median(({ response, bare }) => response + bare),
        responseBytes: sizes[index] ?? Number.NaN,
      };
    });
  } finally {
    for (const { close } of open) await close();
  }
}
