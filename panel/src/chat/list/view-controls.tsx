import { CONVERSATION_FILTERS, CONVERSATION_SORTS } from '@hai-dang/contract/chat/conversations.schema.ts';
import { CONVERSATIONS_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import { ArrowDownUp } from 'lucide-react';
import { startTransition, useOptimistic } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMenu } from '../../ui/use-menu.tsx';
import type { ChatView } from './chat-view.ts';
import { type CountSources, countsNow } from './conversation-counts.ts';
import { viewControlsStrings as strings } from './view-controls.strings.ts';

const countText = (count: number): string =>
  count >= CONVERSATIONS_COUNTED_UP_TO ? strings.manyCounted : formatNumber(count);

export interface ViewControlsProps {
  readonly view: ChatView;
  readonly countSources: CountSources;
  /** While a search finds whom it finds, whatever the view. */
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<ChatView>) => void;
}

/** The filters of the conversations, each with its count, and their order. Arrow keys move between the filters. */
export function ViewControls({ view, countSources, isDisabled, onChange }: ViewControlsProps) {
  const counts = countsNow(countSources);
  // The URL changes in a transition; until then the radio button of the former filter would stay checked, and a press on it
  // be lost.
  const [filter, setFilter] = useOptimistic(view.filter);
  const items = CONVERSATION_SORTS.map((sort) => ({
    id: sort,
    label: strings.sort[sort],
    isChecked: sort === view.sort,
    run: () => onChange({ sort }),
  }));
  const label = strings.sortedBy(strings.sort[view.sort]);
  const { opener, menu } = useMenu(label, items);
  return (
    <div className="flex items-end gap-1 pr-1 pl-3">
      <fieldset
        disabled={isDisabled}
        className="flex min-w-0 flex-1 divide-x divide-line rounded-md border border-line disabled:opacity-50"
      >
        <legend className="sr-only">{strings.filters}</legend>
        {CONVERSATION_FILTERS.map((each) => (
          <label
            key={each}
            className="relative flex min-h-9 flex-auto cursor-pointer flex-col items-center justify-center px-1 text-center text-ink-muted text-xs transition-colors first-of-type:rounded-l-md last:rounded-r-md hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name="chat-filter"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={each === filter}
              onChange={() =>
                startTransition(() => {
                  setFilter(each);
                  onChange({ filter: each });
                })
              }
            />
            {strings.filter[each]} {/* Its room is kept while it loads. */}
            <span className="min-h-4 font-semibold tabular-nums">{counts && countText(counts[each])}</span>
          </label>
        ))}
      </fieldset>
      <IconButton
        icon={ArrowDownUp}
        label={label}
        disabled={isDisabled}
        className={view.sort === 'waiting' ? 'bg-accent-soft text-accent-ink' : ''}
        {...opener}
      />
      {menu}
    </div>
  );
}
