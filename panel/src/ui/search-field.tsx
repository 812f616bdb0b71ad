import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { isImeKey } from '../lib/ime-key.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface SearchFieldProps extends Required<Pick<TextFieldProps, 'label' | 'placeholder' | 'maxLength' | 'className'>> {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** The accessible name of the clear button; Escape then clears the field too. Without it there is no clear button. */
  readonly clearLabel?: string;
}

/** A labelled search input. */
export function SearchField({ value, onType, clearLabel, ...field }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function clear(): void {
    onType('');
    input.current?.focus();
  }

  const clearing = clearLabel !== undefined && {
    // Without a button the placeholder has its room.
    trailing: value === '' ? undefined : <IconButton icon={X} size="sm" label={clearLabel} onClick={clear} />,
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => {
      // During a composition Escape belongs to the input method.
      if (key === 'Escape' && !isImeKey(nativeEvent) && value !== '') clear();
    },
  };
  return (
    <TextField
      {...field}
      {...clearing}
      ref={input}
      hideLabel
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onType(event.target.value)}
      leading={<Search aria-hidden="true" className="size-4" />}
    />
  );
}
