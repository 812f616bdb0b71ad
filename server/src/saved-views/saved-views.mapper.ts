import { type SavedView, savedViewScreenSchema } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import type { SavedViewRow } from './saved-views.store.ts';

/** A saved view as it crosses the wire. */
export const toSavedView = (row: SavedViewRow): SavedView => ({
  _id: row.id,
  screen: savedViewScreenSchema.parse(row.screen),
  name: row.name,
  query: row.query,
  isShared: row.owner_id === null,
  version: row.version,
});
