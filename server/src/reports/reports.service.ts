import { reportChanged, reportRemoved } from '@hai-dang/contract/reports/reports.events.ts';
import type {
  ActOnReportBody,
  DeleteReportBody,
  Report,
  ReportAction,
  ReportStatus,
  SetReportStatusBody,
} from '@hai-dang/contract/reports/reports.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { UsersService } from '../users/users.service.ts';
import { createReportCases } from './cases/cases.ts';
import { createReportableSubjects } from './filing/reportable-subjects.ts';
import { createReportListing } from './list/reports-list.ts';
import { createReportDetail } from './reports.detail.ts';
import { toItemType, toReport, toStatus } from './reports.mapper.ts';
import { ACTION_DEFINITIONS, isClosed, subjectAccountId, subjectContent } from './reports.policy.ts';
import { type ReportWithTitle, reportsStore } from './reports.store.ts';

interface ReportsServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  posts: PostsService;
  users: Pick<UsersService, 'getUserDetail' | 'setDisabledInTx' | 'auditDenial'>;
  notifications: Pick<NotificationsService, 'markReportsRead'>;
  audit: AuditService;
  publisher: Publisher;
  clock: Clock;
}

/** What changes with a report's next version. */
interface Change {
  status: ReportStatus;
  kind: 'status' | ReportAction;
  from?: string;
  to?: string;
  targetName?: string;
  note: string | undefined;
}

/** Reports as an administrator reads and decides them (specification, sections 2 to 8). */
export function createReportsService(needs: ReportsServiceNeeds) {
  const { database, posts, users, notifications, audit, publisher, clock } = needs;
  const { db, transact } = database;
  const items = createReportableSubjects({ posts, users });

  /** Holds a report until the transaction ends, unless it is another than the one that the decision rests on. */
  async function lockReport(tx: Tx, id: string, version?: number): Promise<ReportWithTitle> {
    const row = await reportsStore.findForUpdate(tx, id);
    if (!row) throw new DomainError('REPORT_NOT_FOUND');
    if (version !== undefined && version !== row.version) {
      throw new DomainError('REPORT_CHANGED', { report: toReport(row) });
    }
    return row;
  }

  /** Gives a locked report its next version, records it in its history and publishes it to the other administrators. */
  async function change(tx: Tx, row: ReportWithTitle, { status, ...event }: Change, caller: Caller): Promise<Report> {
    const version = row.version + 1;
    const at = clock.now();
    await reportsStore.update(tx, row.id, { status, version, at });
    await reportsStore.insertEvent(tx, {
      id: newId(),
      report_id: row.id,
      created_at: at,
      actor_id: caller.id,
      actor_name: caller.username,
      kind: event.kind,
      from_value: event.from ?? null,
      to_value: event.to ?? null,
      target_name: event.targetName ?? null,
      note: event.note || null,
      version,
    });
    await notifications.markReportsRead(tx, [row.id], isClosed(status) ? null : caller.id);
    const changed = toReport({ ...row, status, version });
    const subject = { itemType: toItemType(row.subject_type), itemId: row.subject_id };
    afterCommit(tx, () => {
      publisher.toAdmins(reportChanged, { reportId: row.id, version, status, ...subject });
    });
    return changed;
  }

  /**
   * Does what a report asks for, to the account or to the text.
   * @returns whom or what it was done to, or null if there was nothing left to do
   */
  async function act(
    tx: Tx,
    row: ReportWithTitle,
    { action, accountId }: { action: ReportAction; accountId: string | null },
    caller: Caller,
    context: CallContext,
  ): Promise<string | null> {
    const effect = ACTION_DEFINITIONS[action];
    const because = { reportId: row.id };
    if (effect.on === 'account') {
      if (accountId === null) throw new DomainError('REPORT_ACTION_IMPOSSIBLE');
      const done = await users.setDisabledInTx(tx, accountId, effect.isDisabled, caller, context, because);
      return done.hasChanged ? (done.user.username ?? '') : null;
    }
    const content = subjectContent(row);
    if (!content) throw new DomainError('REPORT_ACTION_IMPOSSIBLE');
    return effect.isDeleted
      ? posts.softDeleteContent(tx, content, caller, context, because)
      : posts.restoreContent(tx, content, caller, context, because);
  }

  /** The account an action is for; an imported report does not name its item's author, but the item may. */
  async function findAccountId(id: string): Promise<string | null> {
    const row = await reportsStore.findDetail(db, id);
    if (!row) throw new DomainError('REPORT_NOT_FOUND');
    return subjectAccountId(row) ?? (await items.findItem(row))?.authorId ?? null;
  }

  return {
    ...createReportListing({ db }),
    ...createReportDetail({ db, items, posts, audit, clock }),
    ...createReportCases({ database, notifications, audit, publisher, clock }),

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
        const row = await lockReport(tx, id, version);
        if (row.status === status) return toReport(row);
        const report = await change(tx, row, { status, kind: 'status', from: row.status, to: status, note }, caller);
        await audit.record(tx, {
          action: 'report.status',
          actor: caller,
          target: targetOf(row),
          before: { status: row.status },
          after: { status, ...(note ? { note } : {}) },
          context,
        });
        return report;
      }),

    /**
     * Disables or enables the reported account, or the author's; deletes the reported text or restores it.
     * Idempotent: an action without effect leaves no history event.
     * @throws {DomainError} REPORT_NOT_FOUND, REPORT_CHANGED; REPORT_ACTION_IMPOSSIBLE for a subject that it does
     *   not apply to; and the errors of the action itself, such as LAST_ADMIN or POST_NOT_FOUND
     */
    async actOnReport(
      id: string,
      { action, version, note }: ActOnReportBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Report> {
      const effect = ACTION_DEFINITIONS[action];
      const accountId = effect.on === 'account' ? await findAccountId(id) : null;
      const work = () =>
        transact(async (tx) => {
          const row = await lockReport(tx, id, version);
          const targetName = await act(tx, row, { action, accountId }, caller, context);
          if (targetName === null) return toReport(row);
          return change(tx, row, { status: toStatus(row.status), kind: action, targetName, note }, caller);
        });
      return effect.on === 'account' ? users.auditDenial(effect.audited, caller, context, work) : work();
    },

    /**
     * Deletes a report for good, with its history; the audit log keeps what it was.
     * @throws {DomainError} REPORT_NOT_FOUND; REPORT_CHANGED, with the report, if `version` is given and not its own
     */
    deleteReport: (id: string, { version }: DeleteReportBody, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await lockReport(tx, id, version);
        await notifications.markReportsRead(tx, [id], null);
        await reportsStore.delete(tx, id, row.snapshot_id);
        await audit.record(tx, {
          action: 'report.delete',
          actor: caller,
          target: targetOf(row),
          before: toReport(row),
          context,
        });
        const subject = { itemType: toItemType(row.subject_type), itemId: row.subject_id };
        afterCommit(tx, () => publisher.toAdmins(reportRemoved, { reportId: id, ...subject }));
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
