import { raiseAlert } from '../../alerts/raise-alert.ts';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { remindAdmins } from '../../notifications/notify-admins.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { findSubjectTitle } from '../closing/subject-reports.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import {
  type AppealReminder,
  type Due,
  isOfAppeal,
  REMINDERS,
  type Reminder,
  remindersStore,
  type SubjectReminder,
} from './reminders.store.ts';

/** The text of each reminder, before the reason and the name of what was reported or decided on. */
const MESSAGES = {
  half: 'Đã qua nửa hạn xử lý',
  end: 'Quá hạn xử lý',
  appeal_half: 'Khiếu nại đã qua nửa hạn xử lý',
  appeal: 'Khiếu nại quá hạn xử lý',
} as const satisfies Record<Reminder, string>;
/** So many reminders of a kind are set aside when they fail. When more fail, the cause is not one subject, and the rest waits. */
const SET_ASIDE_MAX = 20;

/**
 * Reminds administrators of open subjects and appeals: the assignee when half of the time is over, everybody at its end. It reminds of
 * everything whose time came since the last reminder, also while no server was up: each subject once for each time, on one of several
 * servers. A reminder that fails does not keep the others, and is tried again in each run.
 * @throws the first failure, when everything has been tried
 */
export async function remindOfDue(app: App, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const reminder of REMINDERS) {
    const failed = await remindOfAll(app, reminder, signal).catch((error: unknown) => [error]);
    failures.push(...failed);
  }
  if (failures.length > 0) throw failures[0];
}

async function remindOfSubject(ctx: AppTx, reminder: SubjectReminder, next: Due): Promise<void> {
  const { tx } = ctx;
  // Waits for who is deciding: what is decided by then is not due any more.
  const due = await remindersStore.lockDue(tx, reminder, next);
  if (!due || (reminder === 'half' && due.assigneeId === null)) return;
  const ref = toSubjectRef({ subject_type: next.itemType, subject_id: next.itemId });
  const report = await subjectReportsStore.findNewestOpen(tx, ref);
  if (!report) return;
  const { reportId, reason, policy, severity, title, owner } = report;
  await remindAdmins(ctx, reminder === 'half' ? due.assigneeId : null, {
    type: reminder === 'half' ? 'report_half_due' : 'report_overdue',
    reportId,
    about: { ...ref, title, owner, reason, severity },
    message: `${MESSAGES[reminder]}: ${policy} – ${title}`,
  });
  if (reminder === 'end') {
    await raiseAlert(ctx, { event: 'report.overdue', subject: ref, reportId, reason: policy, title });
  }
}

async function remindOfAppeal(ctx: AppTx, reminder: AppealReminder, next: Due): Promise<void> {
  const { tx } = ctx;
  const due = await remindersStore.lockDueAppeal(tx, reminder, next);
  const isHalf = reminder === 'appeal_half';
  if (!due || (isHalf && due.assigneeId === null)) return;
  const { itemId: appealId } = next;
  const ref = toSubjectRef(due);
  const title = await findSubjectTitle(tx, ref);
  await remindAdmins(ctx, isHalf ? due.assigneeId : null, {
    type: isHalf ? 'appeal_half_due' : 'appeal_overdue',
    reportId: null,
    appealId,
    about: { ...ref, title, owner: null, reason: null, severity: null },
    message: `${MESSAGES[reminder]}: ${title}`,
  });
  if (isHalf) return;
  await raiseAlert(ctx, { event: 'appeal.overdue', subject: ref, reportId: null, appealId, reason: null, title });
}

const remindOf = (ctx: AppTx, reminder: Reminder, due: Due): Promise<void> =>
  isOfAppeal(reminder) ? remindOfAppeal(ctx, reminder, due) : remindOfSubject(ctx, reminder, due);

/** Where the reminders of a kind stand. Of two servers the second waits here, and goes on behind the first. */
const lockPosition = ({ tx, clock }: AppTx, reminder: Reminder) =>
  remindersStore.lockPosition(tx, reminder, clock.now());

/** Goes on behind one whose reminder has failed, which is tried again in each run. @returns false where too many have */
async function setAside(ctx: AppTx, reminder: Reminder, failed: Due): Promise<boolean> {
  const { tx, clock } = ctx;
  const position = await lockPosition(ctx, reminder);
  const next = await remindersStore.findNext(tx, reminder, position, clock.now());
  // Another server has gone on meanwhile, or it is not due any more.
  if (next?.itemId !== failed.itemId || next.itemType !== failed.itemType) return true;
  if (position.setAside.length >= SET_ASIDE_MAX) return false;
  await remindersStore.setPosition(tx, reminder, { ...next, setAside: [...position.setAside, next] });
  return true;
}

async function retry(ctx: AppTx, reminder: Reminder, failed: Due): Promise<void> {
  const position = await lockPosition(ctx, reminder);
  const others = position.setAside.filter(
    ({ itemType, itemId, at }) => itemType !== failed.itemType || itemId !== failed.itemId || at !== failed.at,
  );
  if (others.length === position.setAside.length) return;
  await remindersStore.setPosition(ctx.tx, reminder, { ...position, setAside: others });
  await remindOf(ctx, reminder, failed);
}

/** Reminds of everything of a kind that is due. @returns why some of it failed */
async function remindOfAll(app: App, reminder: Reminder, signal: AbortSignal | undefined): Promise<unknown[]> {
  const failures: unknown[] = [];
  const { setAside: failedBefore } = await inTransaction(app, (ctx) => lockPosition(ctx, reminder));
  for (const due of failedBefore) {
    if (signal?.aborted) return failures;
    await inTransaction(app, (ctx) => retry(ctx, reminder, due)).catch((error: unknown) => void failures.push(error));
  }
  while (!signal?.aborted) {
    let next = null as Due | null;
    try {
      await inTransaction(app, async (ctx) => {
        const position = await lockPosition(ctx, reminder);
        next = (await remindersStore.findNext(ctx.tx, reminder, position, ctx.clock.now())) ?? null;
        if (!next) return;
        await remindersStore.setPosition(ctx.tx, reminder, { ...next, setAside: position.setAside });
        await remindOf(ctx, reminder, next);
      });
    } catch (error) {
      failures.push(error);
      const failed = next;
      if (!failed || !(await inTransaction(app, (ctx) => setAside(ctx, reminder, failed)))) return failures;
    }
    if (!next) return failures;
  }
  return failures;
}
