import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
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
import { isImeKey } from '../../lib/ime-key.ts';
import { useCannedReplies } from './canned-replies.queries.ts';
import { openCannedReplies } from './canned-replies-host.tsx';
import { matchingReplies, putReply, type SlashWord, slashWordAt } from './canned-reply-text.ts';

interface ReplyMenuNeeds {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** The user's name, for '{tên}'. */
  readonly name: string;
  readonly onChange: (text: string) => void;
}

/** The content of the open menu. */
export interface OpenReplyMenu {
  readonly id: string;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly matches: readonly CannedReply[];
  /** The index of the active match, or of the line after the matches, which opens the dialog; -1 for none. */
  readonly active: number;
  /** Called for a press on a line. */
  readonly onTake: (index: number) => void;
}

export interface ReplyMenu {
  readonly open: OpenReplyMenu | undefined;
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
 * The menu of canned replies that '/' opens in a text field. Only typing opens it; the focus stays in the field,
 * following the listbox pattern of the ARIA Authoring Practices Guide. A multi-line field keeps its role.
 */
export function useReplyMenu({ field, text, name, onChange }: ReplyMenuNeeds): ReplyMenu {
  const id = useId();
  const { data, isError, refetch } = useCannedReplies();
  const [word, setWord] = useState<SlashWord>();
  /** The start of the slash word whose menu Escape has closed. */
  const [dismissed, setDismissed] = useState<number>();
  /** The line chosen by an arrow key. */
  const [chosen, setChosen] = useState<number>();
  const caret = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after the field has rendered the text with the reply
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);

  // Without canned replies there is no menu.
  const isOpen = word !== undefined && data !== null;
  const matches = isOpen && data ? matchingReplies(data, word.typed) : [];
  const active = Math.min(chosen ?? (matches.length > 0 ? 0 : -1), matches.length);

  function show(next: SlashWord | undefined): void {
    if (next?.typed !== word?.typed) setChosen(undefined);
    if (next && !word && isError) void refetch();
    setWord(next);
  }

  function take(index: number): void {
    const reply = matches[index];
    show(undefined);
    if (!word || index < 0) return;
    if (!reply) {
      openCannedReplies();
      return;
    }
    const put = putReply(text, word, reply.content, name);
    caret.current = put.caret;
    onChange(put.text);
  }

  return {
    open: isOpen
      ? { id, state: data ? 'ready' : isError ? 'failed' : 'loading', matches, active, onTake: take }
      : undefined,

    onTyped(area) {
      const next = slashWordAt(area.value, area.selectionStart);
      if (next?.start !== dismissed) setDismissed(undefined);
      show(next?.start === dismissed ? undefined : next);
    },

    onKeyDown(event) {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || isImeKey(event.nativeEvent)) return false;
      const lines = matches.length + 1;
      if (event.key === 'ArrowDown') setChosen((active + 1) % lines);
      else if (event.key === 'ArrowUp') setChosen(active <= 0 ? lines - 1 : active - 1);
      else if (event.key === 'Escape') {
        setDismissed(word.start);
        show(undefined);
      } else if ((event.key === 'Enter' || (event.key === 'Tab' && active !== -1)) && !event.shiftKey) take(active);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },

    fieldProps: {
      'aria-autocomplete': data ? 'list' : undefined,
      'aria-haspopup': data ? 'listbox' : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active !== -1 ? optionId(id, active) : undefined,
      onSelect: ({ currentTarget: area }) => {
        if (!word) return;
        const next = slashWordAt(area.value, area.selectionStart);
        show(next?.start === word.start ? next : undefined);
      },
      onBlur: () => show(undefined),
    },
  };
}
