import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const known = new Map<string, number>();

function tell(): void {
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How much of the pictures that this tab is sending has gone out, by their tempIds. */
export const uploadProgress = {
  /** @param percent from 0 to 100, in whole numbers */
  set(tempId: string, percent: number): void {
    if (known.get(tempId) === percent) return;
    known.set(tempId, percent);
    tell();
  },

  end(tempId: string): void {
    if (known.delete(tempId)) tell();
  },
};

/** @returns from 0 to 100; undefined while this tab is not sending it */
export function useUploadProgress(tempId: string): number | undefined {
  return useSyncExternalStore(subscribe, () => known.get(tempId));
}
