import { totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import { OPEN_REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ListReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import {
  cursorId,
  cursorInteger,
  cursorSignedInteger,
  cursorTime,
  decodeCursor,
  encodeCursor,
} from '../../lib/cursor.ts';
import { toListedReport } from '../reports/reports.mapper.ts';
import { countReports, type ListedPage, limitOf, type Total, toPageCriteria } from './reports-list.ts';
import { type PriorityPosition, reportsPriorityStore } from './reports-priority.store.ts';

/** How many subjects in the order of their priority are looked at for a page. */
const SUBJECTS_WINDOW = 2_000;

const cursorSchema = z.object({
  priority: cursorSignedInteger,
  itemType: cursorId,
  itemId: cursorId,
  at: cursorTime.nullable(),
  id: cursorId.nullable(),
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
});

/** Whether a filter lets open reports in. */
export const isOpenFilter = (status: ListReportsBody['status']): boolean =>
  !status || status === 'open' || OPEN_REPORT_STATUSES.some((open) => open === status);

/** Whether a list has the order of priority: a search, and the reports of a person or a subject, keep that of time. */
export const isByPriority = ({ sort, status, q, itemId, accountId, reporterId }: ListReportsBody): boolean =>
  sort === 'priority' && isOpenFilter(status) && !(q?.trim() || itemId || accountId || reporterId);

/**
 * A page of open reports, the most urgent first. It may be short and have a next one, where filters match few.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listReportsByPriority({ db, clock }: App, body: ListReportsBody): Promise<ListedPage> {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  const criteria = { ...toPageCriteria(body, clock.now()), isOpen: true };
  const page = { criteria, after: cursor && toPosition(cursor), limit: limitOf(body) };
  const [rows, counted] = await Promise.all([
    reportsPriorityStore.findPage(db, page, SUBJECTS_WINDOW),
    cursor ? null : countReports(db, criteria, null),
  ]);
  const total: Total = counted?.total ?? {
    total: cursor?.total ?? rows.length,
    totalRelation: cursor?.relation ?? 'gte',
  };
  const shown = rows.slice(0, page.limit - 1);
  const last = rows.length >= page.limit ? shown.at(-1) : undefined;
  const next = last
    ? {
        priority: last.priority,
        itemType: last.subject_type,
        itemId: last.subject_id,
        report: { createdAt: last.created_at, id: last.id },
      }
    : await reportsPriorityStore.endOfSubjects(db, page, SUBJECTS_WINDOW);
  return {
    reports: shown.map(toListedReport),
    pagination: { ...total, nextCursor: next ? toCursor(next, total) : null },
    ...(counted?.counts ? { counts: counted.counts } : {}),
  };
}

const toPosition = ({ at, id, ...subject }: z.infer<typeof cursorSchema>): PriorityPosition => ({
  ...subject,
  report: at && id ? { createdAt: at, id } : null,
});

const toCursor = ({ report, ...subject }: PriorityPosition, { total, totalRelation }: Total) =>
  encodeCursor({ ...subject, at: report?.createdAt ?? null, id: report?.id ?? null, total, relation: totalRelation });
