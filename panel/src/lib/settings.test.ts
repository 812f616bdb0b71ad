import { beforeEach, describe, expect, it, vi } from 'vitest';

const SAME_ORIGIN = { apiBase: '', socketBase: '' };
const OTHER_HOST = { apiBase: 'https://api.example.com/', socketBase: '' };

async function freshSettings(fetched: () => Promise<Response>) {
  vi.resetModules();
  const fetch = vi.fn(fetched);
  vi.stubGlobal('fetch', fetch);
  return { fetch, ...(await import('./settings.ts')) };
}

describe('loadSettings', () => {
  beforeEach(() => () => vi.unstubAllGlobals());

  it('fetches /config.json once', async () => {
    const { fetch, loadSettings, knownApiBase } = await freshSettings(async () => Response.json(OTHER_HOST));
    expect(await loadSettings()).toEqual({ apiBase: 'https://api.example.com', socketBase: '' });
    await loadSettings();
    expect(knownApiBase()).toBe('https://api.example.com');
    expect(fetch).toHaveBeenCalledOnce();
  });

  it.each([
    ['404', () => new Response('not found', { status: 404 })],
    ['a page in its place', () => new Response('<!doctype html>')],
    ['other JSON', () => Response.json({ apiBase: 1 })],
  ])('%s: the page’s origin, without another request', async (_, answer) => {
    const { fetch, loadSettings } = await freshSettings(async () => answer());
    expect(await loadSettings()).toEqual(SAME_ORIGIN);
    expect(await loadSettings()).toEqual(SAME_ORIGIN);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it.each([
    ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a gateway that fails', async () => new Response('bad gateway', { status: 502 })],
  ])('%s: rejects, and the next call fetches again', async (_, fail) => {
    const { fetch, loadSettings } = await freshSettings(fail);
    await expect(loadSettings()).rejects.toThrow();
    fetch.mockImplementation(async () => Response.json(OTHER_HOST));
    expect((await loadSettings()).apiBase).toBe('https://api.example.com');
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
