import { REPORTS_PER_USER_PER_HOUR } from '@hai-dang/contract/constants.ts';
import { reportAdded, reportChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { CreateReportBody, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { AlertsService } from '../../alerts/alerts.service.ts';
import type { App } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { hideContent } from '../../posts/soft-delete-content.ts';
import { findLiveSubject, storeEvidence } from '../evidence/evidence.ts';
import { type NamedSubject, nameOf } from '../evidence/snapshot.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { findEnabledPolicy, findRuleOfReason } from '../policies/policies.ts';
import { toReport } from '../reports/reports.mapper.ts';
import { dueAfter, sealedReason } from '../reports/reports.policy.ts';
import { reportsStore } from '../reports/reports.store.ts';
import { getSettings } from '../settings/settings.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { type Seal, subjectEventsStore } from '../subjects/subject-events.store.ts';
import { reportsFilingStore } from './filing.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SEALED_NOTE = 'Nội dung này đã được xem xét với cùng lý do, không vi phạm, và chưa thay đổi từ đó.';

interface FilingNeeds {
  app: App;
  alerts: Pick<AlertsService, 'raiseIfGrave'>;
}

/** Reports as users of the app file them (the wire contract, the app's side). */
export function createReportFilingService(needs: FilingNeeds) {
  const { app, alerts } = needs;
  const { db, transact, publisher, clock } = app;

  async function enforceRateLimit(on: DbOrTx, reporterId: string): Promise<void> {
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

  async function announce(
    subject: LockedSubject,
    reportId: string,
    reporter: { id: string; username: string; avatar_url: string | null },
    accountId: string,
    about: NamedSubject & { reason: string; severity: number; policy: string },
  ): Promise<void> {
    const { tx, ref } = subject;
    const { title, owner, reason, severity, policy } = about;
    await notifyAdmins(subject, {
      reportId,
      senderName: reporter.username,
      senderAvatar: reporter.avatar_url,
      about: { ...ref, title, owner, reason, severity },
    });
    await alerts.raiseIfGrave(tx, { subject: ref, reportId, reason: policy, severity, title });
    afterCommit(tx, () => publisher.toAdmins(reportAdded, { reportId, reporterId: reporter.id, ...ref, accountId }));
  }

  /** A report of what was found harmless for the same reason closes itself: no administrator looks at it again, and the reporter is notified. */
  async function closeSealed(
    subject: LockedSubject,
    seal: Seal,
    { reportId, reporterId }: { reportId: string; reporterId: string },
  ): Promise<void> {
    await appendEvent(subject, {
      kind: 'auto_closed',
      actor: { type: 'system' },
      reportId,
      fromStatus: 'pending',
      toStatus: 'rejected',
      note: SEALED_NOTE,
      changes: { openReports: -1, pendingReports: -1 },
    });
    const letter = { kind: 'auto_closed', recipientId: reporterId, policy: null, sendAt: clock.now() } as const;
    const { decisionId, actorId: senderId } = seal;
    const origin = { decisionId, senderId, actor: { type: 'system' }, reportId } as const;
    await queueLetter(subject, letter, origin);
    const changed = { reportId, version: 1, status: 'rejected' as const, ...subject.ref };
    afterCommit(subject.tx, () => publisher.toAdmins(reportChanged, changed));
  }

  /** Hides content that many have reported within a day, until an administrator decides or brings it back. */
  async function hideIfMany(subject: LockedSubject, enough: number): Promise<void> {
    const { tx, ref, state } = subject;
    const { itemType: type, itemId: id } = ref;
    if (type === 'User' || state.hiddenAt || state.takenDownAt || state.reporters < enough) return;
    const dayAgo = new Date(clock.now().getTime() - DAY_MS);
    const reviewed = await subjectEventsStore.findLastReview(tx, ref);
    const since = reviewed && reviewed > dayAgo ? reviewed : dayAgo;
    if ((await reportsFilingStore.countReporters(tx, ref, { since, most: enough })) < enough) return;
    await hideContent(subject, { type, id }, { type: 'system' });
  }

  return {
    /**
     * Files a report: evidence, the report itself and a notification for every administrator, all or nothing. Copies of
     * images are made before and may be left over; the next filing finds them. A filing that repeats another gets the
     * report that is stored, and changes nothing. One of what was found harmless for the same reason, unaltered since, closes
     * itself, and is what the same reporter gets again. A report is as severe as the rule of its reason or the one that it names, whichever is graver; one that is
     * unknown or switched off counts as none.
     * @throws {DomainError} REPORT_KEY_REUSED, REPORTED_ITEM_NOT_FOUND, OWN_CONTENT, TOO_MANY_REPORTS; SERVICE_UNAVAILABLE
     *   (disk full); SESSION_EXPIRED, ACCOUNT_DISABLED when the account went or was disabled meanwhile
     */
    async createReport(body: CreateReportBody, caller: Caller): Promise<Report> {
      const { clientKey, itemType, reportedItem: itemId, reason, description } = body;
      // Both asked again below, where they count; here they spare the images of what will not be stored.
      const known = await findFiled(db, caller.id, body);
      if (known) return known;
      await enforceRateLimit(db, caller.id);
      const [item, ofReason, named, record] = await Promise.all([
        findLiveSubject(app, { itemType, itemId }),
        findRuleOfReason(db, reason),
        body.policy ? findEnabledPolicy(db, body.policy) : undefined,
        reportsFilingStore.findReporterRecord(db, caller.id),
      ]);
      if (!item) throw new DomainError('REPORTED_ITEM_NOT_FOUND');
      if (item.authorId === caller.id) throw new DomainError('OWN_CONTENT');
      const { severity, title: policy } = named && named.severity >= ofReason.severity ? named : ofReason;
      const snapshot = await item.preserve();

      return transact(async (tx) => {
        const reporter = await reportsFilingStore.lockReporter(tx, caller.id);
        if (!reporter) throw new DomainError('SESSION_EXPIRED');
        if (reporter.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
        const filed = await findFiled(tx, caller.id, body);
        if (filed) return filed;
        await enforceRateLimit(tx, caller.id);
        const id = newId();
        const at = clock.now();
        await storeEvidence(tx, snapshot, at);
        const present = await getSettings(tx);
        // As late as possible: who else reports the same waits from here on.
        const subject = await lockSubject({ ...app, tx }, { itemType, itemId }, item.authorId);
        const seal = present.isSealingOn
          ? await subjectEventsStore.findSeal(tx, subject.ref, {
              evidenceId: snapshot.id,
              reason: sealedReason({ reason, policy: named?.key }),
            })
          : undefined;
        const closed = seal && (await reportsFilingStore.findSelfClosed(tx, caller.id, seal.decisionId));
        if (closed) return toReport(closed);
        const status = seal === undefined ? 'pending' : 'rejected';
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
          due: { dueAt: dueAfter(at, present.dueHours, severity), severity, ...record },
        });
        if (seal === undefined) {
          const about = { ...nameOf(snapshot.content), reason, severity, policy };
          await announce(subject, id, reporter, item.authorId, about);
        } else await closeSealed(subject, seal, { reportId: id, reporterId: reporter.id });
        if (seal === undefined && present.isHidingOn) await hideIfMany(subject, present.hidingReporters);
        return {
          _id: id,
          reporter: {
            _id: reporter.id,
            username: reporter.username,
            email: reporter.email,
            avatar: reporter.avatar_url,
          },
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
      });
    },
  };
}
export type ReportFilingService = ReturnType<typeof createReportFilingService>;
