import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { statusLabel } from '../../entities/report-status.tsx';
import { reportsStrings as strings } from './reports.strings.ts';

/** Moves to the screen of the next and of the previous report. */
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

/** For the open report, and for each row of the list. */
export const removeAction = {
  id: 'reports.remove',
  label: strings.remove,
  group: 'decide',
  icon: Trash2,
  isDangerous: true,
} as const;

/**
 * An action for each status.
 * @param help its text in the shortcut help
 */
export const statusActions = (help: (status: string) => string) =>
  REPORT_STATUSES.map((status, index) => {
    const label = statusLabel(status);
    return { id: `reports.${status}`, status, label, help: help(label), group: 'decide', key: `${index + 1}` } as const;
  });
