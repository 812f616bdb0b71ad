import { browserStorage } from '../../lib/browser-storage.ts';
import { createDrafts } from '../../lib/drafts.ts';

/** Messages that were begun, by the user they are for; they survive a reload, not a sign-out. */
export const drafts = createDrafts(browserStorage, 'chatDrafts');
