import type { Readable } from 'node:stream';
import type { ExportReportCasesBody, ExportReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { recordReading } from '../../audit/record-audit.ts';
import type { Ctx } from '../../lib/context.ts';
import { EXPORT_BATCH, filtersInUse } from '../../lib/list-export.ts';
import { listReportCases } from './cases-list.ts';
import { listReports } from './list-reports.ts';
import { REPORT_CASE_COLUMNS, REPORT_COLUMNS } from './reports.csv.ts';

/**
 * The reports of a list as CSV. The export is recorded before the first line is sent.
 * @throws {DomainError} TOO_MANY_EXPORTS; VALIDATION_FAILED for a subject's id without its type
 */
export const exportReports = (ctx: Ctx, body: ExportReportsBody): Promise<Readable> =>
  ctx.exports.start(ctx.caller.id, {
    columns: REPORT_COLUMNS,
    fetchPage: async (cursor: string | null) => {
      const { reports, pagination } = await listReports(ctx, { ...body, cursor, limit: EXPORT_BATCH });
      return { rows: reports, next: pagination.nextCursor };
    },
    record: () => record(ctx, body),
  });

/**
 * The same for the list of reported subjects.
 * @throws {DomainError} TOO_MANY_EXPORTS
 */
export const exportReportCases = (ctx: Ctx, body: ExportReportCasesBody): Promise<Readable> =>
  ctx.exports.start(ctx.caller.id, {
    columns: REPORT_CASE_COLUMNS,
    fetchPage: async (cursor: string | null) => {
      const { cases, pagination } = await listReportCases(ctx, { ...body, cursor, limit: EXPORT_BATCH });
      return { rows: cases, next: pagination.nextCursor };
    },
    record: () => record(ctx, { ...body, isGrouped: true }),
  });

const record = (ctx: Ctx, filters: object): Promise<void> =>
  recordReading(ctx, { action: 'report.export', after: filtersInUse(filters) });
