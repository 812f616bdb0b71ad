import { browserStorage } from './browser-storage.ts';
import { createExternalStore, useStore } from './create-store.ts';

export type Theme = 'light' | 'dark';

/** The script in the HTML's head (build/early-scripts.ts) reads it, too; it sets the theme before the first paint. */
const STORAGE_KEY = 'theme';
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

const shown = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function wanted(): Theme {
  const stored = browserStorage.get(STORAGE_KEY);
  if (stored === 'light' || stored === 'dark') return stored;
  return darkSystem().matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset['theme'] = wanted();
}

/** The current theme; its subscribers are notified of each change. */
export const shownTheme = createExternalStore(shown, (notify) => {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
});

/** Follows the system's theme and the other tabs while the page is open. */
export function followTheme(): void {
  apply();
  darkSystem().addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) apply();
  });
}

/** Sets a theme for this browser; until one is set the system's applies. */
export function setTheme(theme: Theme): void {
  browserStorage.set(STORAGE_KEY, theme);
  document.documentElement.dataset['theme'] = theme;
}

/** The current theme, as React state. */
export function useTheme(): Theme {
  return useStore(shownTheme);
}
