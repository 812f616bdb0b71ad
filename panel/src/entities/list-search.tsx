import { SEARCH_DEBOUNCE_MS, SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { useEffect, useState } from 'react';
import { cleanTerm } from '../lib/search-term.ts';
import { classNames } from '../ui/class-names.ts';
import { SearchField } from '../ui/search-field.tsx';

const CLEAR = 'Xóa từ khóa';

interface ListSearchProps {
  /** The term in the URL. */
  readonly q: string;
  readonly label: string;
  /** The label by default; a shorter text where that has no room. */
  readonly placeholder?: string;
  /** The width that it needs at least. */
  readonly className?: string;
  /** Puts a term into the URL; the same function until the list changes. */
  readonly onSearch: (q: string) => void;
}

/** The search field of a list: searches once typing pauses, or with Enter. */
export function ListSearch({ q, label, placeholder = label, className = 'basis-56', onSearch }: ListSearchProps) {
  const [draft, setDraft] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    if (cleanTerm(draft) !== q) setDraft(q);
  }
  const term = cleanTerm(draft);
  useEffect(() => {
    if (term === q) return;
    const timer = setTimeout(() => onSearch(term), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term, q, onSearch]);
  return (
    <form
      className={classNames('flex grow items-end', className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (term !== q) onSearch(term);
      }}
    >
      <SearchField
        label={label}
        placeholder={placeholder}
        maxLength={SEARCH_TERM_MAX_CHARS}
        value={draft}
        onType={setDraft}
        clearLabel={CLEAR}
        className="flex-1 [&_input]:text-ellipsis"
      />
    </form>
  );
}
