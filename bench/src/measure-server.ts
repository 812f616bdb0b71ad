import { BENCH_DATA_DIR, openBenchDatabase } from './bench-database.ts';
import { createContentScenarios } from './content-scenarios.ts';
import { type Measurement, measureScenario, runLoad } from './measure.ts';
import { createQuickSearchScenarios } from './quick-search-scenarios.ts';
import { createRecorder } from './recorder.ts';
import { MAX_RATIO, missedBars, type Results, writeResults } from './report.ts';
import { createReportScenarios } from './report-scenarios.ts';
import { createScenarios } from './scenarios.ts';
import { startServer } from './server-process.ts';

const LOAD = { durationMs: 15_000, parallel: 16 };

/**
 * Measures the server on a database of a million users and as many reports.
 * @returns its section of the results page, and the missed bars
 */
export async function measureServer(): Promise<{ part: string; missed: string[] }> {
  const database = await openBenchDatabase();
  try {
    const server = await startServer(BENCH_DATA_DIR);
    try {
      const recorder = createRecorder(database);
      const scenarios = [
        ...(await createScenarios(database)),
        ...(await createReportScenarios(database)),
        ...(await createContentScenarios(database)),
        ...(await createQuickSearchScenarios(database)),
      ];
      const measurements: Measurement[] = [];
      for (const scenario of scenarios) {
        const measured = await measureScenario(scenario, { server, recorder, database });
        measurements.push(measured);
        const { response, bare } = measured;
        const ratio = response.p50 / bare.p50;
        console.log(
          `${ratio > MAX_RATIO ? '!' : ' '} ${measured.name.padEnd(36)} response ${response.p50.toFixed(2)} / ${response.p95.toFixed(2)} ms` +
            `, bare ${bare.p50.toFixed(2)} / ${bare.p95.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`,
        );
      }
      const load = await runLoad(
        scenarios.filter(({ isContrived }) => !isContrived),
        server,
        LOAD,
      );
      const results: Results = { measurements, load, residentBytes: await server.residentBytes() };
      return { part: await writeResults(results, database), missed: missedBars(results) };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}
