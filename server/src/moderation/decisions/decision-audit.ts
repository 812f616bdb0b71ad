import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { auditTargetOf } from '../closing/subject-reports.ts';
import { ownCaseMark } from '../subjects/append-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

interface DecisionAuditNeeds {
  audit: Pick<AuditService, 'record'>;
}

interface DecisionEntry {
  readonly action: 'decision.make' | 'decision.undo';
  readonly caller: Caller;
  readonly context: CallContext;
}

/** Records a decision on a locked subject, or its undo, in the audit log. */
export function createDecisionAudit({ audit }: DecisionAuditNeeds) {
  return async (
    tx: Tx,
    subject: LockedSubject,
    { action, caller, context }: DecisionEntry,
    { policy, ...after }: { decisionId: string; policy?: Policy | null; [field: string]: unknown },
  ): Promise<void> => {
    await audit.record(tx, {
      action,
      actor: caller,
      target: await auditTargetOf(subject),
      after: {
        ...after,
        ...ownCaseMark(subject, caller),
        ...(policy ? { policy: policy.key, policyVersion: policy.version } : {}),
      },
      context,
    });
  };
}
