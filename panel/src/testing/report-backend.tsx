import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { listRecentActions } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  deleteReport,
  getReport,
  listReports,
  setReportStatus,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { reportChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import {
  type ListedReport,
  listedReportSchema,
  type Report,
  type ReportDetail,
  type ReportEvent,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import { Route, Routes } from 'react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { ReportsScreen } from '../moderation/queue/reports-screen.tsx';
import { ReportDetailScreen } from '../moderation/reports/report-detail-screen.tsx';
import { followReports } from '../moderation/reports/reports.realtime.ts';
import { createLiveEnd, Following } from './live-end.tsx';
import { renderIdle } from './render-idle.tsx';
import { reportedPost } from './reported-post.ts';
import { ErrorResponse, respondTo } from './responses.ts';
import { lastPage, samplePolicy } from './samples.ts';

export const LIST = '/admin/reports';
export const COLLEAGUE = 'Trưởng ca';
const AT = '2026-11-21T00:00:00.000Z';

/** A report as it is opened, with what its list says of its subject. */
type StoredReport = ReportDetail & Pick<ListedReport, 'subject'>;

/** An own version that the panel remembers is of one test: ids are used once. */
let used = 0;

/** So many pending reports of Lan's posts, the newest first: by 'Người báo 3', 'Người báo 2', 'Người báo 1'. */
export function pendingReports(count: number, fields: Partial<StoredReport> = {}): StoredReport[] {
  used += 1;
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    const { subject, ...detail } = fields;
    const report = reportedPost({
      _id: `report-${used}-${number}`,
      reporter: { _id: `reporter-${number}`, username: `Người báo ${number}`, email: null, avatar: null },
      ...detail,
    });
    return subject ? { ...report, subject } : report;
  });
}

/** The case of a report that is the only one of its subject. */
export const SAMPLE_CASE: NonNullable<ReportDetail['case']> = {
  reports: 1,
  reporters: 1,
  open: 1,
  pending: 1,
  hiddenAt: null,
  foundHarmless: null,
};

/** The same where this administrator handles it, on a backend that keeps notes. */
export const OWN_CASE = {
  ...SAMPLE_CASE,
  version: 1,
  assignee: { _id: 'admin', username: 'Quản trị', avatar: null, at: AT },
} satisfies ReportDetail['case'];

/** The field for a note on the open post. */
export const noteOnPost = page.getByRole('region', { name: 'Ghi chú về bài viết' }).getByLabelText('Viết ghi chú');

/** Waits until the open report has been on the screen long enough to be decided. */
export const decidable = () => expect.poll(() => document.querySelector('[data-held="false"]')).not.toBeNull();

type Responder<E extends Endpoint> = Parameters<typeof respondTo<E>>[1];

const toListed = (report: StoredReport): ListedReport => listedReportSchema.parse(report);

/**
 * Responds with these reports to the calls of their list and of each of them, and changes them as the server would: a change of
 * another version is rejected.
 * @param pageSize how many of them a page of the list has
 */
export function respondWithReports(reports: readonly StoredReport[], pageSize = 50) {
  const ids = reports.map(({ _id }) => _id);
  const stored = new Map(reports.map((report) => [report._id, report]));
  const live = createLiveEnd();

  function find(id: string): ReportDetail {
    const found = stored.get(id);
    if (!found) throw new ErrorResponse('REPORT_NOT_FOUND');
    return found;
  }
  function findUnchanged(id: string, version: number | undefined): ReportDetail {
    const found = find(id);
    if (version !== undefined && version !== found.version) {
      throw new ErrorResponse('REPORT_CHANGED', { details: { report: toListed(found) } });
    }
    return found;
  }
  function change(before: ReportDetail, status: string, by: string): Report {
    const event: ReportEvent = {
      _id: `${before._id}-${before.version}`,
      createdAt: AT,
      actor: { _id: by, username: by },
      kind: 'status',
      from: before.status,
      to: status,
      targetName: null,
      note: null,
      batchId: null,
    };
    const history = [event, ...(before.history ?? [])];
    const after = { ...before, status, version: before.version + 1, history, historyCount: history.length };
    stored.set(before._id, after);
    return toListed(after);
  }

  const list: Responder<typeof listReports> = ({ body: { status, cursor } }) => {
    const after = ids.slice(cursor ? ids.indexOf(cursor) + 1 : 0);
    const isListed = (id: string) => stored.has(id) && (!status || stored.get(id)?.status === status);
    const listed = after.filter(isListed);
    const rows = listed.slice(0, pageSize).map((id) => toListed(find(id)));
    const nextCursor = listed.length > pageSize ? (rows.at(-1)?._id ?? null) : null;
    const total = ids.filter(isListed).length;
    return { ...lastPage(rows), pagination: { total, totalRelation: 'eq' as const, nextCursor } };
  };
  respondTo(listReports, list);
  respondTo(getReport, ({ params }) => ({ success: true, data: find(params.id) }));
  const respondToStatus: Responder<typeof setReportStatus> = ({ params, body: { status, version } }) => ({
    success: true,
    data: change(findUnchanged(params.id, version), status, 'Quản trị'),
  });
  const respondToDeletion: Responder<typeof deleteReport> = ({ params, body }) => {
    findUnchanged(params.id, body?.version);
    stored.delete(params.id);
    return { success: true };
  };
  respondTo(setReportStatus, respondToStatus);
  respondTo(deleteReport, respondToDeletion);
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));
  respondTo(listRecentActions, () => ({ success: true, data: [], pagination: { nextCursor: null }, closedToday: 1 }));

  return {
    ids,
    /** The responses, such as after a failure or a pause. */
    list,
    respondToStatus,
    respondToDeletion,
    /** The version of the first one. */
    version: () => find(ids[0] ?? '').version,
    /** The statuses as they are stored, in the order of the list. */
    statuses: () => ids.map((id) => stored.get(id)?.status ?? 'deleted'),
    /** Alters what is stored of a report, without a new version. */
    update(id: string, fields: Partial<ReportDetail>): void {
      stored.set(id, { ...find(id), ...fields });
    },
    send: live.send,
    /** Another administrator sets a status; `isSilent` as if the connection was lost. */
    setByColleague(id: string, status: ReportStatus, { isSilent = false } = {}): void {
      const { version } = change(find(id), status, COLLEAGUE);
      if (!isSilent) {
        live.send(reportChanged, { reportId: id, version, status, itemType: 'Post', itemId: 'post' });
      }
    },
    /** Opens the list, or one of them by its path. */
    open: (path = LIST) =>
      renderIdle(
        <>
          <Following socket={live.socket} follow={followReports} />
          <Routes>
            <Route path={LIST} element={<ReportsScreen views={() => null} />} />
            <Route path={`${LIST}/:id`} element={<ReportDetailScreen />} />
          </Routes>
        </>,
        path,
      ),
  };
}
