import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import { type Outcome, type Scenario, Skipped } from './scenario.ts';

/** For the resources of a scenario. */
const CLOSING_MAX_MS = 30_000;
const INTERRUPTED_EXIT_CODE = 130;

export interface Row {
  line: string;
  tried: string;
  result: 'held' | 'FELL' | 'skipped';
  /** The numbers, or the reason. */
  seen: string;
}

/**
 * Runs the scenarios that the command line selects, one after another (`--only <part of a line>`, `--times <n>`), and
 * prints a table of line, tried and held. The exit code is 1 if one failed.
 */
export async function runScenarios(scenarios: readonly Scenario[]): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, times: { type: 'string' } } });
  const chosen = scenarios.filter(({ line }) => values.only === undefined || line.includes(values.only));
  const times = values.times === undefined ? undefined : Number(values.times);
  if (chosen.length === 0 || (times !== undefined && !(Number.isInteger(times) && times > 0))) {
    const lines = scenarios.map(({ line }) => `  ${line}`).join('\n');
    console.error(`--times takes a number, --only a part of one of:\n${lines}`);
    process.exitCode = 1;
    return;
  }
  const rows: Row[] = [];
  for (const scenario of chosen) {
    console.log(`\n── ${scenario.line}`);
    const startedAt = performance.now();
    const row = await runOne(scenario, times);
    const seconds = Math.round((performance.now() - startedAt) / SECOND_MS);
    console.log(`   ${row.result} after ${seconds} s: ${row.seen}`);
    rows.push(row);
  }
  console.log(`\n${formatTable(rows)}`);
  process.exitCode = rows.some(({ result }) => result === 'FELL') ? 1 : 0;
}

/** Runs one, and closes its resources, also if it fails, times out or is interrupted. */
export async function runOne(scenario: Scenario, times?: number): Promise<Row> {
  const { defer, closeAll } = createClosing();
  const interrupt = () => void closeAll().then(() => process.exit(INTERRUPTED_EXIT_CODE));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return rowOf(scenario, await withinLimit(scenario.run({ times, defer }), scenario.limitMs));
  } catch (error) {
    const result = error instanceof Skipped ? 'skipped' : 'FELL';
    const seen = error instanceof Skipped ? error.message : String(error instanceof Error ? error.stack : error);
    return { line: scenario.line, tried: '', result, seen };
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await closeAll();
  }
}

function rowOf({ line }: Scenario, { tried, seen, fell = [] }: Outcome): Row {
  if (fell.length === 0) return { line, tried, result: 'held', seen };
  return { line, tried, result: 'FELL', seen: [seen, ...fell].filter(Boolean).join('; ') };
}

async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const ended = new AbortController();
  const late = sleep(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it did not end within ${limitMs / SECOND_MS} s`);
  });
  // Nothing awaits this any more after the work has ended.
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

/** The resources of a scenario. Those opened after its timeout are closed at once. */
function createClosing() {
  const opened: Array<() => unknown> = [];
  let isOver = false;

  async function closeAll(): Promise<void> {
    isOver = true;
    for (let close = opened.pop(); close; close = opened.pop()) {
      try {
        await withinLimit(Promise.resolve(close()), CLOSING_MAX_MS);
      } catch (error) {
        console.error(`   closing: ${String(error)}`);
      }
    }
  }

  function defer(close: () => unknown): void {
    opened.push(close);
    if (isOver) void closeAll();
  }

  return { defer, closeAll };
}

/** A table as text; long cells are not cut. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [
    ['line', 'tried', 'held', 'seen'],
    ...rows.map(({ line, tried, result, seen }) => [line, tried, result, seen.split('\n', 1)[0] ?? '']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
