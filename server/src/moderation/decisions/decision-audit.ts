import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { TxCtx } from '../../lib/context.ts';
import { auditTargetOf } from '../closing/subject-reports.ts';
import { ownCaseMark } from '../subjects/append-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

/** Records a decision on a locked subject, or its undo, in the audit log. */
export const auditDecision = async (
  ctx: TxCtx,
  subject: LockedSubject,
  action: 'decision.make' | 'decision.undo',
  { policy, ...after }: { decisionId: string; policy?: Policy | null; [field: string]: unknown },
): Promise<void> =>
  recordAudit(ctx, {
    action,
    target: await auditTargetOf(subject),
    after: {
      ...after,
      ...ownCaseMark(subject, ctx.caller),
      ...(policy ? { policy: policy.key, policyVersion: policy.version } : {}),
    },
  });
