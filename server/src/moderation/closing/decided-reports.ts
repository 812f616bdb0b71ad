import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import { z } from 'zod';
import type { App, AppTx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { newId } from '../../lib/ids.ts';
import { markReportsRead } from '../../notifications/mark-notifications-read.ts';
import { countChanges } from '../reports/reports.policy.ts';
import type { StatusMove } from '../reports/reports.store.ts';
import type { CountChanges } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { type BulkChangeRow, decidedReportsStore } from './decided-reports.store.ts';

// Changes of many reports of a subject: by a decision, by closing them in bulk, by the undo of either. They count from then on;
// the rows of a subject that many have reported follow in the steps of a job, and until then each is treated as if it were
// changed, wherever it counts.

/** Changed in one transaction: who files a report of the same subject waits no longer than for these. */
export const CLOSED_AT_ONCE = 200;
/** The panels of administrators show how many are left. */
const PUBLISH_PAUSE_MS = 1_000;

const CLOSE_REPORTS = {
  name: 'reports.close',
  schema: z.object({ changeId: z.string(), publishedAt: z.int() }),
  keyOf: ({ changeId }: { changeId: string }) => changeId,
};
type CloseReports = z.infer<typeof CLOSE_REPORTS.schema>;

type ClosedStatus = 'resolved' | 'rejected';

/** Closes all open reports, or gives those of a decision the one before. */
type BulkChange = Pick<BulkChangeRow, 'id' | 'status' | 'undone_id' | 'decision_id'>;

/** Applies changes of a locked subject, the oldest first, to these of its reports. */
async function applyChanges(ctx: AppTx, changes: readonly BulkChangeRow[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const change of changes) {
    const changed = await decidedReportsStore.apply(ctx.tx, change, ids);
    if (change.status !== null) await markReportsRead(ctx, changed, change.reader_id);
  }
}

/** Applies all changes of a locked subject to these reports now: they are about to be changed themselves. */
export const applyChangesTo = async (subject: LockedSubject, ids: readonly string[]): Promise<void> =>
  applyChanges(subject, await decidedReportsStore.findOfSubject(subject.tx, subject.ref), ids);

/** Applies the changes of a locked subject to some more reports, the oldest change first. @returns whether some may be left */
async function advance(subject: LockedSubject): Promise<boolean> {
  const { tx, ref } = subject;
  const changes = await decidedReportsStore.findOfSubject(tx, ref);
  let left = CLOSED_AT_ONCE;
  for (const change of changes) {
    const ids = await decidedReportsStore.findWaiting(tx, change, left);
    await applyChanges(subject, changes, ids);
    if (ids.length === left) return true;
    left -= ids.length;
    await decidedReportsStore.delete(tx, change.id);
  }
  return false;
}

/** Begins a change of a locked subject, whose event is appended after it. */
async function begin(subject: LockedSubject, change: BulkChange): Promise<void> {
  const { tx, ref, state, clock, jobs } = subject;
  const at = clock.now();
  await decidedReportsStore.insert(tx, {
    ...change,
    subject_type: ref.itemType,
    subject_id: ref.itemId,
    subject_version: state.version,
    created_at: at,
  });
  const hasMore = await advance(subject);
  if (hasMore) await jobs.enqueue(tx, CLOSE_REPORTS, { changeId: change.id, publishedAt: at.getTime() });
}

/** States the job that applies changes to the reports that are left. */
export const registerReportClosing = (app: App): void =>
  app.jobs.register(CLOSE_REPORTS, (tx, step) => closeNext({ ...app, tx }, step));

/** A step of the job. @returns the next one; null where the change was applied to all */
export async function closeNext(ctx: AppTx, { changeId, publishedAt }: CloseReports): Promise<CloseReports | null> {
  const { tx, clock, publisher } = ctx;
  const found = await decidedReportsStore.find(tx, changeId);
  if (!found) return null;
  const subject = await lockSubject(ctx, toSubjectRef(found), null);
  // Asked again: the lock may have been waited for.
  if (!(await decidedReportsStore.find(tx, changeId))) return null;
  const hasMore = await advance(subject);
  const now = clock.now().getTime();
  const isPublished = !hasMore || now - publishedAt >= PUBLISH_PAUSE_MS;
  if (isPublished) afterCommit(tx, () => publisher.toAdmins(casesChanged, subject.ref));
  return hasMore ? { changeId, publishedAt: isPublished ? now : publishedAt } : null;
}

/** Enqueues every change that has no job: it was brought back by a backup, which has no jobs. */
export async function resumeReportClosing({ db, transact, jobs }: App): Promise<void> {
  for (const changeId of await decidedReportsStore.findIds(db)) {
    await transact((tx) => jobs.enqueue(tx, CLOSE_REPORTS, { changeId, publishedAt: 0 }));
  }
}

/**
 * Closes all open reports of a locked subject, and with them all notifications about them.
 * @returns what changes
 */
export async function closeOpenReports(
  subject: LockedSubject,
  { status, decisionId }: { status: ClosedStatus; decisionId: string },
): Promise<StatusMove[]> {
  const { openReports, pendingReports } = subject.state;
  const counts = { pending: pendingReports, reviewing: openReports - pendingReports };
  const moves = (['pending', 'reviewing'] as const)
    .map((from) => ({ from, to: status, count: counts[from] }))
    .filter(({ count }) => count > 0);
  if (moves.length > 0) {
    const ids = { id: decisionId, undone_id: null, decision_id: decisionId };
    await begin(subject, { ...ids, status });
  }
  return moves;
}

/**
 * Gives reports that have their status by a decision the one before; a report changed since keeps its own.
 * @param undoId undoes this in its turn; null for what cannot be undone
 * @returns what changes
 */
export async function restoreReports(
  subject: LockedSubject,
  decisionId: string,
  undoId: string | null,
): Promise<StatusMove[]> {
  const moves = await decidedReportsStore.findMovesOfUndo(subject.tx, subject.ref, decisionId);
  if (moves.length > 0) {
    const ids = { id: undoId ?? newId(), undone_id: decisionId, decision_id: undoId };
    await begin(subject, { ...ids, status: null });
  }
  return moves;
}

/**
 * Closes all open reports of a locked subject; the decision is the event of it.
 * @returns how many, and what that adds to the counts of the subject
 */
export async function closeForDecision(
  subject: LockedSubject,
  { status, decisionId }: { status: ClosedStatus; decisionId: string },
): Promise<{ closed: number; changes: CountChanges }> {
  const { tx, ref, state, publisher } = subject;
  const { openReports: closed } = state;
  const moves = await closeOpenReports(subject, { status, decisionId });
  afterCommit(tx, () => publisher.toAdmins(casesChanged, ref));
  return { closed, changes: countChanges(moves) };
}

/** Takes that back. @returns what it adds to the counts of the subject */
export async function reopenForDecision(subject: LockedSubject, decisionId: string): Promise<CountChanges> {
  const { tx, ref, publisher } = subject;
  const moves = await restoreReports(subject, decisionId, null);
  afterCommit(tx, () => publisher.toAdmins(casesChanged, ref));
  return countChanges(moves);
}
