import type { ActionDefinition } from '../../lib/actions.ts';
import { statusActions } from '../reports/reports.actions.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

/** The actions of the active row, or of all selected rows. */
export const listActions = {
  openFirst: { id: 'reports.openFirst', label: strings.keys.openFirst, group: 'move', key: 'o' },
  acceptChanges: { id: 'reports.acceptChanges', label: strings.acceptChanges, group: 'select' },
  clearSelection: { id: 'reports.clearSelection', label: strings.clearSelection, group: 'select' },
  removeSelected: { id: 'reports.removeSelected', label: strings.bulkRemove, group: 'decide', isDangerous: true },
  takedownSelected: { id: 'reports.takedownSelected', label: strings.takedown, group: 'decide', isDangerous: true },
  suspendSelected: { id: 'reports.suspendSelected', label: strings.suspend, group: 'decide', isDangerous: true },
  stop: { id: 'reports.stopBulk', label: strings.stop, group: 'decide' },
  showNew: { id: 'reports.showNew', label: strings.showNewReports, group: 'move' },
} as const satisfies Record<string, ActionDefinition>;

/** For the selection, or else for the active row. */
export const listStatusActions = statusActions(strings.keys.status);
