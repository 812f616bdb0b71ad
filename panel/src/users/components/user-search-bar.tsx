import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { SlidersHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CountBadge } from '../../ui/count-badge.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { usersStrings as strings } from '../users.strings.ts';

interface UserSearchBarProps {
  readonly draft: string;
  readonly onType: (text: string) => void;
  readonly onSubmit: () => void;
  readonly panelId: string;
  readonly panelOpen: boolean;
  readonly activeCount: number;
  readonly onTogglePanel: () => void;
  /** A press may follow. */
  readonly onNearPanel: () => void;
}

/** The search field and the button that shows the filters. */
export function UserSearchBar({
  draft,
  onType,
  onSubmit,
  panelId,
  panelOpen,
  activeCount,
  onTogglePanel,
  onNearPanel,
}: UserSearchBarProps) {
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SearchField
        label={strings.searchLabel}
        placeholder={strings.searchPlaceholder}
        maxLength={SEARCH_TERM_MAX_CHARS}
        value={draft}
        onType={onType}
        clearLabel={strings.clearSearch}
        className="flex-1 md:max-w-md [&_input]:text-ellipsis"
      />
      <Button
        aria-expanded={panelOpen}
        aria-controls={panelId}
        onClick={onTogglePanel}
        onPointerEnter={onNearPanel}
        onFocus={onNearPanel}
        className="max-sm:px-3"
        title={panelOpen ? strings.hideFilters : strings.showFilters}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{panelOpen ? strings.hideFilters : strings.showFilters}</span>
        {activeCount > 0 && (
          <CountBadge tone="accent" count={activeCount} label={`, ${strings.activeFilters(activeCount)}`} />
        )}
      </Button>
    </form>
  );
}
