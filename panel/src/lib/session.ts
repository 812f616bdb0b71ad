import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';
import { createExternalStore } from './create-store.ts';

/**
 * The browser storage keys of the specification, section 3; other tabs and legacy panels use the same ones. The token
 * is removed first.
 */
const KEYS = ['token', 'adminId', 'adminName', 'adminEmail', 'user'] as const;
type Key = (typeof KEYS)[number];
/** Unsent messages. A sign-out deletes them, whether or not the code that writes them is loaded. */
export const CHAT_DRAFTS_KEY = 'chatDrafts';
const BEARER_PREFIX = 'Bearer ';

export interface Session {
  /** The token with its 'Bearer ' prefix, as sent in the Authorization header. */
  readonly token: string;
  readonly adminId: string | undefined;
  readonly adminName: string | undefined;
  readonly adminEmail: string | undefined;
}

interface SignedIn {
  token: string;
  admin?: { id: string; username: string; email: string } | undefined;
}

/** Fallback for a browser that denies storage: lasts until the page is left. */
const memory = new Map<Key, string>();
let cached: { fingerprint: string; session: Session | undefined } | undefined;
/** How the last session of this page ended: the guard handles the two differently. */
export type SessionEnding =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'ended'; readonly reason: string | undefined };
let ending: SessionEnding | undefined;

const read = (key: Key): string | undefined => browserStorage.get(key) ?? memory.get(key);

function withBearer(token: string): string {
  return token.startsWith(BEARER_PREFIX) ? token : BEARER_PREFIX + token;
}

/** The same object until the stored values change, as useSyncExternalStore requires. */
function current(): Session | undefined {
  const values = KEYS.map(read);
  const fingerprint = JSON.stringify(values);
  if (cached?.fingerprint !== fingerprint) {
    const [token, adminId, adminName, adminEmail] = values;
    cached = {
      fingerprint,
      session: token ? { token: withBearer(token), adminId, adminName, adminEmail } : undefined,
    };
  }
  return cached.session;
}

function forget(): void {
  memory.clear();
  for (const key of KEYS) browserStorage.remove(key);
}

const store = createExternalStore(current, (notify) => {
  function onStorage(event: StorageEvent): void {
    // A null key means that another tab cleared the storage.
    if (event.key !== null && !KEYS.some((key) => key === event.key)) return;
    if (current()) ending = undefined;
    notify();
  }
  globalThis.addEventListener?.('storage', onStorage);
  return () => globalThis.removeEventListener?.('storage', onStorage);
});

/** The session, stored in the browser and shared by all tabs. */
export const session = {
  get: store.get,
  subscribe: store.subscribe,

  /** Stores the response of a login; the token gets its Bearer prefix if it lacks one. */
  save({ token, admin }: SignedIn): void {
    const values: Partial<Record<Key, string>> = { token: withBearer(token) };
    if (admin) {
      values.adminId = admin.id;
      values.adminName = admin.username;
      values.adminEmail = admin.email;
      values.user = JSON.stringify(admin);
    }
    forget();
    ending = undefined;
    // The token last: no other tab reads it without the other keys.
    for (const key of KEYS.toReversed()) {
      const value = values[key];
      if (value === undefined) continue;
      browserStorage.set(key, value);
      if (browserStorage.get(key) !== value) memory.set(key, value);
    }
    store.notify();
  },

  /** Signs out at the user's request. */
  clear(): void {
    ending = { kind: 'signed-out' };
    forget();
    browserStorage.remove(CHAT_DRAFTS_KEY);
    store.notify();
  },

  /** Signs out with a message on the login screen: `reason`, or by default that the session has expired. */
  end(reason?: string): void {
    // A call that begins when the session is over changes nothing about how it ended.
    if (ending && !current()) return;
    ending = { kind: 'ended', reason };
    forget();
    store.notify();
  },

  /** How the last session ended, until the next sign-in; undefined if none has ended on this page. */
  ending: (): SessionEnding | undefined => ending,
};

/** The session as React state; undefined when signed out, and while prerendering. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get, () => undefined);
}
