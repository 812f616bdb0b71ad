import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { expect, it, vi } from 'vitest';
import { knownPreferences } from '../lib/preferences.ts';
import { session } from '../lib/session.ts';
import { followPreferences } from './preferences.realtime.ts';

it('followPreferences: a fetch in flight is aborted when the session ends', async () => {
  const signals: AbortSignal[] = [];
  const storage = new Map([['token', 'Bearer x']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string | URL, { signal }: RequestInit = {}) => {
    if (String(url).endsWith('/config.json')) return Response.json({ apiBase: '', socketBase: '' });
    return new Promise((_, reject) => {
      if (signal) signals.push(signal);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const onConnected: Array<() => void> = [];
  followPreferences({
    on: () => () => undefined,
    onConnected: (callback) => {
      onConnected.push(callback);
      return () => undefined;
    },
  });
  for (const callback of onConnected) callback();
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  session.clear();
  expect(signals[0]?.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve));
  // The defaults are for an administrator whose preferences cannot be fetched.
  expect(knownPreferences.get()).not.toEqual(DEFAULT_PREFERENCES);
  vi.unstubAllGlobals();
});
