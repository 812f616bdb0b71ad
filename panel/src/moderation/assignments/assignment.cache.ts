import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { ListedReport, Report, ReportCase, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import { mapRows } from '../../lib/map-rows.ts';
import { itemIdOf } from '../reports/reports.cache.ts';
import { reportsKeys } from '../reports/reports.keys.ts';

/** The subject of a report; undefined where a legacy backend does not say which it is. */
export function subjectOf(report: Report): SubjectRef | undefined {
  const itemId = itemIdOf(report);
  const itemType = report.itemType as SubjectRef['itemType'];
  return itemId === undefined ? undefined : { itemType, itemId };
}

/** Shows in every cached list and detail who handles a subject. */
export function showAssignee(client: QueryClient, subject: SubjectRef, assignee: Assignee | null): void {
  const isOf = (report: Report): boolean => report.itemType === subject.itemType && itemIdOf(report) === subject.itemId;
  client.setQueriesData<InfinitePages<ListedReport, unknown>>(
    { queryKey: reportsKeys.lists },
    (data) => data && mapRows(data, (report) => (isOf(report) ? { ...report, assignee } : report)),
  );
  client.setQueriesData<InfinitePages<ReportCase, unknown>>(
    { queryKey: reportsKeys.caseLists },
    (data) => data && mapRows(data, (row) => (isOf(row.newest) ? { ...row, assignee } : row)),
  );
  client.setQueriesData<{ readonly data: ReportDetail } | null>({ queryKey: reportsKeys.details }, (held) =>
    held?.data.case && isOf(held.data)
      ? { ...held, data: { ...held.data, case: { ...held.data.case, assignee } } }
      : held,
  );
}
