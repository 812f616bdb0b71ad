import { type RawBuilder, sql } from 'kysely';

/** The part of a UUIDv7 that is its time, up to and with the digit that says 7. */
const TIME_CHARS = 15;

/**
 * A new id, made by the database, for statements that insert as many rows as a query gives.
 * @param model a UUIDv7, whose time the new one has; the rest is random
 */
export const idLike = (model: string): RawBuilder<string> =>
  sql<string>`overlay(gen_random_uuid()::text placing ${model.slice(0, TIME_CHARS)} from 1 for ${sql.lit(TIME_CHARS)})`;
