import {
  createSavedView,
  deleteSavedView,
  updateSavedView,
} from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { SavedView, SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { errorMessage, orNull } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useInvalidate } from '../lib/use-invalidate.ts';
import { toast } from '../ui/toast.ts';
import { savedViewToolsStrings as strings } from './saved-view-tools.strings.ts';

/** The fields of a saved view that an administrator chooses. */
type SavedViewChoice = Pick<SavedView, 'name' | 'query' | 'isShared'>;

interface Saving {
  /** The view to change; undefined saves a new one. */
  readonly view: SavedView | undefined;
  readonly choice: SavedViewChoice;
}

/** Saves a new view of a list, or changes one. */
export function useSaveView(screen: SavedViewScreen) {
  const invalidate = useInvalidate(['saved-views']);
  return useMutation({
    mutationFn: async ({ view, choice }: Saving) => {
      const { data } = await (view
        ? callEndpoint(updateSavedView, { params: { id: view._id }, body: { ...choice, version: view.version } })
        : callEndpoint(createSavedView, { body: { screen, ...choice } }));
      return data;
    },
    onSettled: invalidate,
  });
}

/** Deletes a view, with an undo that saves the same once more; succeeds also where it is gone already. */
export function useDeleteView() {
  const invalidate = useInvalidate(['saved-views']);
  async function restore({ screen, name, query, isShared }: SavedView): Promise<void> {
    try {
      await callEndpoint(createSavedView, { body: { screen, name, query, isShared } });
      toast.success(strings.restored(name));
    } catch (error) {
      toast.error(errorMessage(error, strings.restoreFailed(name)));
    }
    await invalidate();
  }
  return useMutation({
    mutationFn: ({ _id: id }: SavedView) => orNull(callEndpoint(deleteSavedView, { params: { id } })),
    onSuccess: (_, view) =>
      toast.success(strings.deleted(view.name), {
        action: { label: sharedStrings.undo, onClick: () => void restore(view) },
      }),
    onError: (error, view) => toast.error(errorMessage(error, strings.deleteFailed(view.name))),
    onSettled: invalidate,
  });
}
