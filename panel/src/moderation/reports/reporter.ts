import type { Report, ReportPerson } from '@hai-dang/contract/moderation/reports.schema.ts';
import { reasonLabel } from '../../entities/report-labels.ts';
import { itemNoun, reportsStrings as strings } from './reports.strings.ts';

/** The reporter, if it was looked up and the account still exists. */
export function reporterOf({ reporter }: Pick<Report, 'reporter'>): ReportPerson | undefined {
  return typeof reporter === 'object' ? reporter : undefined;
}

/** The reporter's name, 'Không có thông tin' without one. */
export const reporterName = (report: Pick<Report, 'reporter'>): string =>
  reporterOf(report)?.username?.trim() || strings.noReporter;

/**
 * A report in one line: reporter, type and reason.
 * @param subject the name of the reported account or content, where known
 */
export function reportName(report: Pick<Report, 'reporter' | 'itemType' | 'reason'>, subject = ''): string {
  return strings.reportName(reporterName(report), itemNoun(report.itemType, subject), reasonLabel(report.reason));
}
