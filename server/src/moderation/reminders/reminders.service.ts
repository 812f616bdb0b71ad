import type { AlertsService } from '../../alerts/alerts.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { ReportCases } from '../../reports/cases/cases.service.ts';
import { toSubjectRef } from '../subjects/subjects.service.ts';
import { REMINDERS, type Reminder, remindersStore } from './reminders.store.ts';

/** What is said of each, before the reason and the name of what was reported. */
const MESSAGES = { half: 'Đã qua nửa hạn xử lý', end: 'Quá hạn xử lý' } as const satisfies Record<Reminder, string>;
const APPEAL_MESSAGE = 'Khiếu nại quá hạn xử lý';

interface RemindersNeeds {
  database: Pick<Database, 'transact'>;
  cases: Pick<ReportCases, 'findNewestOpen' | 'titleOf'>;
  notifications: Pick<NotificationsService, 'remindAdmins'>;
  alerts: Pick<AlertsService, 'raise'>;
  clock: Clock;
}

/**
 * Reminds administrators of open subjects: the assignee when half of the time is over, everybody at its end; and everybody of
 * objections whose time is over.
 */
export function createReminders({ database, cases, notifications, alerts, clock }: RemindersNeeds) {
  /** @returns whether more may be due */
  async function remindOfNext(tx: Tx, reminder: Reminder): Promise<boolean> {
    const now = clock.now();
    // First: of two servers the second waits here, and goes on behind the first.
    const position = await remindersStore.lockPosition(tx, reminder, now);
    const next = await remindersStore.findNext(tx, reminder, position, now);
    if (!next) return false;
    await remindersStore.setPosition(tx, reminder, { ...next, at: next.at.toISOString() });
    // Waits for who is deciding: what is decided by then is not due any more.
    const due = await remindersStore.lockDue(tx, reminder, next);
    if (!due || (reminder === 'half' && due.assigneeId === null)) return true;
    const ref = toSubjectRef({ subject_type: next.itemType, subject_id: next.itemId });
    const report = await cases.findNewestOpen(tx, ref);
    if (!report) return true;
    const { reportId, reason, policy, severity, title, owner } = report;
    await notifications.remindAdmins(tx, reminder === 'half' ? due.assigneeId : null, {
      type: reminder === 'half' ? 'report_half_due' : 'report_overdue',
      reportId,
      about: { ...ref, title, owner, reason, severity },
      message: `${MESSAGES[reminder]}: ${policy} – ${title}`,
    });
    if (reminder === 'end') {
      await alerts.raise(tx, { event: 'report.overdue', subject: ref, reportId, reason: policy, title });
    }
    return true;
  }

  /** @returns whether more may be due */
  async function remindOfNextAppeal(tx: Tx): Promise<boolean> {
    const now = clock.now();
    const position = await remindersStore.lockPosition(tx, 'appeal', now);
    const next = await remindersStore.findNextAppeal(tx, position, now);
    if (!next) return false;
    const { id: appealId, at, itemType } = next;
    await remindersStore.setPosition(tx, 'appeal', { at: at.toISOString(), itemType, itemId: appealId });
    const ref = toSubjectRef({ subject_type: itemType, subject_id: next.itemId });
    const title = await cases.titleOf({ tx, ref });
    await notifications.remindAdmins(tx, null, {
      type: 'appeal_overdue',
      reportId: null,
      appealId,
      about: { ...ref, title, owner: null, reason: null, severity: null },
      message: `${APPEAL_MESSAGE}: ${title}`,
    });
    await alerts.raise(tx, { event: 'appeal.overdue', subject: ref, reportId: null, appealId, reason: null, title });
    return true;
  }

  return {
    /**
     * Reminds of everything whose time came since the last reminder, also while no server was up: each subject once for
     * each time, on one of several servers.
     */
    async remindOfDue(signal?: AbortSignal): Promise<void> {
      for (const reminder of REMINDERS) {
        let hasMore = true;
        while (hasMore && !signal?.aborted) hasMore = await database.transact((tx) => remindOfNext(tx, reminder));
      }
      while (!signal?.aborted && (await database.transact(remindOfNextAppeal)));
    },
  };
}
