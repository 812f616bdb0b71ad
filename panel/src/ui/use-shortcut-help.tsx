import { type ReactNode, useCallback, useState } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { lazyCode, useLazyComponent } from './lazy-component.ts';
import { toast } from './toast.ts';

export interface ShortcutEntry {
  /** As they stand on the keyboard; 'Enter' among them. */
  readonly keys: readonly string[];
  readonly text: string;
}

export interface ShortcutHelpProps {
  readonly entries: readonly ShortcutEntry[];
  readonly onDismiss: () => void;
}

const shortcutHelp = lazyCode(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp));

/** The dialog that lists a screen's keys: `open` shows it, `dialog` stands anywhere on the screen. */
export function useShortcutHelp(entries: readonly ShortcutEntry[]): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const dismiss = useCallback(() => setIsOpen(false), []);
  const onError = useCallback(() => {
    setIsOpen(false);
    toast.error(sharedStrings.menuLoadFailed);
  }, []);
  const Help = useLazyComponent(shortcutHelp, isOpen, onError);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && Help && <Help entries={entries} onDismiss={dismiss} />,
  };
}
