import { SEARCH_DEBOUNCE_MS, SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { CONTENT_STATES, CONTENT_TYPES } from '@hai-dang/contract/content/content.schema.ts';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cleanTerm } from '../../lib/search-term.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type ContentQuery, isFiltered, NO_FILTERS } from '../content.filters.ts';
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

/** Searches once typing pauses, or with Enter. */
function ContentSearch({ query: { q }, onChoose }: FilterBarProps) {
  const [draft, setDraft] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    if (cleanTerm(draft) !== q) setDraft(q);
  }
  const term = cleanTerm(draft);
  useEffect(() => {
    if (term === q) return;
    // One step of the browser's history for a search, not one for each pause of typing.
    const timer = setTimeout(() => onChoose({ q: term }, { replace: q !== '' }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term, q, onChoose]);
  return (
    <form
      className="flex grow basis-56 items-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (term !== q) onChoose({ q: term }, { replace: q !== '' });
      }}
    >
      <SearchField
        label={strings.search}
        placeholder={strings.search}
        maxLength={SEARCH_TERM_MAX_CHARS}
        value={draft}
        onType={setDraft}
        clearLabel={strings.clearSearch}
        className="flex-1 [&_input]:text-ellipsis"
      />
    </form>
  );
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
  return (
    <search ref={bar} aria-label={strings.filterBar} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <ContentSearch query={query} onChoose={onChoose} />
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
          className="flex-1 basis-28 sm:max-w-36"
        />
        <DayField
          label={strings.to}
          value={query.to}
          min={query.from}
          onChoose={(to) => onChoose({ to })}
          className="flex-1 basis-28 sm:max-w-36"
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
