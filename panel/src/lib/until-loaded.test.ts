import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Longer than the pause after a failure. */
const PAUSE_MS = 4_100;

/** The module in a page of its own; `press` fires an event of its window. */
async function openPage() {
  const page = Object.assign(new EventTarget(), { location: { href: 'http://panel.test/admin', reload: vi.fn() } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('window', page);
  vi.resetModules();
  return { page, ...(await import('./until-loaded.ts')) };
}

/** A load that fails until it is mended. */
function createLoad() {
  const state = { isBroken: true, attempts: 0 };
  const load = async () => {
    state.attempts += 1;
    if (state.isBroken) throw new TypeError('Failed to fetch dynamically imported module');
    return 'code';
  };
  return { state, load };
}

describe('untilLoaded', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('resolves with code that loads at once, and reports nothing missing', async () => {
    const { untilLoaded, isCodeMissing } = await openPage();
    const { state, load } = createLoad();
    state.isBroken = false;
    expect(await untilLoaded(load)).toBe('code');
    expect(isCodeMissing.get()).toBe(false);
    expect(state.attempts).toBe(1);
  });

  it('repeats a failed load after a pause, and reports it until it has succeeded', async () => {
    const { untilLoaded, isCodeMissing } = await openPage();
    const { state, load } = createLoad();
    const loading = untilLoaded(load);
    await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
    expect(state.attempts).toBe(3);
    expect(isCodeMissing.get()).toBe(true);
    state.isBroken = false;
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(await loading).toBe('code');
    expect(isCodeMissing.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(state.attempts).toBe(4);
  });

  it.each(['online', 'focus'])('repeats a failed load at once on the event %s', async (event) => {
    const { untilLoaded, page } = await openPage();
    const { state, load } = createLoad();
    const loading = untilLoaded(load);
    await vi.advanceTimersByTimeAsync(0);
    state.isBroken = false;
    page.dispatchEvent(new Event(event));
    expect(await loading).toBe('code');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('isReported: does not report code whose absence is shown at its own position on the screen', async () => {
    const { untilLoaded, isCodeMissing } = await openPage();
    void untilLoaded(createLoad().load, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(isCodeMissing.get()).toBe(false);
    void untilLoaded(createLoad().load);
    await vi.advanceTimersByTimeAsync(0);
    expect(isCodeMissing.get()).toBe(true);
  });
});

describe('retryFailedLoads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    { outcome: 'reloads the page', title: 'the server responds', response: async () => new Response(''), reloads: 1 },
    {
      outcome: 'leaves the page as it is',
      title: 'the server is unavailable',
      response: async () => new Response('', { status: 503 }),
      reloads: 0,
    },
    {
      outcome: 'leaves the page as it is',
      title: 'there is no network',
      response: () => Promise.reject(new TypeError('Failed to fetch')),
      reloads: 0,
    },
  ])('a load fails again and $title: $outcome', async ({ response, reloads }) => {
    const { untilLoaded, retryFailedLoads, page } = await openPage();
    vi.stubGlobal('fetch', response);
    void untilLoaded(createLoad().load);
    await vi.advanceTimersByTimeAsync(0);
    await retryFailedLoads();
    expect(page.location.reload).toHaveBeenCalledTimes(reloads);
  });

  it('ends the pause of every load, and does not reload the page when they succeed', async () => {
    const { untilLoaded, retryFailedLoads, page, isCodeMissing } = await openPage();
    const loads = [createLoad(), createLoad()];
    const loading = Promise.all(loads.map(({ load }) => untilLoaded(load)));
    await vi.advanceTimersByTimeAsync(0);
    for (const { state } of loads) state.isBroken = false;
    await retryFailedLoads();
    expect(await loading).toEqual(['code', 'code']);
    expect(page.location.reload).not.toHaveBeenCalled();
    expect(isCodeMissing.get()).toBe(false);
  });
});
