import { browserStorage } from '../../lib/browser-storage.ts';
import { createDrafts } from '../../lib/drafts.ts';

/** Unsent messages by user; they survive a reload, not a sign-out. */
export const drafts = createDrafts(browserStorage, 'chatDrafts');
