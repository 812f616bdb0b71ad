import { CircleSlash, Clock, Tag } from 'lucide-react';
import type { ActionDefinition } from '../lib/actions.ts';
import { selectionStrings } from './user-selection.strings.ts';
import { usersStrings as strings } from './users.strings.ts';

/** The actions on the selected users. */
export const selectionActions = {
  suspend: {
    id: 'users.suspendSelected',
    label: selectionStrings.suspendSelected,
    group: 'decide',
    icon: Clock,
    isDangerous: true,
  },
  disable: {
    id: 'users.disableSelected',
    label: selectionStrings.disableSelected,
    group: 'decide',
    icon: CircleSlash,
    isDangerous: true,
  },
  tag: { id: 'users.tagSelected', label: selectionStrings.tagSelected, group: 'decide', icon: Tag },
  selectAll: { id: 'users.selectAll', label: strings.selectAll, group: 'select' },
  clear: { id: 'users.clearSelection', label: selectionStrings.clearSelection, group: 'select' },
} as const satisfies Record<string, ActionDefinition>;
