import { session } from '../lib/session.ts';

/** Runs `forget` when who was at this screen has signed out, or somebody else has come; not when they must sign in again. */
export function onPersonGone(forget: () => void): void {
  let last = session.get()?.adminId;
  session.subscribe(() => {
    const now = session.get()?.adminId;
    const isSomebodyElse = now !== undefined && last !== undefined && now !== last;
    if (isSomebodyElse || session.ending()?.kind === 'signed-out') forget();
    last = now ?? last;
  });
}
