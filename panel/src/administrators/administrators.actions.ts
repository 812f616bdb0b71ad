import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { CircleUserRound, Copy, LogOut, Plus, Power, PowerOff, ShieldCheck, X } from 'lucide-react';
import type { ActionDefinition } from '../lib/actions.ts';
import type { MenuItem } from '../ui/open-menu.tsx';
import { administratorsStrings as strings } from './administrators.strings.ts';

export const invite = {
  id: 'administrators.invite',
  label: strings.invite,
  group: 'decide',
  icon: Plus,
  key: 'n',
} as const satisfies ActionDefinition;

/** The handlers of the actions on one row. */
export interface AdministratorHandlers {
  readonly onAccount: () => void;
  readonly onNewLink: (row: Administrator) => void;
  readonly onWithdraw: (row: Administrator) => void;
  readonly onEndSessions: (row: Administrator) => void;
  readonly onResetSecondFactor: (row: Administrator) => void;
  readonly onSwitchOff: (row: Administrator) => void;
  readonly onSwitchOn: (row: Administrator) => void;
}

/** The menu of one row. @param isOwn whether it is the administrator who looks at it */
export function rowItems(row: Administrator, isOwn: boolean, handlers: AdministratorHandlers): readonly MenuItem[] {
  const item = (
    name: keyof AdministratorHandlers,
    label: string,
    icon: NonNullable<MenuItem['icon']>,
    isDangerous = false,
  ): MenuItem => ({ id: `administrators.${name}`, label, icon, isDangerous, run: () => handlers[name](row) });
  if (isOwn) return [item('onAccount', strings.toAccount, CircleUserRound)];
  if (row.state === 'invited') {
    return [item('onNewLink', strings.newLink, Copy), item('onWithdraw', strings.withdraw, X, true)];
  }
  return [
    ...(row.sessions > 0 ? [item('onEndSessions', strings.endSessions, LogOut)] : []),
    ...(row.hasSecondFactor ? [item('onResetSecondFactor', strings.resetSecondFactor, ShieldCheck, true)] : []),
    row.state === 'disabled'
      ? item('onSwitchOn', strings.switchOn, Power)
      : item('onSwitchOff', strings.switchOff, PowerOff, true),
  ];
}
