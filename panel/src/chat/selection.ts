import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const USER_PARAM = 'userId';

/** The chat with somebody opened in it (specification, section 2). */
export function chatAddress(userId: string) {
  return { pathname: '/admin/chat', search: `?${new URLSearchParams({ [USER_PARAM]: userId })}` };
}

/** State of a history entry that was opened from the list with nobody chosen: Back leads there. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'fromList') === true;

/** Who is chosen, as the address says; '' for nobody. */
export function useSelection() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  /** Back to the list with nobody chosen, by the browser's own step where that leads there. */
  const leave = useCallback(() => {
    if (isFromList(state)) void navigate(-1);
    else void navigate('/admin/chat');
  }, [state, navigate]);
  return { userId: params.get(USER_PARAM) ?? '', leave };
}
