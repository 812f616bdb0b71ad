import { z } from 'zod';
import type { StreamEntry } from './stream-reader.ts';

export type StreamFields = Record<string, string>;

const fieldsSchema = z.array(z.record(z.string(), z.string()));

/**
 * One entry of a stream out of several: to write and to read an entry costs more than what is in it.
 * @param writerId who writes it
 */
export function joinFields(writerId: string, all: readonly StreamFields[]): StreamFields {
  const [first = {}, ...others] = all;
  return others.length === 0 ? first : { by: writerId, joined: JSON.stringify(all) };
}

/**
 * What was put into an entry, each under the entry's id. Of what the reader has written itself, and of what nobody
 * understands, just the place in the stream is left.
 */
export function separateEntry(entry: StreamEntry, readerId: string): StreamEntry[] {
  const { id, fields } = entry;
  const { by, joined } = fields;
  if (joined === undefined) return [entry];
  const found = by === readerId ? [] : parse(joined);
  return found.length === 0 ? [{ id, fields: {} }] : found.map((each) => ({ id, fields: each }));
}

function parse(joined: string): StreamFields[] {
  try {
    return fieldsSchema.parse(JSON.parse(joined));
  } catch {
    return [];
  }
}
