import { CHILD_SAFETY_SEVERITY } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { REPORTS_PER_USER_PER_HOUR } from '@hai-dang/contract/constants.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { CreateReportBody, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type App, type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { type Evidence, findLiveSubject, type LiveSubject, storeEvidence } from '../evidence/evidence.ts';
import { nameOf } from '../evidence/snapshot.ts';
import { findEnabledPolicy, findRuleOfReason } from '../policies/policies.ts';
import { toReport } from '../reports/reports.mapper.ts';
import { dueAfter, sealedReason } from '../reports/reports.policy.ts';
import { reportsStore } from '../reports/reports.store.ts';
import { getSettings } from '../settings/settings.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { reportsFilingStore } from './filing.store.ts';
import { announceReport, closeMuted, closeSealed, hideIfMany } from './follow-report.ts';

/** A report that is about to be stored, with all that was read and copied for it before. */
interface Filing {
  readonly body: CreateReportBody;
  readonly item: LiveSubject;
  readonly snapshot: Evidence;
  /** The rule that it names; undefined for one that is unknown or switched off. */
  readonly named: Policy | undefined;
  /** The graver of that one and the rule of the reason. */
  readonly rule: Pick<Policy, 'severity' | 'title'>;
  readonly record: Awaited<ReturnType<typeof reportsFilingStore.findReporterRecord>>;
}

/**
 * Files a report of a user of the app (the wire contract, the app's side): evidence, the report itself and a notification for
 * every administrator, all or nothing. Copies of images are made before and may be left over; the next filing finds them. A
 * filing that repeats another gets the report that is stored, and changes nothing. A report of a subject that was found harmless
 * for the same reason, unaltered since, closes itself, and the same reporter gets it again. A report is as severe as the rule of
 * its reason or the one that it names, whichever is graver; one that is unknown or switched off counts as none. A report of a muted
 * reporter closes itself, too, unless it is as severe as child safety.
 * @throws {DomainError} REPORT_KEY_REUSED, REPORTED_ITEM_NOT_FOUND, OWN_CONTENT, TOO_MANY_REPORTS; SERVICE_UNAVAILABLE
 *   (disk full); SESSION_EXPIRED, ACCOUNT_DISABLED when the account went or was disabled meanwhile
 */
export async function createReport(call: Ctx, body: CreateReportBody): Promise<Report> {
  const { db, caller } = call;
  const { itemType, reportedItem: itemId } = body;
  // Both are asked again below, where they count; here they spare the images of a report that will not be stored.
  const known = await findFiled(db, caller.id, body);
  if (known) return known;
  await enforceRateLimit(call, db, caller.id);
  const [item, ofReason, named, record] = await Promise.all([
    findLiveSubject(call, { itemType, itemId }),
    findRuleOfReason(db, body.reason),
    body.policy ? findEnabledPolicy(db, body.policy) : undefined,
    reportsFilingStore.findReporterRecord(db, caller.id),
  ]);
  if (!item) throw new DomainError('REPORTED_ITEM_NOT_FOUND');
  if (item.authorId === caller.id) throw new DomainError('OWN_CONTENT');
  const rule = named && named.severity >= ofReason.severity ? named : ofReason;
  const snapshot = await item.preserve();
  return inTransaction(call, (ctx) => storeReport(ctx, { body, item, snapshot, named, rule, record }));
}

