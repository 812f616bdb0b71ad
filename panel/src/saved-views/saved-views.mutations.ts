import type { SavedView, SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useInvalidate } from '../lib/use-invalidate.ts';
import { toast } from '../ui/toast.ts';
import { savedViewToolsStrings as strings } from './saved-view-tools.strings.ts';
import { createSavedView, deleteSavedView, type SavedViewChoice, updateSavedView } from './saved-views.api.ts';
import { SAVED_VIEWS_KEY } from './saved-views.queries.ts';

interface Saving {
  /** The view to change; undefined saves a new one. */
  readonly view: SavedView | undefined;
  readonly choice: SavedViewChoice;
}

/** Saves a new view of a list, or changes one. */
export function useSaveView(screen: SavedViewScreen) {
  const invalidate = useInvalidate(SAVED_VIEWS_KEY);
  return useMutation({
    mutationFn: ({ view, choice }: Saving) => (view ? updateSavedView(view, choice) : createSavedView(screen, choice)),
    onSettled: invalidate,
  });
}

/** Deletes a view, with an undo that saves the same once more. */
export function useDeleteView() {
  const invalidate = useInvalidate(SAVED_VIEWS_KEY);
  async function restore({ screen, name, query, isShared }: SavedView): Promise<void> {
    try {
      await createSavedView(screen, { name, query, isShared });
      toast.success(strings.restored(name));
    } catch (error) {
      toast.error(errorMessage(error, strings.restoreFailed(name)));
    }
    await invalidate();
  }
  return useMutation({
    mutationFn: (view: SavedView) => deleteSavedView(view._id),
    onSuccess: (_, view) =>
      toast.success(strings.deleted(view.name), {
        action: { label: sharedStrings.undo, onClick: () => void restore(view) },
      }),
    onError: (error, view) => toast.error(errorMessage(error, strings.deleteFailed(view.name))),
    onSettled: invalidate,
  });
}
