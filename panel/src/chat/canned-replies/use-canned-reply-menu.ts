import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import type { KeyboardEvent, RefObject } from 'react';
import { isImeKey } from '../../lib/ime-key.ts';
import { useWordMenu, type WordMenu } from '../../ui/use-word-menu.ts';
import { cannedRepliesDialog } from './canned-replies.overlays.ts';
import { useCannedReplies } from './canned-replies.queries.ts';
import { findBlanks, matchingReplies, putReply, type TextPart } from './canned-reply-text.ts';

interface ReplyMenuOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** The user's whole name. */
  readonly name: string;
  readonly onChange: (text: string) => void;
}

export interface ReplyMenu extends WordMenu<CannedReply> {
  readonly state: 'loading' | 'failed' | 'ready';
  /** The first blank that is still to be filled in; null for none. */
  readonly blank: string | null;
  /** Selects that blank. */
  readonly selectBlank: () => void;
}

/**
 * The menu of canned replies that '/' opens in a text field; its last line opens the dialog. Tab goes through the blanks
 * of what was inserted, and then on.
 */
export function useReplyMenu({ field, text, name, onChange }: ReplyMenuOptions): ReplyMenu {
  const { data, isError, refetch } = useCannedReplies();
  const menu = useWordMenu<CannedReply>({
    field,
    text,
    sign: '/',
    // null from a backend without canned replies.
    isOffered: data !== null,
    find: (typed) => (data ? matchingReplies(data, typed) : []),
    moreLines: 1,
    onOpen: () => void (isError && refetch()),
    put(word, reply) {
      if (reply) return putReply(text, word, reply.content, name);
      cannedRepliesDialog.open();
      return undefined;
    },
    onChange,
  });
  const blanks = data ? findBlanks(text, data) : [];
  const [first] = blanks;
  const select = ({ start, end }: TextPart) => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };

  /** @returns whether a blank is selected */
  function goToBlank({ key, shiftKey, ctrlKey, altKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
    if (key !== 'Tab' || ctrlKey || altKey || metaKey) return false;
    const { selectionStart, selectionEnd } = currentTarget;
    const next = shiftKey
      ? blanks.findLast(({ end }) => end <= selectionStart)
      : blanks.find(({ start }) => start >= selectionEnd);
    if (next) select(next);
    return next !== undefined;
  }

  return {
    ...menu,
    onKeyDown(event) {
      if (menu.onKeyDown(event)) return true;
      if (isImeKey(event.nativeEvent) || !goToBlank(event)) return false;
      event.preventDefault();
      return true;
    },
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    blank: first ? text.slice(first.start, first.end) : null,
    selectBlank: () => first && select(first),
  };
}
