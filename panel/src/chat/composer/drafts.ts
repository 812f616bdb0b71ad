import { browserStorage } from '../../lib/browser-storage.ts';
import { useStore } from '../../lib/create-store.ts';
import { createDrafts } from '../../lib/drafts.ts';
import { CHAT_DRAFTS_KEY, session } from '../../lib/session.ts';

/** Unsent messages by user; they survive a reload, not a sign-out. */
export const drafts = createDrafts(browserStorage, CHAT_DRAFTS_KEY);

// A text that is not yet in the storage must not get there after a sign-out.
session.subscribe(() => {
  if (session.ending()?.kind === 'signed-out') drafts.clear();
});

/** Users whose draft the composer sends as soon as it is there: Enter was pressed while its code was loading. */
export const sentEarly = new Set<string>();

/** Whether there is an unsent message to a user. */
export const useHasDraft = (userId: string): boolean => useStore(drafts.ids, (ids) => ids.has(userId));
