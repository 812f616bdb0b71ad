import type { Database } from '../../server/src/lib/db/database.ts';
import { CALL_LIMIT_MS, SESSION_TABLE } from './adminjs-process.ts';
import type { Percentiles } from './measure.ts';
import { describeMachine } from './report.ts';

const MIN_TIMES_FASTER = 5;

export interface PeerMeasurement {
  name: string;
  /** Number of calls to each. */
  rounds: number;
  /** In milliseconds: ours over HTTP. */
  ours: Percentiles;
  /** AdminJS over HTTP; infinite if it was cancelled at the limit. */
  theirs: Percentiles;
  /** All SQL of ours through pg alone. */
  bare: Percentiles;
  /** The two calls, for the reader. */
  asked: { ours: string; theirs: string };
  /** AdminJS's statements for one of the calls, its session's included. */
  theirStatements: string[];
}

export interface PeerResults {
  measurements: PeerMeasurement[];
  /** Single records once more, with AdminJS not writing its session with each response. */
  unwritten: PeerMeasurement[];
  versions: string[];
}

/** The ratio of AdminJS's p50 to ours; a lower bound if it was cancelled. */
const timesFaster = ({ ours, theirs }: PeerMeasurement) => Math.min(theirs.p50, CALL_LIMIT_MS) / ours.p50;

/** The same ratio for our SQL alone, without a server: the upper bound for any server on these tables. */
const timesFasterAtBest = ({ bare, theirs }: PeerMeasurement) => Math.min(theirs.p50, CALL_LIMIT_MS) / bare.p50;

/** The missed bars, one line each; empty if there are none. */
export function missedPeerBars({ measurements }: PeerResults): string[] {
  return measurements
    .filter((measurement) => !(timesFaster(measurement) >= MIN_TIMES_FASTER))
    .map(
      (measurement) =>
        `against AdminJS, ${measurement.name}: ${timesFaster(measurement).toFixed(1)} times faster, ${MIN_TIMES_FASTER} wanted` +
        ` (our SQL alone: ${timesFasterAtBest(measurement).toFixed(1)})`,
    );
}

function ms(value: number): string {
  if (!Number.isFinite(value)) return `> ${CALL_LIMIT_MS / 1_000} s`;
  return value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0);
}

function times(measurement: PeerMeasurement): string {
  const atLeast = Number.isFinite(measurement.theirs.p50) ? '' : '> ';
  const found = timesFaster(measurement);
  return `${atLeast}${found < 100 ? found.toFixed(1) : Math.round(found).toLocaleString('en')}`;
}

function table(measurements: readonly PeerMeasurement[]): string {
  const head = [
    '| Call | rounds | ours p50, ms | p95 | AdminJS p50, ms | p95 | times as long | its statements | our SQL through pg p50, ms | ours / that | AdminJS / that |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  ];
  const rows = measurements.map((measurement) => {
    const { name, rounds, ours, theirs, bare, theirStatements } = measurement;
    const cells = [name, rounds, ms(ours.p50), ms(ours.p95), ms(theirs.p50), ms(theirs.p95), times(measurement)];
    const besideSql = [(ours.p50 / bare.p50).toFixed(2), timesFasterAtBest(measurement).toFixed(1)];
    return `| ${[...cells, theirStatements.length, ms(bare.p50), ...besideSql].join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}

/** The calls and AdminJS's statements for them without its session's, to explain the ratio. */
function explanation(measurements: readonly PeerMeasurement[]): string {
  const lines = measurements.map(({ name, asked, theirStatements }) => {
    const own = theirStatements.filter((text) => !text.includes(SESSION_TABLE)).map(shortened);
    return [`- ${name}: \`${asked.ours}\`, \`${asked.theirs}\``, ...own.map((text) => `  - \`${text}\``)].join('\n');
  });
  return lines.join('\n');
}

/** Every statement of its session, once. */
function sessionStatements(measurements: readonly PeerMeasurement[]): string {
  const all = measurements.flatMap(({ theirStatements }) => theirStatements);
  const found = new Set(all.filter((text) => text.includes(SESSION_TABLE)));
  return [...found].map((text) => `- \`${text}\``).join('\n');
}

const shortened = (text: string) => text.replaceAll('"public".', '').replace(/\$2(, \$\d+)+\)/, '$2, …)');

/** Its section of the results page. */
export async function writePeerPart(results: PeerResults, database: Database): Promise<string> {
  const { measurements, unwritten, versions } = results;
  const missed = missedPeerBars(results);
  return `## Server against AdminJS

${await describeMachine(database)}
- ${versions.join(', ')}

Both on the same PostgreSQL and the same rows, each in a process of its own in production, each behind a sign-in that it looks up
in the database with every call; over HTTP on one kept-alive connection. In turn: ours, AdminJS, and all SQL of ours through pg on one
connection. AdminJS is set up as its documentation shows, with its adapter for SQL and sessions in PostgreSQL, which it writes anew
with each answer. Pages are of the same size on both sides, and newest first. A call is stopped after ${CALL_LIMIT_MS / 1_000} s.

${table(measurements)}

What differs, and is as each of them does it:

- A page of AdminJS is found by its number (offset) and comes with a count of all rows that match; ours goes on from a cursor, but for a
  user's posts, which are numbered here too, and the numbers come from counters.
- AdminJS filters texts by \`ilike '%…%'\` in one column as it is written; ours searches name, e-mail and phone with case and Vietnamese
  marks ignored, so that a search may find more here. As one types, it looks into one column and counts nothing.
- AdminJS gives every column of a row, and with a report its evidence and with a post its author. Ours gives with a post its author, its
  newest comments and likes, with a report its evidence, its history and how often the same thing was reported.
- A list of all posts and a search in them are not among our calls.
- A single record costs AdminJS a look-up and a statement or two by key, as it does us: the last column says how far ahead our statements
  would be with no server before them. Where that is no more than ${MIN_TIMES_FASTER}, no server can be.

Single records once more, AdminJS configured not to write its session with each answer (\`rolling: false\`), which its documentation does not say:

${table(unwritten)}

- Bar: each call at least ${MIN_TIMES_FASTER} times faster than AdminJS in p50, as it is set up by its documentation.
${missed.length === 0 ? '- Every bar was met.' : missed.map((line) => `- Missed ${line}.`).join('\n')}

With every call AdminJS sends, for its session:

${sessionStatements(measurements)}

One call of each row, and what AdminJS sends to PostgreSQL for it besides:

${explanation(measurements)}
`;
}
