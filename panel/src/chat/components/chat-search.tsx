import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { chatStrings as strings } from '../chat.strings.ts';

interface ChatSearchProps {
  readonly draft: string;
  readonly onType: (text: string) => void;
  readonly onSubmit: () => void;
}

/** The search box over the list. */
export function ChatSearch({ draft, onType, onSubmit }: ChatSearchProps) {
  const form = useRef<HTMLFormElement>(null);

  function clear() {
    onType('');
    form.current?.querySelector('input')?.focus();
  }

  return (
    <search>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextField
          label={strings.searchLabel}
          hideLabel
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_TERM_MAX_CHARS}
          placeholder={strings.searchPlaceholder}
          value={draft}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && draft !== '') clear();
          }}
          leading={<Search aria-hidden="true" className="size-4" />}
          trailing={draft !== '' && <IconButton icon={X} size="sm" label={strings.clearSearch} onClick={clear} />}
          className="[&_input]:text-ellipsis"
        />
      </form>
    </search>
  );
}
