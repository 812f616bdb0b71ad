import { z } from 'zod';
import { DomainError } from './domain-error.ts';

const ID_MAX_CHARS = 64;

/** The parts of cursors. A client may have forged one, so each part is limited to what the database can store and compare. */
export const cursorTime = z.iso.datetime().transform((text) => new Date(text));
export const cursorId = z
  .string()
  .max(ID_MAX_CHARS)
  .refine((text) => !text.includes('\0'));
/** A number of things. */
export const cursorInteger = z.int32().min(0);
/** A value of an integer column. */
export const cursorSignedInteger = z.int32();

/**
 * Writes a position in a list as an opaque text for the wire.
 * @param position what the list's store needs to go on from there
 */
export const encodeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position), 'utf8').toString('base64url');

/**
 * Reads such a text back.
 * @throws {DomainError} INVALID_CURSOR for anything that `schema` does not accept
 */
export function decodeCursor<Schema extends z.ZodType>(cursor: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw new DomainError('INVALID_CURSOR');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DomainError('INVALID_CURSOR');
  return parsed.data;
}
