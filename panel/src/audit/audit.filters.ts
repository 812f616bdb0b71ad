import { isDay } from '../lib/day.ts';
import { defineUrlQuery, textParam, type UrlParam } from '../lib/url-query.ts';

/** The filters of the audit log, stored in the URL; '' means any. */
export interface AuditQuery {
  readonly actorId: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Days in Vietnam as yyyy-MM-dd, both inclusive. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: AuditQuery = { actorId: '', action: '', targetType: '', targetId: '', from: '', to: '' };

/** The server's maximum length. */
const VALUE_MAX_CHARS = 64;
/** A filter's value, normalised; an invalid one means any. */
export function cleanValue(name: keyof AuditQuery, value: string): string {
  const clean = value.toWellFormed().trim();
  if (name === 'from' || name === 'to') return isDay(clean) ? clean : '';
  return clean.length > VALUE_MAX_CHARS ? '' : clean;
}

const param = (key: keyof AuditQuery, name: string): UrlParam<string> =>
  textParam(name, (text) => cleanValue(key, text));

/** The filters in the URL: only the active ones; invalid values are ignored. */
export const auditUrl = defineUrlQuery<AuditQuery>({
  actorId: param('actorId', 'actor'),
  action: param('action', 'action'),
  targetType: param('targetType', 'type'),
  targetId: param('targetId', 'target'),
  from: param('from', 'from'),
  to: param('to', 'to'),
});

export const countFilters = (query: AuditQuery): number => auditUrl.format(query).size;
