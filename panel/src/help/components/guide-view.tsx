import { useDeferredValue, useState } from 'react';
import { CARD_CLASS, classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Guide } from '../guide.ts';
import { findSections } from '../guide-search.ts';
import { helpStrings as strings } from '../help.strings.ts';
import { useSectionInUrl } from '../use-section-in-url.ts';
import { GuideContents } from './guide-contents.tsx';
import { GuideText, Highlighted } from './guide-text.tsx';

const TERM_MAX_CHARS = 100;

/** Search, table of contents and text of the guide; a search leaves only the sections that have the term. */
export function GuideView({ guide }: { readonly guide: Guide }) {
  const [typed, setTyped] = useState('');
  const term = useDeferredValue(typed);
  const sections = findSections(guide.sections, term);
  const isSearching = term.trim() !== '';
  useSectionInUrl();
  /** A link may lead to a section that the search has left out. */
  const showAll = () => setTyped('');
  return (
    <>
      <SearchField
        label={strings.search}
        placeholder={strings.searchPlaceholder}
        maxLength={TERM_MAX_CHARS}
        className="max-w-md"
        clearLabel={strings.clearSearch}
        value={typed}
        onType={setTyped}
      />
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {isSearching && sections.length > 0 && strings.found(sections.length)}
      </p>
      {sections.length === 0 && <EmptyState title={strings.notFound} hint={strings.notFoundHint} />}
      <div className="flex flex-col items-start gap-4 lg:flex-row lg:gap-6">
        {sections.length > 0 && <GuideContents sections={sections} isFlat={isSearching} />}
        {sections.length > 0 && (
          <div className={classNames(CARD_CLASS, 'flex w-full min-w-0 max-w-3xl flex-col gap-6 p-4 sm:p-6')}>
            {!isSearching && <GuideText nodes={guide.intro} term="" title={strings.title} onFollow={showAll} />}
            {sections.map(({ id, level, title, body }) => {
              // A search may leave out the section that one is part of: no level is skipped then.
              const Heading = level === 2 || isSearching ? 'h2' : 'h3';
              return (
                <section key={id} aria-labelledby={id} className="flex flex-col gap-3">
                  <Heading
                    id={id}
                    tabIndex={-1}
                    className={classNames('text-balance font-semibold', level === 2 ? 'text-xl' : 'text-lg')}
                  >
                    <Highlighted text={title} term={term} />
                  </Heading>
                  <GuideText nodes={body} term={term} title={title} onFollow={showAll} />
                </section>
              );
            })}
          </div>
        )}
      </div>
    </>
  );
}
