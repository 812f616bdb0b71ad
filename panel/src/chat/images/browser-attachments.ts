import { useStore } from '../../lib/create-store.ts';
import { onAccountSwitch } from '../on-account-switch.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import { type Chosen, createAttachments } from './attachments.ts';

/** The pictures chosen in this page. */
export const attachments = createAttachments({
  read: async (file, count) => (await import('./validate-image.ts')).readImage(file, count),
  revokeUrl: (url) => URL.revokeObjectURL(url),
  send: outbox.sendImage,
});
onAccountSwitch(attachments.clear);

/** What was chosen for a conversation. */
export function useAttachments(userId: string): Chosen {
  return useStore(attachments, () => attachments.of(userId));
}
