import { measureDataGrowth } from './growth-data.ts';
import { missedGrowthBars, writeGrowthPart } from './growth-report.ts';
import { measureSocketGrowth } from './growth-sockets.ts';
import { describeMachine } from './report.ts';

/**
 * Measures the growth of the cost with the data, and with the open sockets.
 * @returns its section of the results page, and the calls that grew faster than the logarithm
 */
export async function measureGrowth(): Promise<{ part: string; missed: string[] }> {
  const sockets = await measureSocketGrowth();
  const { lines, described: machine } = await measureDataGrowth(({ database }) => describeMachine(database));
  const results = { lines, sockets, machine };
  return { part: writeGrowthPart(results), missed: missedGrowthBars(results) };
}
