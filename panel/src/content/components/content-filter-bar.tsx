import { CONTENT_STATES, CONTENT_TYPES } from '@hai-dang/contract/content/content.schema.ts';
import { RotateCcw } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { ListSearch } from '../../entities/list-search.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type ContentQuery, contentListUrl, isFiltered, NO_FILTERS } from '../content.filters.ts';
import { useAuthorName } from '../content.queries.ts';
import { contentStrings as strings } from '../content.strings.ts';

const TYPES = [
  { value: '', label: strings.anyType },
  ...CONTENT_TYPES.map((value) => ({ value, label: strings.types[value] })),
];
const STATES = [
  { value: '', label: strings.anyState },
  ...CONTENT_STATES.map((value) => ({ value, label: strings.states[value] })),
];

interface FilterBarProps {
  readonly query: ContentQuery;
  readonly onChoose: (change: Partial<ContentQuery>, options?: { readonly replace: boolean }) => void;
}

/** The author whose content is listed; a press lists that of all. */
function AuthorFilter({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { data: name, isPending } = useAuthorName(id);
  // A name that cannot be loaded is replaced by the id; a deleted account has neither.
  const unnamed = isPending ? strings.authorLoading : name === null ? strings.authorGone : id;
  const text = strings.author(name?.trim() || unnamed);
  return (
    <div className="flex min-w-0">
      <Chip label={strings.removeFilter(text)} onRemove={onRemove}>
        <bdi className="min-w-0 truncate">{text}</bdi>
      </Chip>
    </div>
  );
}

/** Search and filters, in one line where there is room. */
export function ContentFilterBar({ query, onChoose }: FilterBarProps) {
  const bar = useRef<HTMLElement>(null);
  /** The pressed element goes: the focus moves to the search. */
  function choose(change: Partial<ContentQuery>): void {
    bar.current?.querySelector('input')?.focus();
    onChoose(change);
  }
  const onSearch = useCallback(
    // One step of the browser's history for a search, not one for each pause of typing.
    (q: string) => onChoose({ q }, { replace: contentListUrl.current().q !== '' }),
    [onChoose],
  );
  return (
    <search ref={bar} aria-label={strings.filterBar} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <ListSearch q={query.q} label={strings.search} onSearch={onSearch} />
        <SelectField
          label={strings.type}
          value={query.itemType}
          onChange={({ target }) => onChoose({ itemType: CONTENT_TYPES.find((type) => type === target.value) ?? '' })}
          options={TYPES}
          className="flex-1 basis-28 sm:max-w-40"
        />
        <SelectField
          label={strings.state}
          value={query.state}
          onChange={({ target }) => onChoose({ state: CONTENT_STATES.find((state) => state === target.value) ?? '' })}
          options={STATES}
          className="flex-1 basis-28 sm:max-w-40"
        />
        <DayField
          label={strings.from}
          value={query.from}
          max={query.to}
          onChoose={(from) => onChoose({ from })}
          className="flex-1 basis-28 sm:max-w-40"
        />
        <DayField
          label={strings.to}
          value={query.to}
          min={query.from}
          onChoose={(to) => onChoose({ to })}
          className="flex-1 basis-28 sm:max-w-40"
        />
        <Checkbox
          label={strings.isReported}
          checked={query.isReported}
          onChange={({ target }) => onChoose({ isReported: target.checked })}
          className="min-h-10 text-sm"
        />
        <Checkbox
          label={strings.hasImages}
          checked={query.hasImages}
          onChange={({ target }) => onChoose({ hasImages: target.checked })}
          className="min-h-10 text-sm"
        />
        {isFiltered(query) && (
          <Button variant="ghost" onClick={() => choose(NO_FILTERS)}>
            <RotateCcw aria-hidden="true" className="size-4" />
            {strings.resetFilters}
          </Button>
        )}
      </div>
      {query.authorId !== '' && <AuthorFilter id={query.authorId} onRemove={() => choose({ authorId: '' })} />}
    </search>
  );
}
