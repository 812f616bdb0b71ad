import { Keyboard } from 'lucide-react';
import { type Action, useActions } from '../lib/actions.ts';
import { IconButton } from './icon-button.tsx';
import { createOverlay } from './overlay.tsx';

const shortcutHelp = createOverlay(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp));

/** Opens the dialog that lists the keys of the current screen. */
export const openShortcutHelp = {
  id: 'shortcuts.help',
  label: 'Phím tắt',
  help: 'Xem các phím tắt',
  group: 'help',
  icon: Keyboard,
  key: '?',
  run: shortcutHelp.open,
} as const satisfies Action;

/** Opens that dialog, as its shortcut key does. */
export function ShortcutHelpButton() {
  const [{ icon, label, run }] = useActions([openShortcutHelp]);
  return <IconButton icon={icon} size="sm" label={label} onClick={() => run()} />;
}
