import * as z from 'zod/mini';
import { browserStorage } from '../../lib/browser-storage.ts';
import { session } from '../../lib/session.ts';

/** Kept in this browser, for one administrator: the texts by the user they are for. */
const STORAGE_KEY = 'chatDrafts';
const WRITTEN_AFTER_MS = 500;
const storedSchema = z.object({ adminId: z.string(), texts: z.record(z.string(), z.string()) });
type Stored = z.infer<typeof storedSchema>;

/** What is typed and not yet in the storage, where it is written once for many keys. */
let unwritten: { readonly adminId: string; readonly texts: Map<string, string> } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const currentAdminId = (): string => session.get()?.adminId ?? '';

function read(adminId: string): Stored {
  try {
    const stored = storedSchema.safeParse(JSON.parse(browserStorage.get(STORAGE_KEY) ?? 'null')).data;
    if (stored?.adminId === adminId) return stored;
  } catch {
    // Not ours.
  }
  return { adminId, texts: {} };
}

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!unwritten) return;
  const { adminId, texts: typed } = unwritten;
  unwritten = undefined;
  const texts = [...new Map([...Object.entries(read(adminId).texts), ...typed])].filter(([, text]) => text !== '');
  if (texts.length === 0) browserStorage.remove(STORAGE_KEY);
  else browserStorage.set(STORAGE_KEY, JSON.stringify({ adminId, texts: Object.fromEntries(texts) }));
}

globalThis.addEventListener?.('pagehide', write);

/** Texts that were begun, one for each conversation; they survive a reload, not a sign-out. */
export const drafts = {
  get(userId: string): string {
    write();
    const { texts } = read(currentAdminId());
    return Object.hasOwn(texts, userId) ? (texts[userId] ?? '') : '';
  },

  set(userId: string, text: string): void {
    const adminId = currentAdminId();
    if (unwritten?.adminId !== adminId) write();
    unwritten ??= { adminId, texts: new Map() };
    unwritten.texts.set(userId, text);
    timer ??= setTimeout(write, WRITTEN_AFTER_MS);
  },

  clear(): void {
    unwritten = undefined;
    browserStorage.remove(STORAGE_KEY);
  },
};
