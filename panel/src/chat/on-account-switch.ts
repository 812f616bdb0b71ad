import { session } from '../lib/session.ts';

/** Runs `forget` when the administrator at this screen has signed out, or another one has signed in; not when a session has expired. */
export function onAccountSwitch(forget: () => void): void {
  let last = session.get()?.adminId;
  session.subscribe(() => {
    const now = session.get()?.adminId;
    const isSomebodyElse = now !== undefined && last !== undefined && now !== last;
    if (isSomebodyElse || session.ending()?.kind === 'signed-out') forget();
    last = now ?? last;
  });
}
