import type { Readable } from 'node:stream';
import type { ExportReportCasesBody, ExportReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Db } from '../../lib/db/database.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { EXPORT_BATCH, filtersInUse, type ListExports } from '../../lib/list-export.ts';
import type { createCaseListing } from './cases-list.ts';
import { REPORT_CASE_COLUMNS, REPORT_COLUMNS } from './reports.csv.ts';
import type { createReportListing } from './reports-list.ts';

interface ReportExportNeeds {
  db: Db;
  listReports: ReturnType<typeof createReportListing>['listReports'];
  listReportCases: ReturnType<typeof createCaseListing>['listReportCases'];
  exports: ListExports;
  audit: Pick<AuditService, 'record'>;
}

/** Both lists of reports as CSV. An export is recorded before its first line is sent. */
export function createReportExports({ db, listReports, listReportCases, exports, audit }: ReportExportNeeds) {
  const record = (filters: object, caller: Caller, context: CallContext) =>
    audit.record(db, { action: 'report.export', actor: caller, after: filtersInUse(filters), context });

  return {
    /** @throws {DomainError} TOO_MANY_EXPORTS; VALIDATION_FAILED for a subject's id without its type */
    exportReports: (body: ExportReportsBody, caller: Caller, context: CallContext): Promise<Readable> =>
      exports.start(caller.id, {
        columns: REPORT_COLUMNS,
        fetchPage: async (cursor: string | null) => {
          const { reports, pagination } = await listReports({ ...body, cursor, limit: EXPORT_BATCH });
          return { rows: reports, next: pagination.nextCursor };
        },
        record: () => record(body, caller, context),
      }),

    /** @throws {DomainError} TOO_MANY_EXPORTS */
    exportReportCases: (body: ExportReportCasesBody, caller: Caller, context: CallContext): Promise<Readable> =>
      exports.start(caller.id, {
        columns: REPORT_CASE_COLUMNS,
        fetchPage: async (cursor: string | null) => {
          const { cases, pagination } = await listReportCases({ ...body, cursor, limit: EXPORT_BATCH });
          return { rows: cases, next: pagination.nextCursor };
        },
        record: () => record({ ...body, isGrouped: true }, caller, context),
      }),
  };
}
