import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import type { Ctx } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { PolicyViolation } from './lock-account.ts';

/**
 * Runs a change that may be denied because of an account; a denial is recorded in the audit log, outside of the transaction that was rolled back.
 * @throws {DomainError} the reason of the denial, and the errors of `work`
 */
export async function auditDenial<Result>(
  { db, clock, caller, request }: Ctx,
  action: AuditAction,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PolicyViolation)) throw error;
    const { code, subject } = error;
    const target = { type: 'user' as const, id: subject.id, name: subject.username };
    await insertAuditEntry(db, { action, actor: caller, target, reason: code, context: request }, clock.now());
    throw new DomainError(code);
  }
}
