import { browserStorage } from './browser-storage.ts';
import { createExternalStore, useStore } from './create-store.ts';
import { isImeKey } from './ime-key.ts';

const STORAGE_KEY = 'shortcuts';
const OFF = 'off';
const shortcutsOn = createExternalStore(() => browserStorage.get(STORAGE_KEY) !== OFF);

/** Whether single keys are shortcuts in this browser: they can be turned off, for dictation for instance. */
export const areShortcutsOn = shortcutsOn.get;

/** The same as React state. */
export function useShortcutsOn(): boolean {
  return useStore(shortcutsOn);
}

/** Turns the single keys on or off, for this browser. */
export function setShortcutsOn(on: boolean): void {
  if (on) browserStorage.remove(STORAGE_KEY);
  else browserStorage.set(STORAGE_KEY, OFF);
  shortcutsOn.notify();
}

/** Where keys are typed or chosen with. A checkbox takes none but the space bar. */
const TYPED_IN = 'input:not([type="checkbox"]), select, textarea, [contenteditable]:not([contenteditable="false"])';
const IN_THE_WAY = 'dialog[open], [role="menu"]';

/**
 * Whether a key may be taken for a shortcut: never while something is typed, composed (Vietnamese input methods
 * included) or asked, nor with a modifier.
 */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isImeKey(event)) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPED_IN)) return false;
  return document.querySelector(IN_THE_WAY) === null;
}
