import { POLICY_ACTIONS, type Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { PolicyRow } from './policies.store.ts';

/** A rule as it crosses the wire. */
export const toPolicy = (row: PolicyRow): Policy => ({
  key: row.key,
  title: row.title,
  text: row.text,
  severity: row.severity,
  points: row.points,
  expiresDays: row.expires_days,
  defaultActions: POLICY_ACTIONS.filter((action) => row.default_actions.includes(action)),
  suspendDays: row.suspend_days,
  isEnabled: row.is_enabled,
  version: row.version,
  appliedCount: row.applied_count,
  overturnedCount: row.overturned_count,
  updatedAt: row.updated_at.toISOString(),
});
