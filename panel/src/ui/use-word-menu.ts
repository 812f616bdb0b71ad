import {
  type AriaAttributes,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isImeKey } from '../lib/ime-key.ts';
import { type TypedWord, wordAt } from './typed-word.ts';

/** A text with an item in it, and the caret after that, or a part of it to be selected. */
interface PutItem {
  readonly text: string;
  readonly caret: number;
  readonly selected?: { readonly start: number; readonly end: number } | undefined;
}

interface WordMenuOptions<Item> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** The character that opens the menu. */
  readonly sign: string;
  /** False where there is nothing to offer. */
  readonly isOffered: boolean;
  /** The items for the part of the word before the caret. */
  readonly find: (typed: string) => readonly Item[];
  /** Lines after the items. */
  readonly moreLines?: number;
  readonly onOpen?: () => void;
  /** The text with the word replaced by an item; undefined where a line changes no text. */
  readonly put: (word: TypedWord, item: Item | undefined) => PutItem | undefined;
  readonly onChange: (text: string) => void;
}

/** The content of the open menu. */
export interface OpenWordMenu<Item> {
  readonly id: string;
  readonly matches: readonly Item[];
  /** The index of the active line; -1 for none. */
  readonly active: number;
  /** Called for a press on a line. */
  readonly onTake: (index: number) => void;
}

export interface WordMenu<Item> {
  readonly open: OpenWordMenu<Item> | undefined;
  /** Call it with each change by the user. */
  readonly onTyped: (area: HTMLTextAreaElement) => void;
  /** @returns whether the menu has handled the key: no other handler may act on it */
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly fieldProps: AriaAttributes & {
    readonly onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    readonly onBlur: () => void;
  };
}

export const optionId = (menuId: string, index: number): string => `${menuId}-${index}`;

/**
 * The menu that a character opens in a text field. Only typing opens it; the focus stays in the field, following the
 * listbox pattern of the ARIA Authoring Practices Guide. A multi-line field keeps its role.
 */
export function useWordMenu<Item>(options: WordMenuOptions<Item>): WordMenu<Item> {
  const { field, text, sign, isOffered, find, moreLines = 0, onOpen, put, onChange } = options;
  const id = useId();
  const [word, setWord] = useState<TypedWord>();
  /** The start of the word whose menu Escape has closed. */
  const [dismissed, setDismissed] = useState<number>();
  /** The line chosen by an arrow key. */
  const [chosen, setChosen] = useState<number>();
  const selection = useRef<{ start: number; end: number }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after the field has rendered the text with the item
  useLayoutEffect(() => {
    if (selection.current) field.current?.setSelectionRange(selection.current.start, selection.current.end);
    selection.current = undefined;
  }, [text]);

  const isOpen = word !== undefined && isOffered;
  const matches = isOpen ? find(word.typed) : [];
  const lines = matches.length + moreLines;
  const active = Math.min(chosen ?? (matches.length > 0 ? 0 : -1), lines - 1);

  function show(next: TypedWord | undefined): void {
    if (next?.typed !== word?.typed) setChosen(undefined);
    if (next && !word) onOpen?.();
    setWord(next);
  }

  function take(index: number): void {
    show(undefined);
    if (!word || index < 0) return;
    const changed = put(word, matches[index]);
    if (!changed) return;
    selection.current = changed.selected ?? { start: changed.caret, end: changed.caret };
    onChange(changed.text);
  }

  return {
    open: isOpen ? { id, matches, active, onTake: take } : undefined,

    onTyped(area) {
      const next = wordAt(area.value, area.selectionStart, sign);
      if (next?.start !== dismissed) setDismissed(undefined);
      show(next?.start === dismissed ? undefined : next);
    },

    onKeyDown(event) {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || isImeKey(event.nativeEvent)) return false;
      const isTaken = (event.key === 'Enter' && lines > 0) || (event.key === 'Tab' && active !== -1);
      if (event.key === 'ArrowDown' && lines > 0) setChosen((active + 1) % lines);
      else if (event.key === 'ArrowUp' && lines > 0) setChosen(active <= 0 ? lines - 1 : active - 1);
      else if (event.key === 'Escape') {
        setDismissed(word.start);
        show(undefined);
      } else if (isTaken && !event.shiftKey) take(active);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },

    fieldProps: {
      'aria-autocomplete': isOffered ? 'list' : undefined,
      'aria-haspopup': isOffered ? 'listbox' : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active !== -1 ? optionId(id, active) : undefined,
      onSelect: ({ currentTarget: area }) => {
        if (!word) return;
        const next = wordAt(area.value, area.selectionStart, sign);
        show(next?.start === word.start ? next : undefined);
      },
      onBlur: () => show(undefined),
    },
  };
}
