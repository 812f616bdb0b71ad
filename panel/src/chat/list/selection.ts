import { CONVERSATION_FILTERS, CONVERSATION_SORTS } from '@hai-dang/contract/chat/conversations.schema.ts';
import { seqSchema } from '@hai-dang/contract/chat/seq.schema.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { stateField } from '../../lib/location.ts';
import { defineUrlQuery, textParam, type UrlParam, useUrlQuery } from '../../lib/url-query.ts';
import { type ChatView, WHOLE_VIEW } from './chat-view.ts';

function toSeq(text: string): number | undefined {
  const seq = Number(text);
  // The following seq must be valid too, because the request to the server uses it.
  return [seq, seq + 1].every((number) => seqSchema.safeParse(number).success) ? seq : undefined;
}

/** One of several values, the first of which is the default. */
const choiceOf = <Value extends string>(name: string, values: readonly [Value, ...Value[]]): UrlParam<Value> => ({
  name,
  parse: (text) => values.find((value) => value === text) ?? values[0],
  format: (value) => (value === values[0] ? '' : value),
});

interface Selection extends ChatView {
  /** '' for none. */
  readonly userId: string;
  /** The message; undefined for the newest. */
  readonly seq: number | undefined;
}

/** The selected user and message, and the view of the list. */
export const selectionUrl = defineUrlQuery<Selection>({
  filter: choiceOf('filter', CONVERSATION_FILTERS),
  sort: choiceOf('sort', CONVERSATION_SORTS),
  userId: textParam('userId', (text) => text),
  seq: { name: 'seq', parse: toSeq, format: (seq) => (seq === undefined ? '' : String(seq)) },
});

/** The URL of the chat (specification, section 2): a conversation at a message or at the newest, or the list alone. */
export function conversationUrl(userId: string, { filter, sort }: ChatView = WHOLE_VIEW, seq?: number) {
  const search = selectionUrl.format({ userId, seq, filter, sort }).toString();
  return { pathname: '/admin/chat', search: search && `?${search}` };
}

/** State of a history entry that was opened from the list without a selection: Back leads there. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown): boolean => stateField(state, 'fromList') === true;

/** The selection in the URL, and functions to change it. */
export function useSelection() {
  const { query, update } = useUrlQuery(selectionUrl);
  const { userId, seq, filter, sort } = query;
  const view = useMemo<ChatView>(() => ({ filter, sort }), [filter, sort]);
  const navigate = useNavigate();
  const { state, key } = useLocation();
  /** Returns to the list without a selection, with the browser's Back where that leads there. */
  const leave = useCallback(() => {
    if (isFromList(state)) void navigate(-1);
    else void navigate(conversationUrl('', view));
  }, [state, navigate, view]);
  /**
   * Selects another message of the same conversation, or with undefined its newest, with or without a history entry.
   */
  const goTo = useCallback(
    (seq: number | undefined, replace: boolean) =>
      void navigate(conversationUrl(userId, view, seq), { replace, state: replace ? state : undefined }),
    [navigate, userId, state, view],
  );
  /** Shows other conversations, or another order; the selection stays. */
  const changeView = useCallback(
    (change: Partial<ChatView>) => update(change, { replace: true, state }),
    [update, state],
  );
  /** Changes with each navigation, even to the same URL. */
  const visit = key;
  return { userId, seq, visit, view, leave, goTo, changeView };
}
