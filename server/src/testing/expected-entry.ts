import type { AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import { expect } from 'vitest';

/** The audit entry of a successful call. */
export interface ExpectedEntry {
  action: string;
  target: AuditTargetType | null;
  before: unknown;
  after: unknown;
  /** The response of the same call when nothing is left to change; null for a call that always changes something. */
  again: number | null;
}

/** The expected entry of each endpoint, by its name. */
export type ExpectedEntries = Readonly<Record<string, ExpectedEntry>>;

/** The entry of content that is restored. */
export const restoration = (target: AuditTargetType): ExpectedEntry => ({
  action: `${target}.restore`,
  target,
  before: { deletedAt: expect.any(String) },
  after: { deletedAt: null },
  again: 200,
});

/** The entry of a pending report whose status is set. */
export const statusChange = (after: unknown): ExpectedEntry => ({
  action: 'report.status',
  target: 'report',
  before: { status: 'pending' },
  after,
  again: 200,
});
