import type { Tx } from '../lib/db/database.ts';
import type { ContentRef } from './content-kinds.ts';
import { postsDeletionStore } from './posts.deletion.store.ts';

/**
 * Soft-deletes a text. @returns its row; undefined where there was none
 * @param isHidden whether it is soft-deleted already, since it is hidden
 */
export const markDeleted = (tx: Tx, { type, id }: ContentRef, state: { at: Date; isHidden: boolean }) =>
  postsDeletionStore.softDelete(tx, type, id, state);

/** Soft-deletes a text that no administrator has written. @returns its row; undefined where there was none */
export const markHidden = (tx: Tx, { type, id }: ContentRef, at: Date) => postsDeletionStore.hide(tx, type, id, at);

/** Locks a text whose author exists, soft-deleted or not, until the transaction ends. */
export const lockContent = (tx: Tx, { type, id }: ContentRef) => postsDeletionStore.findForUpdate(tx, type, id);

export const unmarkDeleted = (tx: Tx, { type, id }: ContentRef) => postsDeletionStore.restore(tx, type, id);
