import { useStore } from '../../lib/create-store.ts';
import { onPersonGone } from '../on-account-switch.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import { type Chosen, createAttachments } from './attachments.ts';

/** The pictures chosen in this page. */
export const attachments = createAttachments({
  read: async (file, count) => (await import('./validate-image.ts')).readPicture(file, count),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  send: outbox.sendPicture,
});
onPersonGone(attachments.clear);

/** What was chosen for a conversation. */
export function useAttachments(userId: string): Chosen {
  return useStore(attachments, () => attachments.of(userId));
}
