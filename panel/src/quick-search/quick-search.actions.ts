import { Search } from 'lucide-react';
import type { ActionDefinition } from '../lib/actions.ts';
import { isImeKey } from '../lib/ime-key.ts';

const isMac = /^(?:Mac|iP)/.test(globalThis.navigator?.platform ?? '');

/** Opens the palette. A combination is no single key, so it also works while the user types. */
export const openQuickSearch = {
  id: 'quickSearch.open',
  label: 'Tìm nhanh',
  group: 'go',
  icon: Search,
  key: isMac ? '⌘K' : 'Ctrl+K',
} as const satisfies ActionDefinition;

/** The same in the form of aria-keyshortcuts. */
export const QUICK_SEARCH_ARIA_KEYS = isMac ? 'Meta+K' : 'Control+K';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'>;

/** Whether a key press is the palette's. */
export function isQuickSearchKey(event: Key, onMac = isMac): boolean {
  const [wanted, other] = onMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return wanted && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k' && !isImeKey(event);
}
