import { createExternalStore } from './create-store.ts';

/** Whether this page is visible: its tab is chosen, and its window not covered. */
export const isPageVisible = createExternalStore(
  () => document.visibilityState === 'visible',
  (notify) => {
    document.addEventListener('visibilitychange', notify);
    return () => document.removeEventListener('visibilitychange', notify);
  },
);
