import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { ReportCases } from '../../reports/cases/cases.service.ts';
import { toSubjectRef } from '../subjects/subjects.service.ts';
import { REMINDERS, type Reminder, remindersStore } from './reminders.store.ts';

/** What is said of each, before the reason and the name of what was reported. */
const MESSAGES = { half: 'Đã qua nửa hạn xử lý', end: 'Quá hạn xử lý' } as const satisfies Record<Reminder, string>;

interface RemindersNeeds {
  database: Pick<Database, 'transact'>;
  cases: Pick<ReportCases, 'findNewestOpen'>;
  notifications: Pick<NotificationsService, 'remindAdmins'>;
  clock: Clock;
}

/** Reminds administrators of open subjects: the assignee when half of the time is over, everybody at its end. */
export function createReminders({ database, cases, notifications, clock }: RemindersNeeds) {
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
    await notifications.remindAdmins(tx, reminder === 'half' ? due.assigneeId : null, {
      type: reminder === 'half' ? 'report_half_due' : 'report_overdue',
      reportId: report.reportId,
      message: `${MESSAGES[reminder]}: ${report.reason} – ${report.title}`,
    });
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
    },
  };
}
