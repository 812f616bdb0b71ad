import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { casesChanged, reportChanged, reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import type {
  DeleteReportBody,
  ListReportsBody,
  Report,
  SetReportPolicyBody,
  SetReportStatusBody,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { ListExports } from '../../lib/list-export.ts';
import { markReportsRead } from '../../notifications/mark-notifications-read.ts';
import type { PostsService } from '../../posts/posts.service.ts';
import type { UsersService } from '../../users/users.service.ts';
import { applyChangesTo } from '../closing/decided-reports.ts';
import { createReportableSubjects } from '../filing/reportable-subjects.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import { createCaseListing } from '../queue/cases-list.ts';
import { createReportExports } from '../queue/reports-export.ts';
import { createReportListing } from '../queue/reports-list.ts';
import { createPriorityListing, isByPriority } from '../queue/reports-priority.ts';
import { getSettings } from '../settings/settings.ts';
import { administrator, appendEvent, ownCaseMark } from '../subjects/append-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toDue, toSubjectRef } from '../subjects/subject-wire.ts';
import { createReportDetail } from './reports.detail.ts';
import { toReport, toStatus } from './reports.mapper.ts';
import { countChanges, countsIn, dueOfOpen, isClosed } from './reports.policy.ts';
import { type ReportWithTitle, reportsStore } from './reports.store.ts';

interface ReportsServiceNeeds {
  app: App;
  posts: PostsService;
  users: Pick<UsersService, 'getUserDetail'>;
  audit: AuditService;
  exports: ListExports;
}

/** A report that nobody else changes until the transaction ends, with its subject. */
interface LockedReport {
  row: ReportWithTitle;
  subject: LockedSubject;
}

/** A report, with when its subject is due while it is open. */
const describe = ({ row, subject }: LockedReport): Report => ({
  ...toReport(row),
  ...(isClosed(toStatus(row.status)) ? {} : toDue(subject.state)),
});

/** Reports as an administrator reads and decides them (specification, sections 2 to 8). */
export function createReportsService(needs: ReportsServiceNeeds) {
  const { app, posts, users, audit, exports } = needs;
  const { db, transact, publisher, clock } = app;
  const items = createReportableSubjects({ posts, users });
  const listing = createReportListing({ db, clock });
  const { listByPriority } = createPriorityListing({ db, clock });
  const caseListing = createCaseListing({ db });
  /**
   * A page of reports in the order that is asked for; the first page also counts them.
   * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a subject's id without its type
   */
  const listReports = (body: ListReportsBody) =>
    isByPriority(body) ? listByPriority(body) : listing.listReports(body);

  /** Locks a report and what it is of, unless it is another than the one that the decision rests on. */
  async function lockReport(tx: Tx, id: string, version: number | undefined): Promise<LockedReport> {
    const found = await reportsStore.findSubject(tx, id);
    if (!found) throw new DomainError('REPORT_NOT_FOUND');
    const subject = await lockSubject({ ...app, tx }, toSubjectRef(found), found.subject_owner_id);
    await applyChangesTo(subject, [id]);
    const row = await reportsStore.findForUpdate(tx, id);
    if (!row) throw new DomainError('REPORT_NOT_FOUND');
    if (version !== undefined && version !== row.version) {
      throw new DomainError('REPORT_CHANGED', { report: describe({ row, subject }) });
    }
    return { row, subject };
  }

  /** Gives a locked report its next version and publishes it to the other administrators. */
  async function change({ row, subject }: LockedReport, status: ReportStatus, caller: Caller): Promise<Report> {
    const { tx } = subject;
    const version = row.version + 1;
    const subjectVersion = subject.state.version;
    await reportsStore.update(tx, row.id, { status, version, subjectVersion, at: clock.now() });
    await markReportsRead(subject, [row.id], isClosed(status) ? null : caller.id);
    afterCommit(tx, () => {
      publisher.toAdmins(reportChanged, { reportId: row.id, version, status, ...toSubjectRef(row) });
    });
    return describe({ row: { ...row, status, version }, subject });
  }

  /** Sets the status of a locked report, whose own is another. */
  async function setStatus(
    { row, subject }: LockedReport,
    { status, note }: Pick<SetReportStatusBody, 'status' | 'note'>,
    caller: Caller,
    context: CallContext,
  ): Promise<Report> {
    const { tx } = subject;
    const from = toStatus(row.status);
    await appendEvent(subject, {
      kind: 'status_set',
      actor: administrator(caller),
      reportId: row.id,
      fromStatus: from,
      toStatus: status,
      note,
      changes: countChanges([{ from, to: status, count: 1 }]),
    });
    const report = await change({ row, subject }, status, caller);
    await audit.record(tx, {
      action: 'report.status',
      actor: caller,
      target: targetOf(row),
      before: { status: row.status },
      after: { status, ...(note ? { note } : {}), ...ownCaseMark(subject, caller) },
      context,
    });
    return report;
  }

  /** Names a rule in a locked report, or none: what is open is due, and its place in the queue is, as it says from now on. */
  async function setPolicy(
    { row, subject }: LockedReport,
    key: string | null,
    caller: Caller,
    context: CallContext,
  ): Promise<Report> {
    const { tx } = subject;
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
    const report = await change({ row: named, subject }, status, caller);
    await audit.record(tx, {
      action: 'report.policy',
      actor: caller,
      target: targetOf(row),
      before: { policy: row.policy_key },
      after: { policy: key, ...ownCaseMark(subject, caller) },
      context,
    });
    // The lists have more of it than its status.
    afterCommit(tx, () => publisher.toAdmins(casesChanged, subject.ref));
    return report;
  }

  return {
    listReports,
    findListedReport: listing.findListedReport,
    countWaiting: listing.countWaiting,
    countOverdue: listing.countOverdue,
    ...caseListing,
    ...createReportExports({ db, listReports, listReportCases: caseListing.listReportCases, exports, audit }),
    ...createReportDetail({ db, items, posts, clock }),

    /**
     * Sets a report's status; one that it has already changes nothing and leaves no line.
     * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
     */
    setReportStatus: (
      id: string,
      { status, version, note }: SetReportStatusBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Report> =>
      transact(async (tx) => {
        const locked = await lockReport(tx, id, version);
        return locked.row.status === status ? describe(locked) : setStatus(locked, { status, note }, caller, context);
      }),

    /**
     * Names a rule in an open report, in place of the one that it names; the same changes nothing and leaves no line.
     * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own;
     *   REPORT_CLOSED; POLICY_NOT_FOUND, POLICY_DISABLED
     */
    setReportPolicy: (
      id: string,
      { policy, version }: SetReportPolicyBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Report> =>
      transact(async (tx) => {
        const locked = await lockReport(tx, id, version);
        return locked.row.policy_key === policy ? describe(locked) : setPolicy(locked, policy, caller, context);
      }),

    /**
     * Gives a report the status back that an event of its subject has changed.
     * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if something has changed its status since
     */
    undoReportStatus: (
      id: string,
      { from, to, version }: { from: ReportStatus; to: ReportStatus; version: number },
      caller: Caller,
      context: CallContext,
    ): Promise<Report> =>
      transact(async (tx) => {
        const locked = await lockReport(tx, id, undefined);
        const { status, decision_id } = locked.row;
        const isLast = (await subjectEventsStore.findLastStatusVersion(tx, id)) === version;
        if (status !== to || decision_id !== null || !isLast) {
          throw new DomainError('REPORT_CHANGED', { report: describe(locked) });
        }
        return setStatus(locked, { status: from, note: undefined }, caller, context);
      }),

    /**
     * Deletes a report for good; the audit log keeps what it was. A repeat by the same administrator changes nothing.
     * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
     */
    deleteReport: (id: string, { version }: DeleteReportBody, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const isThere = (await reportsStore.findSubject(tx, id)) !== undefined;
        if (!isThere && (await subjectEventsStore.wasReportDeletedBy(tx, id, caller.id))) return;
        const { row, subject } = await lockReport(tx, id, version);
        await markReportsRead(subject, [id], null);
        await reportsStore.delete(tx, id, row.snapshot_id, clock.now());
        const isReporter = await reportsStore.hasReported(tx, { reporterId: row.reporter_id, ...subject.ref });
        const { openReports, pendingReports } = countsIn(toStatus(row.status));
        await appendEvent(subject, {
          kind: 'report_deleted',
          actor: administrator(caller),
          reportId: id,
          changes: {
            reports: -1,
            openReports: -openReports,
            pendingReports: -pendingReports,
            reporters: isReporter ? 0 : -1,
          },
        });
        await audit.record(tx, {
          action: 'report.delete',
          actor: caller,
          target: targetOf(row),
          before: toReport(row),
          ...(subject.ownerId === caller.id ? { after: ownCaseMark(subject, caller) } : {}),
          context,
        });
        afterCommit(tx, () => publisher.toAdmins(reportRemoved, { reportId: id, ...subject.ref }));
      }),
  };
}
export type ReportsService = ReturnType<typeof createReportsService>;

/** How the audit log names a report: by what is reported. */
const targetOf = ({ id, title, subject_id }: ReportWithTitle) => ({
  type: 'report' as const,
  id,
  name: title ?? subject_id,
});
