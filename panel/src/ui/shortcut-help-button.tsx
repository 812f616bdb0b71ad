import { Keyboard } from 'lucide-react';
import { type Action, useActions } from '../lib/actions.ts';
import { createStore } from '../lib/create-store.ts';
import { IconButton } from './icon-button.tsx';

/** Whether the dialog with the keys is open; the OverlayHost renders it. */
export const isShortcutHelpOpen = createStore(false);

/** Opens the dialog that lists the keys of the current screen. */
export const openShortcutHelp = {
  id: 'shortcuts.help',
  label: 'Phím tắt',
  help: 'Xem các phím tắt',
  group: 'help',
  icon: Keyboard,
  key: '?',
  run: () => isShortcutHelpOpen.set(true),
} as const satisfies Action;

/** Opens that dialog, as its shortcut key does. */
export function ShortcutHelpButton() {
  const [{ icon, label, run }] = useActions([openShortcutHelp]);
  return <IconButton icon={icon} size="sm" label={label} onClick={run} />;
}
