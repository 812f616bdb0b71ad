import { createStore } from '../../lib/create-store.ts';

/** Whether the dialog with the canned replies is open; canned-replies-host.tsx draws it. */
export const replyManager = createStore(false);

export const openReplyManager = (): void => replyManager.set(true);
export const closeReplyManager = (): void => replyManager.set(false);
