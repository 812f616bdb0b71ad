import type { DbOrTx } from '../lib/db/database.ts';
import type { ContentRef } from './content-kinds.ts';
import { postsDeletionStore } from './posts.deletion.store.ts';

/** The author of a text that is not deleted; null where there is none. */
export const findAuthorId = (on: DbOrTx, { type, id }: ContentRef): Promise<string | null> =>
  postsDeletionStore.findAuthorId(on, type, id);

/** Content that a user has published since a time, or ever, and that is not deleted, `most` at the most. */
export const findContentOf = (on: DbOrTx, authorId: string, since: Date | null, most: number) =>
  postsDeletionStore.findOf(on, authorId, { since, most });

/** When a text was soft-deleted: null for one that is not, undefined for one that was purged. */
export const findDeletedAt = (on: DbOrTx, { type, id }: ContentRef): Promise<Date | null | undefined> =>
  postsDeletionStore.findDeletedAt(on, type, id);
