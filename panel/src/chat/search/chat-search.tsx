import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { chatStrings as strings } from '../chat.strings.ts';

interface ChatSearchProps {
  readonly draft: string;
  readonly onType: (text: string) => void;
  readonly onSubmit: () => void;
}

/** The search field above the list. */
export function ChatSearch({ draft, onType, onSubmit }: ChatSearchProps) {
  return (
    <search>
      <form
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
          className="[&_input]:text-ellipsis"
        />
      </form>
    </search>
  );
}
