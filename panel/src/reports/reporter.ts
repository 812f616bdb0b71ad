import type { Report, ReportPerson } from '@hai-dang/contract/reports/reports.schema.ts';
import { reportsStrings as strings } from './reports.strings.ts';

/** Who filed a report, if the backend looked that up and the account still exists. */
export function reporterOf({ reporter }: Pick<Report, 'reporter'>): ReportPerson | undefined {
  return typeof reporter === 'object' && reporter !== null ? reporter : undefined;
}

/** Who filed a report, by the id alone. */
export const reporterId = (report: Pick<Report, 'reporter'>): string | undefined =>
  typeof report.reporter === 'string' ? report.reporter : reporterOf(report)?._id;

/** The reporter's name, 'Không có thông tin' without one. */
export function reporterName(report: Pick<Report, 'reporter'>): string {
  const person = reporterOf(report);
  return person?.username?.trim() || person?.email || strings.noReporter;
}
