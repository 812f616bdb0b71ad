import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { statusLabel } from '../entities/report.strings.ts';
import { reportsStrings as strings } from './reports.strings.ts';

/** To the next and the previous report: a row in the list, or another page of the detail. */
export const nextReport = {
  id: 'reports.next',
  label: strings.next,
  group: 'move',
  icon: ChevronRight,
  key: 'j',
} as const;
export const previousReport = {
  id: 'reports.previous',
  label: strings.previous,
  group: 'move',
  icon: ChevronLeft,
  key: 'k',
} as const;

/**
 * Each status, to be set.
 * @param help what the shortcut help says of one
 */
export const statusActions = (help: (status: string) => string) =>
  REPORT_STATUSES.map((status, index) => {
    const label = statusLabel(status);
    return { id: `reports.${status}`, status, label, help: help(label), group: 'decide', key: `${index + 1}` } as const;
  });
