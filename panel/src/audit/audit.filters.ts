/** What the trail is filtered by; '' means any. The whole of it stands in the address. */
export interface AuditQuery {
  readonly actorId: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Days in Vietnam as yyyy-MM-dd, both included. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: AuditQuery = { actorId: '', action: '', targetType: '', targetId: '', from: '', to: '' };

const PARAMS: ReadonlyArray<readonly [name: keyof AuditQuery, param: string]> = [
  ['actorId', 'actor'],
  ['action', 'action'],
  ['targetType', 'type'],
  ['targetId', 'target'],
  ['from', 'from'],
  ['to', 'to'],
];
/** What the server takes. */
const VALUE_MAX_CHARS = 64;
/** From 2000 on: what is typed of a year passes through 0002 and 0020. */
const DAY = /^2\d{3}-\d\d-\d\d$/;

function isDay(value: string): boolean {
  const date = new Date(value);
  return DAY.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A value as it is filtered by; what is none of that filter's means any. */
export function cleanValue(name: keyof AuditQuery, value: string): string {
  const clean = value.toWellFormed().trim();
  if (name === 'from' || name === 'to') return isDay(clean) ? clean : '';
  return clean.length > VALUE_MAX_CHARS ? '' : clean;
}

/** Reads the address; anything unknown in it is passed over. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const found = PARAMS.map(([name, param]) => [name, cleanValue(name, params.get(param) ?? '')] as const);
  return { ...NO_FILTERS, ...Object.fromEntries(found) };
}

/** Writes the address: only the filters in use. */
export function formatAuditQuery(query: AuditQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, param] of PARAMS) if (query[name] !== '') params.set(param, query[name]);
  return params;
}

export const countFilters = (query: AuditQuery): number => formatAuditQuery(query).size;
