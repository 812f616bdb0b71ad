/** Parsers for legacy responses: each returns a value of its type for any input. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An integer, also from a text; null otherwise. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

export const flagOf = (value: unknown): boolean => value === true || value === 'true';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A time in ISO 8601, also from milliseconds; null if invalid. */
export function timeOf(value: unknown): string | null {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** One of the known values, else `otherwise`. */
export const oneOf = <const Value extends string>(known: readonly Value[], value: unknown, otherwise: Value): Value =>
  known.find((candidate) => candidate === value) ?? otherwise;

/** An id as text, also from a number; null if invalid. */
const bareIdOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : textOf(value));

/** An id, bare or of an object; null if there is none. */
export const idOf = (value: unknown): string | null => bareIdOf(value) ?? bareIdOf(fieldsOf(value)['_id']);

/** The valid rows; rows without an id are dropped, so that one row never fails a list. */
export const rowsOf = <Row>(list: unknown, toRow: (raw: unknown) => Row | undefined): Row[] =>
  listOf(list).flatMap((raw) => toRow(raw) ?? []);

/** The data of a response, which may be sent without its envelope. */
export function dataOf(raw: unknown): unknown {
  return Array.isArray(raw) ? raw : fieldsOf(raw)['data'];
}

/** The list of a response: bare, as its data, or under a name within its data; null gives an empty list. */
export function listIn(raw: unknown, name: string): readonly unknown[] | undefined {
  const data = dataOf(raw);
  const list = Array.isArray(data) ? data : fieldsOf(data)[name];
  if (data === null || list === null) return [];
  return Array.isArray(list) ? list : undefined;
}

/** The response's pagination by cursor, if it has one. */
export function cursorPaginationOf(
  value: unknown,
): { total: number; totalRelation: 'eq'; nextCursor: string | null } | undefined {
  const { total, nextCursor } = fieldsOf(value);
  if (typeof total !== 'number' || (typeof nextCursor !== 'string' && nextCursor !== null)) return undefined;
  return { total, totalRelation: 'eq', nextCursor };
}

/** Pagination of a whole list on one page. */
export const wholeList = (total: number) => ({ total, totalRelation: 'eq', nextCursor: null }) as const;
