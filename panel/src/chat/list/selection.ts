import { seqSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { stateField } from '../../lib/history-state.ts';
import { defineUrlQuery, textParam, useUrlQuery } from '../../lib/url-query.ts';

function toSeq(text: string): number | undefined {
  const seq = Number(text);
  // What follows it must have a number too, for that is what the server is asked by.
  return [seq, seq + 1].every((number) => seqSchema.safeParse(number).success) ? seq : undefined;
}

/** Who is chosen ('' for nobody), and at which message, undefined for the newest. */
export const selectionUrl = defineUrlQuery<{ readonly userId: string; readonly seq: number | undefined }>({
  userId: textParam('userId', (text) => text),
  seq: { name: 'seq', parse: toSeq, format: (seq) => (seq === undefined ? '' : String(seq)) },
});

/** The chat with a conversation opened in it (specification, section 2), at a message or at the newest. */
export const conversationUrl = (userId: string, seq?: number) => ({
  pathname: '/admin/chat',
  search: `?${selectionUrl.format({ userId, seq })}`,
});

/** State of a history entry that was opened from the list with nobody chosen: Back leads there. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown): boolean => stateField(state, 'fromList') === true;

/** The selection in the URL, and the ways to others. */
export function useSelection() {
  const { userId, seq } = useUrlQuery(selectionUrl).query;
  const navigate = useNavigate();
  const { state, key } = useLocation();
  /** Back to the list with nobody chosen, by the browser's own step where that leads there. */
  const leave = useCallback(() => {
    if (isFromList(state)) void navigate(-1);
    else void navigate('/admin/chat');
  }, [state, navigate]);
  /** To another message of the same conversation, or with none to its newest, by a step of the history or without. */
  const goTo = useCallback(
    (seq: number | undefined, replace: boolean) =>
      void navigate(conversationUrl(userId, seq), { replace, state: replace ? state : undefined }),
    [navigate, userId, state],
  );
  /** Another one each time that one has gone somewhere, be it to the same place. */
  const visit = key;
  return { userId, seq, visit, leave, goTo };
}
