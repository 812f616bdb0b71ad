import { type AuditEvent, insertAuditEntry } from '../audit/record-audit.ts';
import { TooManyAttempts } from '../lib/attempt-limiter.ts';
import type { App } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';

/**
 * Runs an attempt at a password or a code; if it is rejected, that goes into the audit log. Of attempts after too many failures only
 * the first, and none where nothing was checked: guessing must not make the audit log grow.
 * @throws what `work` throws
 */
export async function auditFailedAttempt<T>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  event: Omit<AuditEvent, 'reason'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && isAudited(error))
      await insertAuditEntry(db, { ...event, reason: error.code }, clock.now());
    throw error;
  }
}

const isAudited = (rejection: DomainError): boolean =>
  rejection instanceof TooManyAttempts ? rejection.isFirst : rejection.code !== 'SERVICE_UNAVAILABLE';
