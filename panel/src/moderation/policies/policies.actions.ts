import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { Pencil, Plus, Power, PowerOff } from 'lucide-react';
import type { Action, ActionDefinition } from '../../lib/actions.ts';
import { policiesStrings as strings } from './policies.strings.ts';

export const addPolicy = {
  id: 'policies.add',
  label: strings.add,
  group: 'decide',
  icon: Plus,
  key: 'n',
} as const satisfies ActionDefinition;

export interface PolicyHandlers {
  readonly onEdit: (policy: Policy) => void;
  readonly onSwitchOff: (policy: Policy) => void;
  readonly onSwitchOn: (policy: Policy) => void;
}

/** The actions on one rule of the list. */
export const rowActions = (policy: Policy, { onEdit, onSwitchOff, onSwitchOn }: PolicyHandlers) =>
  ({
    edit: {
      id: 'policies.edit',
      label: strings.edit(policy.title),
      group: 'decide',
      icon: Pencil,
      run: () => onEdit(policy),
    },
    toggle: policy.isEnabled
      ? {
          id: 'policies.switchOff',
          label: strings.switchOff(policy.title),
          group: 'decide',
          icon: PowerOff,
          run: () => onSwitchOff(policy),
        }
      : {
          id: 'policies.switchOn',
          label: strings.switchOn(policy.title),
          group: 'decide',
          icon: Power,
          run: () => onSwitchOn(policy),
        },
  }) satisfies Record<string, Action>;
