import { seqSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { stateField } from '../../lib/location.ts';
import { defineUrlQuery, textParam, useUrlQuery } from '../../lib/url-query.ts';

function toSeq(text: string): number | undefined {
  const seq = Number(text);
  // The following seq must be valid too, because the request to the server uses it.
  return [seq, seq + 1].every((number) => seqSchema.safeParse(number).success) ? seq : undefined;
}

/** The selected user ('' for none), and the message, undefined for the newest. */
export const selectionUrl = defineUrlQuery<{ readonly userId: string; readonly seq: number | undefined }>({
  userId: textParam('userId', (text) => text),
  seq: { name: 'seq', parse: toSeq, format: (seq) => (seq === undefined ? '' : String(seq)) },
});

/** The URL of a conversation in the chat (specification, section 2), at a message or at the newest. */
export const conversationUrl = (userId: string, seq?: number) => ({
  pathname: '/admin/chat',
  search: `?${selectionUrl.format({ userId, seq })}`,
});

/** State of a history entry that was opened from the list without a selection: Back leads there. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown): boolean => stateField(state, 'fromList') === true;

/** The selection in the URL, and functions to change it. */
export function useSelection() {
  const { userId, seq } = useUrlQuery(selectionUrl).query;
  const navigate = useNavigate();
  const { state, key } = useLocation();
  /** Returns to the list without a selection, with the browser's Back where that leads there. */
  const leave = useCallback(() => {
    if (isFromList(state)) void navigate(-1);
    else void navigate('/admin/chat');
  }, [state, navigate]);
  /**
   * Selects another message of the same conversation, or with undefined its newest, with or without a history entry.
   */
  const goTo = useCallback(
    (seq: number | undefined, replace: boolean) =>
      void navigate(conversationUrl(userId, seq), { replace, state: replace ? state : undefined }),
    [navigate, userId, state],
  );
  /** Changes with each navigation, even to the same URL. */
  const visit = key;
  return { userId, seq, visit, leave, goTo };
}
