import type { Readable } from 'node:stream';
import type { ExportReportCasesBody, ExportReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import { recordReading } from '../../audit/record-audit.ts';
import type { Ctx } from '../../lib/context.ts';
import { EXPORT_BATCH, filtersInUse } from '../../lib/list-export.ts';
import type { createCaseListing } from './cases-list.ts';
import { REPORT_CASE_COLUMNS, REPORT_COLUMNS } from './reports.csv.ts';
import type { createReportListing } from './reports-list.ts';

interface ReportExportNeeds {
  listReports: ReturnType<typeof createReportListing>['listReports'];
  listReportCases: ReturnType<typeof createCaseListing>['listReportCases'];
}

/** Both lists of reports as CSV. An export is recorded before its first line is sent. */
export function createReportExports({ listReports, listReportCases }: ReportExportNeeds) {
  const record = (ctx: Ctx, filters: object) =>
    recordReading(ctx, { action: 'report.export', after: filtersInUse(filters) });

  return {
    /** @throws {DomainError} TOO_MANY_EXPORTS; VALIDATION_FAILED for a subject's id without its type */
    exportReports: (ctx: Ctx, body: ExportReportsBody): Promise<Readable> =>
      ctx.exports.start(ctx.caller.id, {
        columns: REPORT_COLUMNS,
        fetchPage: async (cursor: string | null) => {
          const { reports, pagination } = await listReports({ ...body, cursor, limit: EXPORT_BATCH });
          return { rows: reports, next: pagination.nextCursor };
        },
        record: () => record(ctx, body),
      }),

    /** @throws {DomainError} TOO_MANY_EXPORTS */
    exportReportCases: (ctx: Ctx, body: ExportReportCasesBody): Promise<Readable> =>
      ctx.exports.start(ctx.caller.id, {
        columns: REPORT_CASE_COLUMNS,
        fetchPage: async (cursor: string | null) => {
          const { cases, pagination } = await listReportCases({ ...body, cursor, limit: EXPORT_BATCH });
          return { rows: cases, next: pagination.nextCursor };
        },
        record: () => record(ctx, { ...body, isGrouped: true }),
      }),
  };
}
