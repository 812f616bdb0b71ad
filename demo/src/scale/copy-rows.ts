import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Value = string | number | boolean | Date | null | undefined | readonly string[];
export type CopyRow = Readonly<Record<string, Value>>;

/** Large enough for an efficient write, small enough to buffer several. */
const CHUNK_CHARS = 64 * 1024;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
const quoteElement = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** One value in COPY's text format (PostgreSQL manual, COPY, File Formats). */
function copyText(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return String(value);
  return escapeText(`{${value.map(quoteElement).join(',')}}`);
}

/**
 * Streams rows into a table by COPY, with backpressure from the database.
 * @param columns names of columns and, as keys, of the rows' values
 * @param onRows called from time to time with the number of rows sent so far
 * @returns the number of rows
 */
export async function copyRows(
  client: ClientBase,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: Iterable<CopyRow>,
  onRows: (count: number) => void,
): Promise<number> {
  let count = 0;
  function* chunks(): Generator<string> {
    let chunk = '';
    for (const row of rows) {
      chunk += `${columns.map((column) => copyText(row[column])).join('\t')}\n`;
      count += 1;
      if (chunk.length < CHUNK_CHARS) continue;
      yield chunk;
      onRows(count);
      chunk = '';
    }
    if (chunk) yield chunk;
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)));
  return count;
}
