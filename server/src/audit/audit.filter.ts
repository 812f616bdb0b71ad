import type { AuditFilters } from '@hai-dang/contract/audit/audit.schema.ts';
import { rangeOfDays } from '../lib/vietnam-day.ts';
import type { AuditCriteria } from './audit.store.ts';

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
  return { ...equal, ...rangeOfDays(from, to) };
}
