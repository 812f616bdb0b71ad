import { useStore } from '../../lib/create-store.ts';
import { session } from '../../lib/session.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import { type Chosen, createAttachments } from './attachments.ts';

/**
 * Runs `forget` when the administrator has signed out, or another one has signed in; not when a session has expired.
 */
function onAccountSwitch(forget: () => void): void {
  let last = session.get()?.adminId;
  session.subscribe(() => {
    const now = session.get()?.adminId;
    const isSomebodyElse = now !== undefined && last !== undefined && now !== last;
    if (isSomebodyElse || session.ending()?.kind === 'signed-out') forget();
    last = now ?? last;
  });
}

const loadReader = () => import('./validate-image.ts');

/** The images attached in this page. */
export const attachments = createAttachments({
  read: async (file, count) => (await untilLoaded(loadReader)).readImage(file, count),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  send: outbox.sendImage,
});
onAccountSwitch(attachments.clear);

/** The files that were chosen for a conversation. */
export function useAttachments(userId: string): Chosen {
  return useStore(attachments, () => attachments.of(userId));
}
