import { DEFAULT_PREFERENCES, type Preferences } from '@hai-dang/contract/account/preferences.schema.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const DEFAULTS = DEFAULT_PREFERENCES;
const BLURRED: Preferences = { ...DEFAULTS, reportImages: 'blur', opensNextReport: false };
const KEY = 'preferences:';

const storage = new Map<string, string>();
type Respond = (method: string, body: unknown, signal?: AbortSignal | null) => Response | Promise<Response>;
const stored = (preferences: Preferences) => Response.json({ success: true, preferences });
const failed = (status: number, code = 'INTERNAL_ERROR') =>
  Response.json({ success: false, message: '', code, requestId: 'r' }, { status });
/** Rejects as fetch does offline, and in a page that is being left. */
const unanswered = () => Promise.reject<Response>(new TypeError('Failed to fetch'));

/** The module as a new page loads it, against a server. */
async function open(respond: Respond) {
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string | URL | Request, init: RequestInit = {}) => {
    if (String(url).endsWith('/config.json')) return Response.json({ apiBase: '', socketBase: '' });
    return respond(init.method ?? 'GET', init.body ? JSON.parse(String(init.body)) : undefined, init.signal);
  });
  return import('./preferences.ts');
}

describe('preferences', () => {
  // Transformed once, outside of the time of a test.
  beforeAll(async () => void (await import('./preferences.ts')), 30_000);

  beforeEach(() => {
    storage.clear();
    storage.set('token', 'Bearer x');
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    return () => vi.unstubAllGlobals();
  });

  it('are unknown at first, then those of the server, which this browser has on the next page too', async () => {
    const first = await open(() => stored(BLURRED));
    expect(first.knownPreferences.get()).toBeUndefined();
    await first.refreshPreferences();
    expect(first.knownPreferences.get()).toEqual(BLURRED);
    const second = await open(() => failed(500));
    expect(second.knownPreferences.get()).toEqual(BLURRED);
    expect(second.knownPreferences.get()).toBe(second.knownPreferences.get());
    await second.refreshPreferences();
    expect(second.knownPreferences.get()).toEqual(BLURRED);
  });

  it.each([404, 500])('a server that responds %i: the defaults, for this page alone', async (status) => {
    const { knownPreferences, refreshPreferences } = await open(() => failed(status));
    await refreshPreferences();
    expect(knownPreferences.get()).toEqual(DEFAULTS);
    expect(storage.get(KEY)).toBeUndefined();
  });

  it('loadPreferences: stops when the session ends, and uses no defaults for what it could not fetch', async () => {
    const asked = Promise.withResolvers<AbortSignal | null | undefined>();
    const { knownPreferences, loadPreferences } = await open((_method, _body, signal) => {
      asked.resolve(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const { session } = await import('./session.ts');
    const loading = loadPreferences();
    const signal = await asked.promise;
    session.clear();
    expect(signal?.aborted).toBe(true);
    await loading;
    expect(knownPreferences.get()).toBeUndefined();
  });

  it.each(['', '{', '{"reportImages":"sepia"}'])('a value stored as %j is unknown', async (text) => {
    storage.set(KEY, text);
    const { knownPreferences } = await open(() => failed(500));
    expect(knownPreferences.get()).toBeUndefined();
  });

  it('density, first screen and keys are stored by themselves: they are needed before anything is fetched', async () => {
    const { refreshPreferences } = await open(() =>
      stored({ ...DEFAULTS, density: 'compact', startScreen: 'reports', hasShortcuts: false }),
    );
    await refreshPreferences();
    expect(document.documentElement.dataset['density']).toBe('compact');
    expect(storage.get('density')).toBe('compact');
    expect((await import('./start-screen.ts')).startPath()).toBe('/admin/reports');
    expect((await import('./shortcut-keys.ts')).areShortcutsOn()).toBe(false);
  });

  it('from an older version of the panel get the defaults of missing fields', async () => {
    storage.set(KEY, JSON.stringify({ reportImages: 'blur' }));
    const { knownPreferences } = await open(() => failed(500));
    expect(knownPreferences.get()).toEqual({ ...DEFAULTS, reportImages: 'blur' });
  });

  it('a change is applied at once, and a response from before it does not undo it', async () => {
    let give: ((response: Response) => void) | undefined;
    const { changePreferences, knownPreferences, refreshPreferences } = await open((method) =>
      method === 'GET'
        ? new Promise((resolve) => {
            give = resolve;
          })
        : stored({ ...DEFAULTS, reportImages: 'grey' }),
    );
    const reading = refreshPreferences();
    await vi.waitFor(() => expect(give).toBeDefined());
    const changing = changePreferences({ reportImages: 'grey' });
    expect(knownPreferences.get()?.reportImages).toBe('grey');
    await changing;
    give?.(stored(BLURRED));
    await reading;
    expect(knownPreferences.get()).toEqual({ ...DEFAULTS, reportImages: 'grey' });
  });

  it('of two changes at the same time the second is sent when the first is stored', async () => {
    const sent: unknown[] = [];
    const first = Promise.withResolvers<Response>();
    const { changePreferences } = await open((_method, body) => {
      sent.push(body);
      return sent.length === 1 ? first.promise : stored(DEFAULTS);
    });
    const changes = [
      changePreferences({ emailKinds: ['overdue'] }),
      changePreferences({ emailKinds: ['overdue', 'appeal'] }),
    ];
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    first.resolve(failed(500));
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(sent).toEqual([{ emailKinds: ['overdue'] }, { emailKinds: ['overdue', 'appeal'] }]);
  });

  it('a change whose page is left before it is stored is sent by the next page, which fetches nothing older', async () => {
    let isSent = false;
    const left = await open(() => {
      isSent = true;
      return new Promise(() => undefined);
    });
    void left.changePreferences({ hasShortcuts: false });
    void left.changePreferences({ density: 'compact' });
    await vi.waitFor(() => expect(isSent).toBe(true));
    const calls: unknown[] = [];
    const { knownPreferences, refreshPreferences } = await open((method, body) => {
      calls.push([method, body]);
      return stored({ ...DEFAULTS, hasShortcuts: false, density: 'compact' });
    });
    await refreshPreferences();
    expect(knownPreferences.get()).toMatchObject({ hasShortcuts: false, density: 'compact' });
    await refreshPreferences();
    expect(calls).toEqual([
      ['PUT', { hasShortcuts: false, density: 'compact' }],
      ['GET', undefined],
    ]);
  });

  it('a change without a response stays and is sent a second time, by the next page too; then changes of others are applied', async () => {
    const left = await open(unanswered);
    await left.changePreferences({ hasShortcuts: false });
    expect(left.knownPreferences.get()).toEqual({ ...DEFAULTS, hasShortcuts: false });
    await left.refreshPreferences();
    let ofAccount = DEFAULTS;
    const { knownPreferences, refreshPreferences } = await open((_method, body) => {
      ofAccount = { ...ofAccount, ...(body as Partial<Preferences> | undefined) };
      return stored(ofAccount);
    });
    expect(knownPreferences.get()?.hasShortcuts).toBe(false);
    await refreshPreferences();
    expect([ofAccount.hasShortcuts, knownPreferences.get()?.hasShortcuts]).toEqual([false, false]);
    ofAccount = { ...ofAccount, hasShortcuts: true };
    await refreshPreferences();
    expect(knownPreferences.get()?.hasShortcuts).toBe(true);
  });

  it('a change without a response is sent with the next one', async () => {
    const sent: unknown[] = [];
    const { changePreferences } = await open((_method, body) => {
      sent.push(body);
      return sent.length === 1 ? unanswered() : stored(DEFAULTS);
    });
    await changePreferences({ hasShortcuts: false });
    await changePreferences({ density: 'compact' });
    expect(sent).toEqual([{ hasShortcuts: false }, { hasShortcuts: false, density: 'compact' }]);
  });

  it('a change without a response is reverted if the browser cannot store it for another attempt', async () => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === 'token' ? 'Bearer x' : null),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    const { changePreferences, knownPreferences } = await open(unanswered);
    await expect(changePreferences({ hasShortcuts: false })).rejects.toThrow();
    expect(knownPreferences.get()).toEqual(DEFAULTS);
  });

  it('a change waits until the pending ones are acknowledged', async () => {
    const left = await open(unanswered);
    await left.changePreferences({ hasShortcuts: false });
    const again = Promise.withResolvers<Response>();
    const sent: unknown[] = [];
    const { changePreferences, knownPreferences, refreshPreferences } = await open((_method, body) => {
      sent.push(body);
      return sent.length === 1 ? again.promise : stored(DEFAULTS);
    });
    const refreshing = refreshPreferences();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const changing = changePreferences({ hasShortcuts: true });
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([{ hasShortcuts: false }]);
    again.resolve(stored({ ...DEFAULTS, hasShortcuts: false }));
    await Promise.all([refreshing, changing]);
    expect(sent).toEqual([{ hasShortcuts: false }, { hasShortcuts: true }]);
    expect(knownPreferences.get()?.hasShortcuts).toBe(true);
  });

  it('a change that the server rejects is not sent for ever: changes of others are applied', async () => {
    const left = await open(unanswered);
    await left.changePreferences({ startScreen: 'reports' });
    const { knownPreferences, refreshPreferences } = await open((method) =>
      method === 'PUT' ? failed(400, 'VALIDATION_FAILED') : stored(BLURRED),
    );
    await refreshPreferences();
    await refreshPreferences();
    expect(knownPreferences.get()).toEqual(BLURRED);
  });

  it('a response from before a change in flight does not undo it', async () => {
    const change = Promise.withResolvers<Response>();
    const methods: string[] = [];
    const { changePreferences, knownPreferences, refreshPreferences } = await open((method) => {
      methods.push(method);
      return method === 'GET' ? stored({ ...DEFAULTS, hasShortcuts: false }) : change.promise;
    });
    const changing = changePreferences({ hasShortcuts: false });
    const reading = refreshPreferences();
    await vi.waitFor(() => expect(methods).toEqual(['PUT']));
    change.resolve(stored({ ...DEFAULTS, hasShortcuts: false }));
    await Promise.all([changing, reading]);
    expect(methods).toEqual(['PUT', 'GET']);
    expect(knownPreferences.get()?.hasShortcuts).toBe(false);
  });

  it('a change that fails is not retried', async () => {
    const methods: string[] = [];
    const { changePreferences, refreshPreferences } = await open((method) => {
      methods.push(method);
      return method === 'GET' ? stored(DEFAULTS) : failed(500);
    });
    await expect(changePreferences({ opensNextReport: false })).rejects.toThrow();
    await refreshPreferences();
    expect(methods).toEqual(['PUT', 'GET']);
  });

  it('a change that fails is reverted; with a backend without preferences it stays in the browser', async () => {
    const { changePreferences, knownPreferences } = await open(() => failed(500));
    await expect(changePreferences({ opensNextReport: false })).rejects.toThrow();
    expect(knownPreferences.get()).toEqual(DEFAULTS);
    const legacy = await open(() => failed(404));
    await legacy.changePreferences({ opensNextReport: false });
    expect(legacy.knownPreferences.get()).toEqual({ ...DEFAULTS, opensNextReport: false });
  });
});
