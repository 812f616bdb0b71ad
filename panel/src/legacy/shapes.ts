/** What legacy responses are read with: each gives a value of the wanted kind whatever it is given. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A whole number, also where it stands as text; null where it is none. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

export const flagOf = (value: unknown): boolean => value === true || value === 'true';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A moment in ISO 8601, also where it stands in milliseconds; null where it is none. */
export function timeOf(value: unknown): string | null {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** One of the values that are known, else `otherwise`. */
export const oneOf = <const Value extends string>(known: readonly Value[], value: unknown, otherwise: Value): Value =>
  known.find((candidate) => candidate === value) ?? otherwise;

/** An id as text, also where it is a number; null where there is none. */
const bareIdOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : textOf(value));

/** An id, bare or in the object that it names; null where there is none. */
export const idOf = (value: unknown): string | null => bareIdOf(value) ?? bareIdOf(fieldsOf(value)['_id']);

/** The rows that can be read; what has no id is left out, so that one row never fails a list. */
export const rowsOf = <Row>(list: unknown, toRow: (raw: unknown) => Row | undefined): Row[] =>
  listOf(list).flatMap((raw) => toRow(raw) ?? []);

/** The data of a response that may be bare, without its envelope. */
export function dataOf(raw: unknown): unknown {
  return Array.isArray(raw) ? raw : fieldsOf(raw)['data'];
}

/** The list within a response: bare, as its data, or under a name within its data; empty where null stands for it. */
export function listIn(raw: unknown, name: string): readonly unknown[] | undefined {
  const data = dataOf(raw);
  const list = Array.isArray(data) ? data : fieldsOf(data)[name];
  if (data === null || list === null) return [];
  return Array.isArray(list) ? list : undefined;
}

/** Paging by cursor, if a response has it. */
export function cursorPaginationOf(
  value: unknown,
): { total: number; totalRelation: 'eq'; nextCursor: string | null } | undefined {
  const { total, nextCursor } = fieldsOf(value);
  if (typeof total !== 'number' || (typeof nextCursor !== 'string' && nextCursor !== null)) return undefined;
  return { total, totalRelation: 'eq', nextCursor };
}

/** Paging of a whole list on one page. */
export const wholeList = (total: number) => ({ total, totalRelation: 'eq', nextCursor: null }) as const;
