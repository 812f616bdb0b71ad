import { createExternalSlot } from '../lib/external-slot.ts';

/** Whether the dialog with the canned replies is open; canned-replies-host.tsx draws it. */
export const replyManager = createExternalSlot<true>();

export const openReplyManager = (): void => replyManager.set(true);
export const closeReplyManager = (): void => replyManager.set(undefined);
