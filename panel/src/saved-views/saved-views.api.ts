import {
  createSavedView as createEndpoint,
  deleteSavedView as deleteEndpoint,
  listSavedViews,
  updateSavedView as updateEndpoint,
} from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { SavedView, SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';

/** What an administrator chooses of a saved view. */
export type SavedViewChoice = Pick<SavedView, 'name' | 'query' | 'isShared'>;

/**
 * One's own saved views of a list and the shared ones, by name; null from a backend without saved views.
 * @throws ApiError
 */
export async function fetchSavedViews(
  screen: SavedViewScreen,
  signal: AbortSignal,
): Promise<readonly SavedView[] | null> {
  return (await orNull(callEndpoint(listSavedViews, { body: { screen }, signal })))?.data ?? null;
}

/** @throws ApiError */
export async function createSavedView(screen: SavedViewScreen, choice: SavedViewChoice): Promise<SavedView> {
  return (await callEndpoint(createEndpoint, { body: { screen, ...choice } })).data;
}

/** @throws ApiError with CHANGED where a colleague has changed it meanwhile */
export async function updateSavedView(
  { _id: id, version }: Pick<SavedView, '_id' | 'version'>,
  choice: SavedViewChoice,
): Promise<SavedView> {
  return (await callEndpoint(updateEndpoint, { params: { id }, body: { ...choice, version } })).data;
}

/**
 * Succeeds also where it is gone already.
 * @throws ApiError
 */
export async function deleteSavedView(id: string): Promise<void> {
  await orNull(callEndpoint(deleteEndpoint, { params: { id } }));
}
