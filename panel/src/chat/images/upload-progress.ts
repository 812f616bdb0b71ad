import { createStore, useStore } from '../../lib/create-store.ts';

/** In percent, by tempId. */
const progress = createStore<ReadonlyMap<string, number>>(new Map());

/** The upload progress of the images that this tab is sending, by tempId. */
export const uploadProgress = {
  /** @param percent from 0 to 100, an integer */
  set(tempId: string, percent: number): void {
    const before = progress.get();
    if (before.get(tempId) !== percent) progress.set(new Map(before).set(tempId, percent));
  },

  end(tempId: string): void {
    const next = new Map(progress.get());
    if (next.delete(tempId)) progress.set(next);
  },
};

/** @returns from 0 to 100; undefined while this tab is not sending it */
export const useUploadProgress = (tempId: string): number | undefined =>
  useStore(progress, (percents) => percents.get(tempId));
