import { seqSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const USER_PARAM = 'userId';
/** A message of that conversation. */
const SEQ_PARAM = 'seq';

/** The chat with somebody opened in it (specification, section 2), at a message or at the newest. */
export function chatAddress(userId: string, seq?: number) {
  const params = new URLSearchParams({ [USER_PARAM]: userId });
  if (seq !== undefined) params.set(SEQ_PARAM, String(seq));
  return { pathname: '/admin/chat', search: `?${params}` };
}

function toSeq(text: string | null): number | undefined {
  const seq = Number(text);
  // What follows it must have a number too, for that is what the server is asked by.
  return [seq, seq + 1].every((number) => seqSchema.safeParse(number).success) ? seq : undefined;
}

/** State of a history entry that was opened from the list with nobody chosen: Back leads there. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'fromList') === true;

/** Who is chosen, and at which message, as the address says; '' for nobody. */
export const selectionOf = (params: URLSearchParams) => ({
  userId: params.get(USER_PARAM) ?? '',
  seq: toSeq(params.get(SEQ_PARAM)),
});

/** The same of the address one is at, and the ways to others. */
export function useSelection() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const { userId, seq } = selectionOf(params);
  /** Back to the list with nobody chosen, by the browser's own step where that leads there. */
  const leave = useCallback(() => {
    if (isFromList(state)) void navigate(-1);
    else void navigate('/admin/chat');
  }, [state, navigate]);
  /** To another message of the same conversation, or with none to its newest, by a step of the history or without. */
  const goTo = useCallback(
    (seq: number | undefined, replace: boolean) =>
      void navigate(chatAddress(userId, seq), { replace, state: replace ? state : undefined }),
    [navigate, userId, state],
  );
  /** Another one each time that one has gone somewhere, be it to the same place. */
  const visit = key;
  return { userId, seq, visit, leave, goTo };
}
