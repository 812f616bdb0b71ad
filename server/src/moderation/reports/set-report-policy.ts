import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { Report, SetReportPolicyBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import { getSettings } from '../settings/settings.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { auditTargetOf, describeReport, type LockedReport, lockReport, updateReport } from './lock-report.ts';
import { toStatus } from './reports.mapper.ts';
import { dueOfOpen, isClosed } from './reports.policy.ts';
import { reportsStore } from './reports.store.ts';

/**
 * Names a rule in an open report, in place of the one that it names; the same changes nothing and leaves no line.
 * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own;
 *   REPORT_CLOSED; POLICY_NOT_FOUND, POLICY_DISABLED
 */
export const setReportPolicy = (call: Ctx, id: string, { policy, version }: SetReportPolicyBody): Promise<Report> =>
  inTransaction(call, async (ctx) => {
    const locked = await lockReport(ctx, id, version);
    return locked.row.policy_key === policy ? describeReport(locked) : setPolicy(ctx, locked, policy);
  });

/** Names a rule in a locked report, or none: what is open is due, and its place in the queue is, as it says from now on. */
async function setPolicy(ctx: TxCtx, { row, subject }: LockedReport, key: string | null): Promise<Report> {
  const { tx, caller, publisher } = ctx;
  const status = toStatus(row.status);
  if (isClosed(status)) throw new DomainError('REPORT_CLOSED');
  const rule = key === null ? undefined : await findAppliedPolicy(tx, key);
  await reportsStore.setPolicy(tx, row.id, key);
  const { dueHours } = await getSettings(tx);
  await appendEvent(subject, {
    kind: 'policy_named',
    actor: administrator(caller),
    reportId: row.id,
    ...(rule && { policy: { key: rule.key, version: rule.version } }),
    due: dueOfOpen(await reportsStore.findOpenDues(tx, subject.ref), dueHours),
  });
  const named = { ...row, policy_key: key, policy_title: rule?.title ?? null };
  const report = await updateReport(ctx, { row: named, subject }, status);
  await recordAudit(ctx, {
    action: 'report.policy',
    target: auditTargetOf(row),
    before: { policy: row.policy_key },
    after: { policy: key, ...ownCaseMark(subject, caller) },
  });
  // The lists have more of it than its status.
  afterCommit(tx, () => publisher.toAdmins(casesChanged, subject.ref));
  return report;
}
