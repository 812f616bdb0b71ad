import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { cleanTerm } from '../../lib/search-term.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useFoundMessages } from './message-search.queries.ts';
import { messageSearchStrings as strings } from './message-search.strings.ts';
import { FoundMessageLine } from './search-result.tsx';
import { SearchState } from './search-state.tsx';
import { useChatSearch } from './use-chat-search.ts';

/** The next page is fetched when fewer hits than this follow the current one. */
const HITS_AHEAD = 3;

export interface MessageSearchBarProps {
  readonly userId: string;
  /** The seq of the message that was navigated to. */
  readonly shownSeq: number | undefined;
  readonly onGoTo: (seq: number) => void;
  readonly onClose: () => void;
}

/** The search in one conversation: a field, the number of hits, and buttons to move between them. */
export function MessageSearchBar({ userId, shownSeq, onGoTo, onClose }: MessageSearchBarProps) {
  const search = useChatSearch();
  const found = useFoundMessages(search.term, userId);
  const bar = useRef<HTMLElement>(null);
  const { hits, hasMore } = found;
  const shown = hits.findIndex(({ message }) => message.seq === shownSeq);

  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (shown >= 0) bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  function step(by: 1 | -1): void {
    const seq = hits[shown + by]?.message.seq;
    if (seq !== undefined) onGoTo(seq);
    if (by === 1 && hasMore && shown >= hits.length - HITS_AHEAD) found.readMore();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isImeKey(event.nativeEvent)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (cleanTerm(search.draft) !== search.term) search.submit();
      else step(event.shiftKey ? -1 : 1);
    }
  }

  const count = formatNumber(hits.length);
  return (
    <search ref={bar} onKeyDown={onKeyDown} className="flex flex-col border-line border-b bg-surface px-3 py-2 sm:px-4">
      <div className="flex items-center gap-1">
        <SearchField
          label={strings.label}
          placeholder={strings.placeholder}
          maxLength={SEARCH_TERM_MAX_CHARS}
          value={search.draft}
          onType={search.type}
          className="flex-1"
        />
        <IconButton
          icon={ChevronUp}
          size="sm"
          label={strings.older}
          disabled={shown + 1 >= hits.length && !hasMore}
          onClick={() => step(1)}
        />
        <IconButton icon={ChevronDown} size="sm" label={strings.newer} disabled={shown < 1} onClick={() => step(-1)} />
        <IconButton icon={X} size="sm" label={strings.close} onClick={onClose} />
      </div>
      {search.term !== '' && (
        <>
          <p role="status" className="pt-1 text-ink-muted text-xs tabular-nums">
            {hits.length > 0 &&
              (shown < 0 ? strings.count(count, hasMore) : strings.place(formatNumber(shown + 1), count, hasMore))}
          </p>
          <section
            aria-label={strings.results}
            aria-busy={found.isPlaceholderData}
            className="max-h-40 overflow-y-auto"
          >
            <ul>
              {hits.map((hit, index) => (
                <li key={hit.message._id}>
                  <button
                    type="button"
                    aria-current={index === shown || undefined}
                    onClick={() => onGoTo(hit.message.seq)}
                    className={classNames(
                      'flex w-full cursor-pointer rounded-md px-3 py-2 text-left focus-visible:-outline-offset-2',
                      index === shown ? 'bg-accent-soft' : 'hover:bg-hover',
                    )}
                  >
                    <FoundMessageLine hit={hit} term={search.term} />
                  </button>
                </li>
              ))}
            </ul>
            <SearchState found={found} />
          </section>
        </>
      )}
    </search>
  );
}
