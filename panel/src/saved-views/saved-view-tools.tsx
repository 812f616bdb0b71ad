import type { SavedView, SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { errorMessage } from '../lib/api-error.ts';
import { lazyCode } from '../lib/lazy-code.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from '../ui/button.tsx';
import { useLazyComponent } from '../ui/lazy-component.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { toast } from '../ui/toast.ts';
import { savedViewToolsStrings as strings } from './saved-view-tools.strings.ts';
import { useDeleteView, useSaveView } from './saved-views.mutations.ts';

const dialog = lazyCode(() => import('./saved-view-dialog.tsx').then((module) => module.SavedViewDialog));

interface SavedViewToolsProps {
  readonly screen: SavedViewScreen;
  /** The query string of the list as it is now. */
  readonly search: string;
  /** The view that was opened. */
  readonly opened: SavedView | undefined;
  /** Whether some view is the list as it is now. */
  readonly isSaved: boolean;
  readonly onSaved: (id: string) => void;
}

/** Saves the list as it is now; changes and deletes the opened view. */
export function SavedViewTools({ screen, search, opened, isSaved, onSaved }: SavedViewToolsProps) {
  const [edited, setEdited] = useState<SavedView | 'new'>();
  const { mutateAsync: save } = useSaveView(screen);
  const { mutate: remove } = useDeleteView();
  const closeDialog = () => setEdited(undefined);
  const onLoadFailed = useCallback(() => {
    setEdited(undefined);
    toast.error(sharedStrings.menuLoadFailed);
  }, []);
  const Dialog = useLazyComponent(dialog, edited !== undefined, onLoadFailed);

  async function update(view: SavedView): Promise<void> {
    try {
      await save({ view, choice: { ...view, query: search } });
      toast.success(strings.updated(view.name));
    } catch (error) {
      toast.error(errorMessage(error, strings.saveFailed));
    }
  }

  return (
    <>
      {opened && (
        <MenuButton
          label={strings.menu(opened.name)}
          className="-my-1"
          items={[
            ...(isSaved
              ? []
              : [
                  {
                    id: 'savedViews.update',
                    label: strings.update(opened.name),
                    icon: Save,
                    run: () => void update(opened),
                  },
                ]),
            { id: 'savedViews.edit', label: strings.edit, icon: Pencil, run: () => setEdited(opened) },
            {
              id: 'savedViews.delete',
              label: strings.delete,
              icon: Trash2,
              isDangerous: true,
              run: () => remove(opened),
            },
          ]}
        />
      )}
      {search !== '' && !isSaved && (
        <Button variant="ghost" size="sm" onClick={() => setEdited('new')}>
          <BookmarkPlus aria-hidden="true" className="size-4" />
          {strings.save}
        </Button>
      )}
      {Dialog && edited && (
        <Dialog
          screen={screen}
          view={edited === 'new' ? undefined : edited}
          search={search}
          onSaved={({ _id }) => {
            onSaved(_id);
            closeDialog();
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
