import type { AuditFilters } from '@hai-dang/contract/audit/audit.schema.ts';
import type { AuditCriteria } from './audit.store.ts';

/** Vietnam keeps no summer time. */
const VIETNAM_OFFSET = '+07:00';
const DAY_MS = 24 * 3_600_000;

const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000${VIETNAM_OFFSET}`);

/** The filters in use, '', null and absence all meaning any, without halves of characters. */
export function activeFilters(filters: AuditFilters): Record<string, string> {
  const { actorId, action, targetType, targetId, from, to } = filters;
  const used = Object.entries({ actorId, action, targetType, targetId, from, to }).flatMap(([name, value]) =>
    value ? [[name, value.toWellFormed()] as const] : [],
  );
  return Object.fromEntries(used);
}

/** Reads the wire's filters; days are Vietnam's, both included. */
export function toCriteria(filters: AuditFilters): AuditCriteria {
  const { from, to, ...equal } = activeFilters(filters);
  return {
    ...equal,
    ...(from === undefined ? {} : { since: startOfDay(from) }),
    ...(to === undefined ? {} : { until: new Date(startOfDay(to).getTime() + DAY_MS) }),
  };
}
