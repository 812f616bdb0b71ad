import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import type { Database } from '../../server/src/lib/db/database.ts';
import type { Load, Measurement } from './measure.ts';

const run = promisify(execFile);

export const MAX_RATIO = 3;
const MAX_RESIDENT_BYTES = 300 * 1024 * 1024;
const MIB_BYTES = 1024 * 1024;

export interface Results {
  measurements: Measurement[];
  load: Load;
  /** The memory of the server process after the run. */
  residentBytes: number;
}

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const ratio = ({ response, bare }: Measurement) => response.p50 / bare.p50;

/** The missed bars, one line each; empty if there are none. */
export function missedBars({ measurements, load, residentBytes }: Results): string[] {
  const missed = measurements.flatMap((measurement) => {
    const { name, response, p95MaxMs } = measurement;
    const found = ratio(measurement);
    const lines = [];
    if (!(found <= MAX_RATIO)) lines.push(`${name}: ${found.toFixed(2)} times the bare SQL, ${MAX_RATIO} at most`);
    if (p95MaxMs !== undefined && !(response.p95 < p95MaxMs)) {
      lines.push(`${name}: p95 ${ms(response.p95)} ms, under ${p95MaxMs} ms wanted`);
    }
    return lines;
  });
  if (load.failures > 0) missed.push(`load: ${load.failures} calls failed`);
  if (!(residentBytes < MAX_RESIDENT_BYTES)) {
    missed.push(`memory: ${Math.round(residentBytes / MIB_BYTES)} MiB, under ${MAX_RESIDENT_BYTES / MIB_BYTES} wanted`);
  }
  return missed;
}

function table(measurements: readonly Measurement[]): string {
  const head = [
    '| Call | its statements | response p50, ms | p95 | all its SQL p50, ms | p95 | ratio of p50 | of p95 | without the look-up of the caller p50, ms | ratio |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  ];
  const rows = measurements.map((measurement) => {
    const { name, statements, response, bare, own } = measurement;
    const times = [response.p50, response.p95, bare.p50, bare.p95].map(ms);
    const ratios = [ratio(measurement), response.p95 / bare.p95].map((value) => value.toFixed(2));
    const alone = [ms(own.p50), (response.p50 / own.p50).toFixed(2)];
    return `| ${[name, Number(statements.toFixed(1)), ...times, ...ratios, ...alone].join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}

/** The environment of the measurement. */
export async function describeMachine({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ version: string; users: number; posts: number; reports: number }>(
    `select current_setting('server_version') as version,
            (select coalesce(sum(count), 0)::int from total_counts where metric = 'users') as users,
            (select coalesce(sum(count), 0)::int from total_counts where metric in ('posts', 'travel_posts')) as posts,
            (select coalesce(sum(count), 0)::int from total_counts where metric = 'reports') as reports`,
  );
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(os.totalmem() / 1024 ** 3)} GiB`;
  const commit = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname }).then(
    ({ stdout }) => `, commit ${stdout.trim()}`,
    () => '',
  );
  const load = os.loadavg()[0]?.toFixed(1);
  return [
    `- Machine: ${os.availableParallelism()} × ${cpu}, ${memory}; load average at the end ${load}, nice ${os.getPriority()}`,
    `- ${os.type()} ${os.release()}, Node ${process.version}, PostgreSQL ${rows[0]?.version} (embedded)${commit}`,
    `- ${rows[0]?.users.toLocaleString('en')} users, ${rows[0]?.posts.toLocaleString('en')} posts, ${rows[0]?.reports.toLocaleString('en')} reports; ${new Date().toISOString().slice(0, 10)}`,
  ].join('\n');
}

/** The results page, with the Lighthouse section of an earlier run if there is one. */
export async function writeResults(results: Results, database: Database): Promise<string> {
  const { measurements, load, residentBytes } = results;
  const missed = missedBars(results);
  return `## Server at a million users

${await describeMachine(database)}

Each call over HTTP (a server process of its own, one kept-alive connection) in turn with the very statements of the same
call, one after the other, through pg on one connection. Every call also looks up who calls; the bar holds for all its
SQL, the last two columns leave that look-up out. Read the ratios: the machine is shared.

${table(measurements)}

- Bars: ratio of p50 at most ${MAX_RATIO}, p95 of a search and of reports under 30 ms, of a hostile search under 100 ms, memory of the server process under ${MAX_RESIDENT_BYTES / MIB_BYTES} MiB.
- Memory of the server process after the run: ${Math.round(residentBytes / MIB_BYTES)} MiB.
- The calls mixed (but for 'search, none, of parts nearly all have'), ${load.parallel} at once for ${load.durationMs / 1_000} s: ${Math.round(load.perSecond)} answers a second, p50 ${ms(load.times.p50)} ms, p95 ${ms(load.times.p95)} ms, ${load.failures} failed.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}

/** Replaces a section of the results page; the others stay unchanged. */
export async function replacePart(file: string, part: string): Promise<string> {
  const heading = part.slice(0, part.indexOf('\n'));
  const page = await readFile(file, 'utf8').catch(() => '');
  const [, ...parts] = page.split(/\n(?=## )/);
  const index = parts.findIndex((other) => other.startsWith(`${heading}\n`));
  const all = index === -1 ? [...parts, part] : parts.with(index, part);
  return `${[INTRODUCTION, ...all].map((text) => text.trim()).join('\n\n')}\n`;
}

const INTRODUCTION = `# What was measured

To see again: \`npm run bench\` (all of it), one part with \`npm run bench -- --only server\` (or \`peer\`, \`arrival\`, \`chat\`,
\`cluster\`, \`growth\`, \`deletion\`, \`decisions\`, \`letters\`, \`timeline\`, \`start\`, \`panel\`, \`conversations\`, \`scale\`, \`soak\`). The first run fills databases of its own under bench/.data, which takes some minutes and 14 GB.

Each section names the commit that was measured; some are of branches that were squashed and are not in the history. A section says
nothing of what was built after its day.
`;
