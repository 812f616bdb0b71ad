import { browserStorage } from './browser-storage.ts';
import { createExternalStore, useStore } from './create-store.ts';
import { isImeKey } from './ime-key.ts';

const STORAGE_KEY = 'shortcuts';
const OFF = 'off';
const shortcutsOn = createExternalStore(() => browserStorage.get(STORAGE_KEY) !== OFF);

/** Whether single-key shortcuts are on: an administrator can turn them off (lib/preferences.ts), for dictation for instance. */
export const areShortcutsOn = shortcutsOn.get;

/** The setting as React state. */
export function useShortcutsOn(): boolean {
  return useStore(shortcutsOn);
}

/** Remembers in this browser whether single-key shortcuts are on. */
export function setShortcutsOn(on: boolean): void {
  if (on) browserStorage.remove(STORAGE_KEY);
  else browserStorage.set(STORAGE_KEY, OFF);
  shortcutsOn.notify();
}

/** Elements that handle keys themselves. A checkbox handles the space bar only. */
const TYPED_IN = 'input:not([type="checkbox"]), select, textarea, [contenteditable]:not([contenteditable="false"])';
const IN_THE_WAY = 'dialog[open], [role="menu"]';

/**
 * Whether a key may trigger a shortcut: never while the user types, composes (Vietnamese input methods included) or has
 * a dialog open, nor with a modifier key.
 */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isImeKey(event)) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPED_IN)) return false;
  return document.querySelector(IN_THE_WAY) === null;
}
