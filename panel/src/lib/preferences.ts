import { getPreferences, updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
  type UpdatePreferencesBody,
  updatePreferencesBodySchema,
} from '@hai-dang/contract/account/preferences.schema.ts';
import { callEndpoint } from './api-client.ts';
import { hasCode, orNull } from './api-error.ts';
import { browserStorage } from './browser-storage.ts';
import { createExternalStore, useStore } from './create-store.ts';
import { setDensity } from './density.ts';
import { session } from './session.ts';
import { setShortcutsOn } from './shortcut-keys.ts';
import { setStartScreen } from './start-screen.ts';

const keyOf = (adminId: string): string => `preferences:${adminId}`;
const ownKey = (): string => keyOf(session.get()?.adminId ?? '');

/** Where the browser denies storage, and what could not be fetched: until the page is left. */
const memory = new Map<string, Preferences>();
let cached: { readonly text: string; readonly value: Preferences | undefined } | undefined;

function parse(text: string): Preferences | undefined {
  try {
    // An older version of the panel has stored fewer.
    return preferencesSchema.safeParse({ ...DEFAULT_PREFERENCES, ...JSON.parse(text) }).data;
  } catch {
    return undefined;
  }
}

/** The same object until it changes, as useSyncExternalStore requires. */
function current(): Preferences | undefined {
  const key = ownKey();
  const text = browserStorage.get(key);
  if (text === null) return memory.get(key);
  if (cached?.text !== text) cached = { text, value: parse(text) };
  return cached.value;
}

/**
 * The administrator's preferences as this browser knows them: stored on the server, cached here so that no first paint
 * waits for them. Undefined where this browser does not know them yet.
 */
export const knownPreferences = createExternalStore(current, (notify) => {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
});

function keep(key: string, value: Preferences): void {
  browserStorage.set(key, JSON.stringify(value));
  if (browserStorage.get(key) === null) memory.set(key, value);
  // These choices are needed before anything is fetched.
  setDensity(value.density);
  setStartScreen(value.startScreen);
  setShortcutsOn(value.hasShortcuts);
  knownPreferences.notify();
}

/** The administrator's preferences; the defaults while they are not known. */
export const usePreferences = (): Preferences => useStore(knownPreferences) ?? DEFAULT_PREFERENCES;

/** Where changes wait until they are stored: a page that is left before leaves them to the next one. */
const unsavedKeyOf = (key: string): string => `${key}:unsaved`;

function unsavedOf(key: string): UpdatePreferencesBody | undefined {
  try {
    return updatePreferencesBodySchema.safeParse(JSON.parse(browserStorage.get(unsavedKeyOf(key)) ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Counts the changes, so that a response from before one does not undo it. */
let changes = 0;

/** Ends with the last call: of two at the same time the second might be stored first. */
let storing: Promise<unknown> = Promise.resolve();

/** Null from a backend without preferences. @throws ApiError */
function store(body: UpdatePreferencesBody) {
  const call = storing.then(() => orNull(callEndpoint(updatePreferences, { body })));
  storing = call.catch(() => undefined);
  return call;
}

/**
 * Fetches the preferences, after changes that were not stored yet; from a backend without them nothing changes.
 * The fetch is given up when the session ends, the storing of changes is not. Never rejects.
 */
export async function refreshPreferences(): Promise<void> {
  const [key, before, token] = [ownKey(), changes, session.get()?.token];
  const ending = new AbortController();
  const { signal } = ending;
  const unsubscribe = session.subscribe(() => {
    if (session.get()?.token !== token) ending.abort();
  });
  await storing;
  const body = unsavedOf(key);
  const call = body ? store(body) : orNull(callEndpoint(getPreferences, { signal }));
  const fetched = await call.catch((error: unknown) => {
    // A server of another release would refuse it each time, and nothing else arrive.
    if (before === changes && hasCode(error, 'VALIDATION_FAILED')) browserStorage.remove(unsavedKeyOf(key));
    return null;
  });
  unsubscribe();
  if (signal.aborted) return;
  if (fetched && before === changes) {
    browserStorage.remove(unsavedKeyOf(key));
    keep(key, fetched.preferences);
  } else if (!fetched && !browserStorage.get(key)) {
    // Only this page takes the defaults: the next one asks again.
    memory.set(key, DEFAULT_PREFERENCES);
    knownPreferences.notify();
  }
}

let loading: Promise<void> | undefined;

/** Fetches the preferences where this browser does not know them; callers at the same time share one call. */
export function loadPreferences(): Promise<void> {
  loading ??= refreshPreferences().finally(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Changes what is given, at once in this browser; with a backend that has no preferences in this browser alone. What got
 * no answer, because the page is being left for instance, stays changed and is sent again.
 * @throws ApiError; what was changed is as before then
 */
export async function changePreferences(change: UpdatePreferencesBody): Promise<void> {
  const key = ownKey();
  const former = current() ?? DEFAULT_PREFERENCES;
  const body = { ...unsavedOf(key), ...change };
  changes += 1;
  const own = changes;
  keep(key, { ...former, ...change } as Preferences);
  browserStorage.set(unsavedKeyOf(key), JSON.stringify(body));
  const settle = (value: Preferences | undefined) => {
    if (own !== changes) return;
    browserStorage.remove(unsavedKeyOf(key));
    if (value) keep(key, value);
  };
  try {
    settle((await store(body))?.preferences);
  } catch (error) {
    if (hasCode(error, 'NETWORK') && unsavedOf(key)) return;
    settle(former);
    throw error;
  }
}
