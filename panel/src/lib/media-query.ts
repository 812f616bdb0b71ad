import { createExternalStore, type Store } from './create-store.ts';

/** Whether the window meets a media condition, for instance '(min-width: 1024px)'. */
export const createMediaStore = (condition: string): Store<boolean> =>
  createExternalStore(
    () => window.matchMedia(condition).matches,
    (notify) => {
      const query = window.matchMedia(condition);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
  );
