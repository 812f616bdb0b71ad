import type { SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { lazyCode } from '../lib/lazy-code.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';
import { useSavedViews } from './saved-views.queries.ts';
import { savedViewsStrings as strings } from './saved-views.strings.ts';

const tools = lazyCode(() => import('./saved-view-tools.tsx').then((module) => module.SavedViewTools));

interface SavedViewsProps {
  readonly screen: SavedViewScreen;
  /** The query string of the list, normalised; '' is the default list, which needs no view. */
  readonly search: string;
  readonly onOpen: (search: string) => void;
}

/** The saved views of a list as chips; the list as it is now can be saved, and the opened view changed. */
export function SavedViews({ screen, search, onOpen }: SavedViewsProps) {
  const { data: views, isError, isFetching, refetch } = useSavedViews(screen);
  const [openedId, setOpenedId] = useState('');
  const matching = views?.find(({ query }) => query === search);
  const opened = matching ?? views?.find(({ _id }) => _id === openedId);

  // Nothing can be changed, and the default list needs no view.
  const Tools = useLazyComponent(tools, opened !== undefined || search !== '');

  if (isError && !views)
    return (
      <Button variant="ghost" size="sm" pending={isFetching} onClick={() => void refetch()}>
        {strings.failed} · {sharedStrings.retry}
      </Button>
    );
  // A backend without saved views, or not loaded yet.
  if (!views) return null;
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2 empty:hidden">
      {views.length > 0 && (
        <ul aria-label={strings.list} className="flex min-w-0 flex-wrap gap-2">
          {views.map((view) => (
            <li key={view._id} className="max-w-full">
              <button
                type="button"
                aria-pressed={view === opened}
                onClick={() => {
                  setOpenedId(view._id);
                  onOpen(view.query);
                }}
                className={classNames(
                  'inline-flex h-8 max-w-full cursor-pointer items-center gap-1.5 rounded-md border px-3 text-sm transition-colors hover:bg-hover',
                  view === opened ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-surface',
                )}
              >
                {view.isShared && <Users aria-label={strings.shared} className="size-3.5 shrink-0" />}
                <bdi className="truncate">{view.name}</bdi>
                {view === opened && !matching && <span className="text-xs">({strings.modified})</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {Tools && (
        <Tools screen={screen} search={search} opened={opened} isSaved={matching !== undefined} onSaved={setOpenedId} />
      )}
    </div>
  );
}
