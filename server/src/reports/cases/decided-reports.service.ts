import { casesChanged } from '@hai-dang/contract/reports/reports.events.ts';
import type { ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import type { JobRunner } from '../../lib/jobs/job-runner.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import {
  type CountChanges,
  type LockedSubject,
  type SubjectsService,
  toSubjectRef,
} from '../../moderation/subjects/subjects.service.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import { toStatus } from '../reports.mapper.ts';
import { countChanges, countsIn } from '../reports.policy.ts';
import { inBatches } from './bulk-change.ts';
import { reportsCasesStore } from './cases.store.ts';
import { type ClosingRow, decidedReportsStore } from './decided-reports.store.ts';

/** Closed in one transaction: who files a report of the same subject waits no longer than for these. */
export const CLOSED_AT_ONCE = 500;
/** The panels of administrators show how many are left. */
const PUBLISH_PAUSE_MS = 1_000;

const CLOSE_REPORTS = {
  name: 'reports.close',
  schema: z.object({ decisionId: z.string(), publishedAt: z.int() }),
  keyOf: ({ decisionId }: { decisionId: string }) => decisionId,
};
type CloseReports = z.infer<typeof CLOSE_REPORTS.schema>;

type Decided = Pick<ClosingRow, 'decision_id' | 'status'>;

interface DecidedReportsNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  jobs: Pick<JobRunner, 'register' | 'enqueue'>;
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  subjects: Pick<SubjectsService, 'lock'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/**
 * The open reports of a subject that is decided. They count as closed from the decision on; the rows of a subject that
 * many have reported follow in the steps of a job, and until then are treated as closed wherever one of them is changed.
 */
export function createDecidedReports(needs: DecidedReportsNeeds) {
  const { database, jobs, notifications, subjects, publisher, clock } = needs;

  async function close({ tx, state }: LockedSubject, ids: readonly string[], closing: Decided): Promise<void> {
    const { status, decision_id: decisionId } = closing;
    await notifications.markReportsRead(tx, ids, null);
    const change = { status, decisionId, subjectVersion: state.version, at: clock.now() };
    await reportsCasesStore.setStatus(tx, ids, change);
  }

  /** Closes some more. @returns whether some may be left */
  async function closeSome(subject: LockedSubject, closing: Decided): Promise<boolean> {
    const { decision_id: decisionId } = closing;
    const ids = await decidedReportsStore.findWaiting(subject.tx, decisionId, CLOSED_AT_ONCE);
    await close(subject, ids, closing);
    if (ids.length === CLOSED_AT_ONCE) return true;
    await decidedReportsStore.delete(subject.tx, decisionId);
    return false;
  }

  /** A step of the job. @returns the next one; null where all are closed, or the decision is undone */
  async function closeNext(tx: Tx, { decisionId, publishedAt }: CloseReports): Promise<CloseReports | null> {
    const found = await decidedReportsStore.find(tx, decisionId);
    if (!found) return null;
    const subject = await subjects.lock(tx, toSubjectRef(found), null);
    // Read again: the lock may have been waited for.
    const closing = await decidedReportsStore.find(tx, decisionId);
    if (!closing) return null;
    const hasMore = await closeSome(subject, closing);
    const now = clock.now().getTime();
    const isPublished = !hasMore || now - publishedAt >= PUBLISH_PAUSE_MS;
    if (isPublished) afterCommit(tx, () => publisher.toAdmins(casesChanged, subject.ref));
    return hasMore ? { decisionId, publishedAt: isPublished ? now : publishedAt } : null;
  }
  jobs.register(CLOSE_REPORTS, closeNext);

  return {
    /**
     * Closes all open reports of a locked subject; the decision is the event of it.
     * @returns how many, and what that adds to the counts of the subject
     */
    async closeForDecision(
      subject: LockedSubject,
      { status, decisionId }: { status: ReportStatus; decisionId: string },
    ): Promise<{ closed: number; changes: CountChanges }> {
      const { tx, ref, state } = subject;
      const { openReports, pendingReports, version } = state;
      if (openReports > 0) {
        const at = clock.now();
        await decidedReportsStore.insert(tx, ref, { decisionId, status, version, at });
        const hasMore = await closeSome(subject, { decision_id: decisionId, status });
        if (hasMore) await jobs.enqueue(tx, CLOSE_REPORTS, { decisionId, publishedAt: at.getTime() });
      }
      afterCommit(tx, () => publisher.toAdmins(casesChanged, ref));
      return { closed: openReports, changes: { openReports: -openReports, pendingReports: -pendingReports } };
    },

    /**
     * Gives reports that have their status by a decision the one before; a report changed since keeps its own. Those that
     * wait to be closed stay open.
     * @returns what that adds to the counts of the subject
     */
    async reopenForDecision({ tx, ref, state }: LockedSubject, decisionId: string): Promise<CountChanges> {
      const changes = { openReports: 0, pendingReports: 0 };
      for (const { status, count } of await decidedReportsStore.countWaiting(tx, decisionId)) {
        changes.openReports += count;
        changes.pendingReports += count * countsIn(toStatus(status)).pendingReports;
      }
      await decidedReportsStore.delete(tx, decisionId);
      const ids = await reportsCasesStore.findDecided(tx, decisionId);
      const stamp = { decisionId: null, subjectVersion: state.version, at: clock.now() };
      const moves = await inBatches(ids, (some) => reportsCasesStore.restoreStatus(tx, some, stamp));
      const { openReports = 0, pendingReports = 0 } = countChanges(moves);
      afterCommit(tx, () => publisher.toAdmins(casesChanged, ref));
      return {
        openReports: changes.openReports + openReports,
        pendingReports: changes.pendingReports + pendingReports,
      };
    },

    /** Closes one report of a locked subject now, if it waits to be closed: it is about to be changed. */
    async closeWaiting(subject: LockedSubject, reportId: string): Promise<void> {
      const closing = await decidedReportsStore.findOfReport(subject.tx, reportId);
      if (closing) await close(subject, [reportId], closing);
    },

    countClosing: decidedReportsStore.countClosing,
    closeNext,

    /** Enqueues every closing that has no job: it was brought back by a backup, which has no jobs. */
    async resumeClosings(): Promise<void> {
      for (const { decision_id: decisionId } of await decidedReportsStore.findAll(database.db)) {
        await database.transact((tx) => jobs.enqueue(tx, CLOSE_REPORTS, { decisionId, publishedAt: 0 }));
      }
    },
  };
}
export type DecidedReports = ReturnType<typeof createDecidedReports>;
