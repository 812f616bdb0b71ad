import { CircleSlash, Clock, Tag } from 'lucide-react';
import type { ActionDefinition } from '../lib/actions.ts';
import { usersStrings as strings } from './users.strings.ts';

/** The actions on the selected users. */
export const selectionActions = {
  suspend: {
    id: 'users.suspendSelected',
    label: strings.suspendSelected,
    group: 'decide',
    icon: Clock,
    isDangerous: true,
  },
  disable: {
    id: 'users.disableSelected',
    label: strings.disableSelected,
    group: 'decide',
    icon: CircleSlash,
    isDangerous: true,
  },
  tag: { id: 'users.tagSelected', label: strings.tagSelected, group: 'decide', icon: Tag },
  selectAll: { id: 'users.selectAll', label: strings.selectAll, group: 'select' },
  clear: { id: 'users.clearSelection', label: strings.clearSelection, group: 'select' },
} as const satisfies Record<string, ActionDefinition>;
