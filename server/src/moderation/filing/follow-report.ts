import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { reportAdded, reportChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import { raiseIfGrave } from '../../alerts/raise-alert.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { hideContent } from '../actions/soft-delete-content.ts';
import type { NamedSubject } from '../evidence/snapshot.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { appendEvent } from '../subjects/append-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';
import { type Seal, subjectEventsStore } from '../subjects/subject-events.store.ts';
import { reportsFilingStore } from './filing.store.ts';

const SEALED_NOTE = 'Nội dung này đã được xem xét với cùng lý do, không vi phạm, và chưa thay đổi từ đó.';
const MUTED_NOTE = 'Người gửi đã bị tắt báo cáo, nên báo cáo này tự đóng.';

interface NewReport {
  readonly id: string;
  readonly reporter: { id: string; username: string; avatar_url: string | null };
  /** The owner of the subject. */
  readonly accountId: string;
  /** `policy` is the title of the rule that makes it as severe as it is. */
  readonly about: NamedSubject & { reason: string; severity: number; policy: string };
}

/** Notifies every administrator of a new report of a locked subject, and raises an alert where it is grave. */
export async function announceReport(
  subject: LockedSubject,
  { id: reportId, reporter, accountId, about }: NewReport,
): Promise<void> {
  const { tx, ref, publisher } = subject;
  const { title, owner, reason, severity, policy } = about;
  await notifyAdmins(subject, {
    reportId,
    senderName: reporter.username,
    senderAvatar: reporter.avatar_url,
    about: { ...ref, title, owner, reason, severity },
  });
  await raiseIfGrave(subject, { subject: ref, reportId, reason: policy, severity, title });
  afterCommit(tx, () => publisher.toAdmins(reportAdded, { reportId, reporterId: reporter.id, ...ref, accountId }));
}

/** Closes a new report of a locked subject: no administrator looks at it. */
async function closeItself(subject: LockedSubject, reportId: string, note: string): Promise<void> {
  const { tx, ref, publisher } = subject;
  await appendEvent(subject, {
    kind: 'auto_closed',
    actor: { type: 'system' },
    reportId,
    fromStatus: 'pending',
    toStatus: 'rejected',
    note,
    changes: { openReports: -1, pendingReports: -1 },
  });
  const changed = { reportId, version: 1, status: 'rejected' as const, ...ref };
  afterCommit(tx, () => publisher.toAdmins(reportChanged, changed));
}

/** Closes a new report of a locked subject that was found harmless; the reporter is notified. */
export async function closeSealed(
  subject: LockedSubject,
  { decisionId, actorId: senderId }: Seal,
  { reportId, reporterId }: { reportId: string; reporterId: string },
): Promise<void> {
  await closeItself(subject, reportId, SEALED_NOTE);
  const letter = { kind: 'auto_closed', recipientId: reporterId, policy: null, sendAt: subject.clock.now() } as const;
  await queueLetter(subject, letter, { decisionId, senderId, actor: { type: 'system' }, reportId });
}

/** Closes a new report of a muted reporter, who is not notified: nobody has decided anything. */
export const closeMuted = (subject: LockedSubject, reportId: string): Promise<void> =>
  closeItself(subject, reportId, MUTED_NOTE);

/** Hides content that many have reported within a day, until an administrator decides or brings it back. */
export async function hideIfMany(subject: LockedSubject, enough: number): Promise<void> {
  const { tx, ref, state, clock } = subject;
  const { itemType: type, itemId: id } = ref;
  if (type === 'User' || state.hiddenAt || state.takenDownAt || state.reporters < enough) return;
  const dayAgo = new Date(clock.now().getTime() - DAY_MS);
  const reviewed = await subjectEventsStore.findLastReview(tx, ref);
  const since = reviewed && reviewed > dayAgo ? reviewed : dayAgo;
  if ((await reportsFilingStore.countReporters(tx, ref, { since, most: enough })) < enough) return;
  await hideContent(subject, { type, id }, { type: 'system' });
}
