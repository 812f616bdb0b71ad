import * as z from 'zod/mini';
import { browserStorage } from '../lib/browser-storage.ts';
import { session } from '../lib/session.ts';

/** Kept in this browser, for one administrator: the texts by the user they are for. */
const STORAGE_KEY = 'chatDrafts';
const storedSchema = z.object({ adminId: z.string(), texts: z.record(z.string(), z.string()) });
type Stored = z.infer<typeof storedSchema>;

function read(): Stored {
  const adminId = session.get()?.adminId ?? '';
  try {
    const stored = storedSchema.safeParse(JSON.parse(browserStorage.get(STORAGE_KEY) ?? 'null')).data;
    if (stored?.adminId === adminId) return stored;
  } catch {
    // Not ours.
  }
  return { adminId, texts: {} };
}

/** Texts that were begun, one for each conversation; they survive a reload, not a sign-out. */
export const drafts = {
  get(userId: string): string {
    const { texts } = read();
    return Object.hasOwn(texts, userId) ? (texts[userId] ?? '') : '';
  },

  set(userId: string, text: string): void {
    const { adminId, texts } = read();
    const { [userId]: _, ...others } = texts;
    const next = text === '' ? others : { ...others, [userId]: text };
    if (Object.keys(next).length === 0) browserStorage.remove(STORAGE_KEY);
    else browserStorage.set(STORAGE_KEY, JSON.stringify({ adminId, texts: next }));
  },

  clear: (): void => browserStorage.remove(STORAGE_KEY),
};
