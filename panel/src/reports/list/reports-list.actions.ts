import type { ActionDefinition } from '../../lib/actions.ts';
import { nextReport, previousReport, statusActions } from '../reports.actions.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

/** What can be done with the active row, or with all selected ones. */
export const listActions = {
  next: { ...nextReport, help: strings.keys.move, repeats: true },
  previous: { ...previousReport, help: strings.keys.move, repeats: true },
  open: { id: 'reports.open', label: strings.keys.open, group: 'move', key: 'Enter' },
  select: { id: 'reports.select', label: strings.keys.select, group: 'select', key: 'x' },
  acceptChanges: { id: 'reports.acceptChanges', label: strings.acceptChanges, group: 'select' },
  clearSelection: { id: 'reports.clearSelection', label: strings.clearSelection, group: 'select' },
  removeSelected: { id: 'reports.removeSelected', label: strings.bulkRemove, group: 'decide', isDangerous: true },
} as const satisfies Record<string, ActionDefinition>;

/** Of all that is selected, or else of the active row. */
export const listStatusActions = statusActions(strings.keys.status);
