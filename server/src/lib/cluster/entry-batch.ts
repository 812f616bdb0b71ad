import { z } from 'zod';
import type { StreamEntry } from './stream-reader.ts';

export type StreamFields = Record<string, string>;

const fieldsSchema = z.array(z.record(z.string(), z.string()));

/**
 * Packs several entries into one: writing and reading an entry costs more than what is in it.
 */
export function packEntries(writerId: string, all: readonly StreamFields[]): StreamFields {
  const [first = {}, ...others] = all;
  return others.length === 0 ? first : { by: writerId, batch: JSON.stringify(all) };
}

/**
 * Returns what was packed into an entry, each under the entry's id. Of what the reader has written itself, and of what
 * cannot be parsed, only the position in the stream is left.
 */
export function unpackEntry(entry: StreamEntry, readerId: string): StreamEntry[] {
  const { id, fields } = entry;
  const { by, batch } = fields;
  if (batch === undefined) return [entry];
  const found = by === readerId ? [] : parse(batch);
  return found.length === 0 ? [{ id, fields: {} }] : found.map((each) => ({ id, fields: each }));
}

function parse(batch: string): StreamFields[] {
  try {
    return fieldsSchema.parse(JSON.parse(batch));
  } catch {
    return [];
  }
}
