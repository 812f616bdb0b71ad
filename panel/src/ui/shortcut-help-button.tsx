import { Keyboard } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { sharedStrings } from '../lib/strings.ts';
import { IconButton } from './icon-button.tsx';
import { lazyCode, useLazyComponent } from './lazy-component.ts';
import { toast } from './toast.ts';

const OPEN_HELP = {
  id: 'shortcuts.help',
  label: 'Phím tắt',
  help: 'Xem các phím tắt',
  group: 'help',
  icon: Keyboard,
  key: '?',
} as const satisfies ActionDefinition;

const shortcutHelp = lazyCode(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp));

/** Opens the dialog that lists the keys of the current screen, as its shortcut key does. */
export function ShortcutHelpButton() {
  const [isOpen, setIsOpen] = useState(false);
  const dismiss = useCallback(() => setIsOpen(false), []);
  const onError = useCallback(() => {
    setIsOpen(false);
    toast.error(sharedStrings.menuLoadFailed);
  }, []);
  const Help = useLazyComponent(shortcutHelp, isOpen, onError);
  const [{ icon, label, run }] = useActions([{ ...OPEN_HELP, run: () => setIsOpen(true) }]);
  return (
    <>
      <IconButton icon={icon} size="sm" label={label} onClick={run} />
      {isOpen && Help && <Help title={label} onDismiss={dismiss} />}
    </>
  );
}
