import type { AlertRow } from './alerts.store.ts';

/** Where the panel shows what an alert is about. */
export function pathOf({ report_id: reportId }: Pick<AlertRow, 'report_id'>): string {
  return reportId === null ? '/admin/appeals' : `/admin/reports/${encodeURIComponent(reportId)}`;
}
