import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';
import { createExternalStore } from './create-store.ts';

/** The browser storage keys of the specification, section 3; other tabs and legacy panels read the same ones. The token is the first to go. */
const KEYS = ['token', 'adminId', 'adminName', 'adminEmail', 'user'] as const;
type Key = (typeof KEYS)[number];
const BEARER_PREFIX = 'Bearer ';

export interface Session {
  /** With its 'Bearer ' prefix, as it goes into the Authorization header. */
  readonly token: string;
  readonly adminId: string | undefined;
  readonly adminName: string | undefined;
  readonly adminEmail: string | undefined;
}

interface SignedIn {
  token: string;
  admin?: { id: string; username: string; email: string } | undefined;
}

/** Only for a browser that refuses storage: lasts until the page is left. */
const memory = new Map<Key, string>();
let cached: { fingerprint: string; session: Session | undefined } | undefined;
/** How the last session of this page ended: the guard treats the two differently. */
export type SessionEnding =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'ended'; readonly reason: string | undefined };
let ending: SessionEnding | undefined;

const read = (key: Key): string | undefined => browserStorage.get(key) ?? memory.get(key);

function withBearer(token: string): string {
  return token.startsWith(BEARER_PREFIX) ? token : BEARER_PREFIX + token;
}

/** The same object as long as nothing stored has changed, as useSyncExternalStore needs. */
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
    // A null key means that another tab cleared everything.
    if (event.key !== null && !KEYS.some((key) => key === event.key)) return;
    if (current()) ending = undefined;
    notify();
  }
  globalThis.addEventListener?.('storage', onStorage);
  return () => globalThis.removeEventListener?.('storage', onStorage);
});

/** Who is signed in, kept in the browser's storage and shared by all tabs. */
export const session = {
  get: store.get,
  subscribe: store.subscribe,

  /** Stores what a login answered; the token gets its Bearer prefix if it lacks one. */
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
    // The token, which makes the session, last: no other tab finds it without the rest.
    for (const key of KEYS.toReversed()) {
      const value = values[key];
      if (value === undefined) continue;
      browserStorage.set(key, value);
      if (browserStorage.get(key) !== value) memory.set(key, value);
    }
    store.notify();
  },

  /** Signs out of this browser because the person asked for it. */
  clear(): void {
    ending = { kind: 'signed-out' };
    forget();
    store.notify();
  },

  /** Signs out because of something that is said on the login screen: `reason`, else that the session has expired. */
  end(reason?: string): void {
    ending = { kind: 'ended', reason };
    forget();
    store.notify();
  },

  /** How the last session ended, until the next sign-in; undefined if none has ended on this page. */
  ending: (): SessionEnding | undefined => ending,
};

/** The session as React state; undefined when nobody is signed in, and while prerendering. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get, () => undefined);
}
