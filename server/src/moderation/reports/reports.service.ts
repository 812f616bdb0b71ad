import type { ListReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { App } from '../../lib/context.ts';
import { createCaseListing } from '../queue/cases-list.ts';
import { createReportExports } from '../queue/reports-export.ts';
import { createReportListing } from '../queue/reports-list.ts';
import { createPriorityListing, isByPriority } from '../queue/reports-priority.ts';

/** The lists of reports (specification, sections 2 to 8). */
export function createReportsService({ db, clock }: Pick<App, 'db' | 'clock'>) {
  const listing = createReportListing({ db, clock });
  const { listByPriority } = createPriorityListing({ db, clock });
  const caseListing = createCaseListing({ db });
  /**
   * A page of reports in the order that is asked for; the first page also counts them.
   * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a subject's id without its type
   */
  const listReports = (body: ListReportsBody) =>
    isByPriority(body) ? listByPriority(body) : listing.listReports(body);

  return {
    listReports,
    findListedReport: listing.findListedReport,
    countWaiting: listing.countWaiting,
    countOverdue: listing.countOverdue,
    ...caseListing,
    ...createReportExports({ listReports, listReportCases: caseListing.listReportCases }),
  };
}
export type ReportsService = ReturnType<typeof createReportsService>;