async function storeReport(ctx: TxCtx, filing: Filing): Promise<Report> {
  const { tx, caller, clock } = ctx;
  const { body, item, snapshot, named, rule, record } = filing;
  const { clientKey, itemType, reportedItem: itemId, reason, description } = body;
  const { severity, title: policy } = rule;
  const { mutedAt, ...others } = record;
  const reporter = await reportsFilingStore.lockReporter(tx, caller.id);
  if (!reporter) throw new DomainError('SESSION_EXPIRED');
  if (reporter.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
  const filed = await findFiled(tx, caller.id, body);
  if (filed) return filed;
  await enforceRateLimit(ctx, tx, caller.id);
  const id = newId();
  const at = clock.now();
  await storeEvidence(tx, snapshot, at);
  const settings = await getSettings(tx);
  // It is locked as late as possible: who else reports the same waits from here on.
  const subject = await lockSubject(ctx, { itemType, itemId }, item.authorId);
  const seal = settings.isSealingOn
    ? await subjectEventsStore.findSeal(tx, subject.ref, {
        evidenceId: snapshot.id,
        reason: sealedReason({ reason, policy: named?.key }),
      })
    : undefined;
  const isMuted = seal === undefined && mutedAt !== null && severity < CHILD_SAFETY_SEVERITY;
  const closed = isMuted
    ? await reportsFilingStore.findMuted(tx, caller.id, subject.ref)
    : seal && (await reportsFilingStore.findSelfClosed(tx, caller.id, seal.decisionId));
  if (closed) return toReport(closed);
  const status = seal || isMuted ? 'rejected' : 'pending';
  const isReporter = await reportsStore.hasReported(tx, { reporterId: caller.id, itemType, itemId });
  await reportsFilingStore.insert(tx, {
    id,
    reporter_id: caller.id,
    client_key: clientKey ?? null,
    subject_type: itemType,
    subject_id: itemId,
    subject_owner_id: item.authorId,
    reason,
    policy_key: named?.key ?? null,
    description,
    status,
    // An undo of the decision opens the report, too.
    ...(seal === undefined ? {} : { decision_id: seal.decisionId, status_before_decision: 'pending' }),
    is_muted: isMuted,
    snapshot_id: snapshot.id,
    subject_version: subject.state.version,
    subject_likes_count: item.counts?.likesCount ?? null,
    subject_comments_count: item.counts?.commentsCount ?? null,
    created_at: at,
    updated_at: at,
  });
  await appendEvent(subject, {
    kind: 'reported',
    actor: { type: 'user', id: caller.id },
    reportId: id,
    changes: { reports: 1, openReports: 1, pendingReports: 1, reporters: isReporter ? 0 : 1 },
    due: isMuted ? undefined : { dueAt: dueAfter(at, settings.dueHours, severity), severity, ...others },
  });
  if (seal) await closeSealed(subject, seal, { reportId: id, reporterId: reporter.id });
  else if (isMuted) await closeMuted(subject, id);
  else {
    const about = { ...nameOf(snapshot.content), reason, severity, policy };
    await announceReport(subject, { id, reporter, accountId: item.authorId, about });
    if (settings.isHidingOn) await hideIfMany(subject, settings.hidingReporters);
  }
  return {
    _id: id,
    reporter: { _id: reporter.id, username: reporter.username, email: reporter.email, avatar: reporter.avatar_url },
    itemType,
    reportedItem: itemId,
    reason,
    ...(named && { policy: { key: named.key, title: named.title } }),
    description,
    status,
    createdAt: at.toISOString(),
    version: 1,
    accountId: item.authorId,
  };
}

/** @throws {DomainError} TOO_MANY_REPORTS */
async function enforceRateLimit({ clock }: App, on: DbOrTx, reporterId: string): Promise<void> {
  const now = clock.now().getTime();
  const since = new Date(now - HOUR_MS);
  const oldest = await reportsFilingStore.nthNewestCreatedAt(on, reporterId, REPORTS_PER_USER_PER_HOUR, since);
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now) / 1_000));
  throw new DomainError('TOO_MANY_REPORTS', { retryAfterSeconds });
}

/**
 * The report that a filing repeats: the one of the same key, whatever its status, else the reporter's open one of the
 * same subject. It stays as it is: a repeat must not change the version that an administrator's decision rests on.
 * @throws {DomainError} REPORT_KEY_REUSED
 */
async function findFiled(
  on: DbOrTx,
  reporterId: string,
  { clientKey, itemType, reportedItem: itemId }: CreateReportBody,
): Promise<Report | undefined> {
  const keyed = clientKey ? await reportsFilingStore.findByClientKey(on, reporterId, clientKey) : undefined;
  if (keyed && (keyed.subject_type !== itemType || keyed.subject_id !== itemId))
    throw new DomainError('REPORT_KEY_REUSED');
  const row = keyed ?? (await reportsFilingStore.findOpen(on, reporterId, { itemType, itemId }));
  return row && toReport(row);
}
