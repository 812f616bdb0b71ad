import { beforeEach, describe, expect, it, vi } from 'vitest';

const ADMIN = { id: '019f', username: 'admin', email: 'admin@example.com' };

/** A minimal browser storage for a session. */
class MemoryStorage {
  readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

async function freshSession() {
  vi.resetModules();
  return (await import('./session.ts')).session;
}

describe('session', () => {
  let storage: MemoryStorage;

  beforeEach(() => {
    storage = new MemoryStorage();
    vi.stubGlobal('localStorage', storage);
    return () => vi.unstubAllGlobals();
  });

  it('save: stores the five keys of the specification, the token with its prefix', async () => {
    const session = await freshSession();
    session.save({ token: 'abc', admin: ADMIN });
    expect(Object.fromEntries(storage.items)).toEqual({
      token: 'Bearer abc',
      adminId: '019f',
      adminName: 'admin',
      adminEmail: 'admin@example.com',
      user: JSON.stringify(ADMIN),
    });
  });

  it('clear: deletes unsent messages; end: keeps them', async () => {
    const session = await freshSession();
    storage.setItem('chatDrafts', 'x');
    session.end();
    expect(storage.items.has('chatDrafts')).toBe(true);
    session.clear();
    expect(storage.items.has('chatDrafts')).toBe(false);
  });

  it('save, clear: another tab never reads a token without the other keys', async () => {
    const session = await freshSession();
    const seen: string[][] = [];
    const look = () => storage.items.has('token') && seen.push([...storage.items.keys()].sort());
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      setItem(key: string, value: string) {
        storage.setItem(key, value);
        look();
      },
      removeItem(key: string) {
        storage.removeItem(key);
        look();
      },
    });
    session.save({ token: 'abc', admin: ADMIN });
    session.save({ token: 'def', admin: ADMIN });
    session.clear();
    const all = ['adminEmail', 'adminId', 'adminName', 'token', 'user'];
    expect(seen).toEqual([all, all]);
  });

  it('ending: undefined once another tab has signed in', async () => {
    const tab = new EventTarget();
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
    vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
    const inOtherTab = (change: () => void) => {
      change();
      tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    };
    const session = await freshSession();
    const unsubscribe = session.subscribe(() => undefined);
    session.save({ token: 'abc', admin: ADMIN });
    session.clear();
    inOtherTab(() => storage.setItem('token', 'Bearer def'));
    expect(session.ending()).toBeUndefined();
    inOtherTab(() => storage.removeItem('token'));
    expect(session.get()).toBeUndefined();
    expect(session.ending()).toBeUndefined();
    unsubscribe();
  });

  it('save: does not prefix a token twice', async () => {
    const session = await freshSession();
    session.save({ token: 'Bearer abc' });
    expect(session.get()?.token).toBe('Bearer abc');
  });

  it('get: adds the prefix to a legacy panel’s token', async () => {
    storage.setItem('token', 'abc');
    const session = await freshSession();
    expect(session.get()?.token).toBe('Bearer abc');
  });

  it('save: clears the values of the previous administrator', async () => {
    const session = await freshSession();
    session.save({ token: 'abc', admin: ADMIN });
    session.save({ token: 'def' });
    expect(session.get()).toEqual({ token: 'Bearer def' });
  });

  it('get: returns the same object until a value changes', async () => {
    const session = await freshSession();
    session.save({ token: 'abc', admin: ADMIN });
    const before = session.get();
    expect(session.get()).toBe(before);
    session.save({ token: 'def', admin: ADMIN });
    expect(session.get()).not.toBe(before);
  });

  it('end: without a session leaves how the last one ended', async () => {
    const session = await freshSession();
    session.end('Vui lòng đăng nhập lại');
    expect(session.ending()).toEqual({ kind: 'ended', reason: 'Vui lòng đăng nhập lại' });
    session.save({ token: 'abc', admin: ADMIN });
    session.end();
    session.end('Vui lòng đăng nhập lại');
    expect(session.ending()).toEqual({ kind: 'ended', reason: undefined });
    session.save({ token: 'abc', admin: ADMIN });
    session.clear();
    session.end('Vui lòng đăng nhập lại');
    expect(session.ending()).toEqual({ kind: 'signed-out' });
  });

  it('end, clear: notify the subscribers and set the ending', async () => {
    const session = await freshSession();
    const received = vi.fn();
    const unsubscribe = session.subscribe(received);
    session.save({ token: 'abc', admin: ADMIN });
    session.end('Vui lòng đăng nhập lại');
    expect(session.get()).toBeUndefined();
    expect(session.ending()).toEqual({ kind: 'ended', reason: 'Vui lòng đăng nhập lại' });
    session.save({ token: 'abc', admin: ADMIN });
    expect(session.ending()).toBeUndefined();
    session.clear();
    expect(session.ending()).toEqual({ kind: 'signed-out' });
    expect(storage.items.size).toBe(0);
    expect(received).toHaveBeenCalledTimes(4);
    unsubscribe();
    session.save({ token: 'abc' });
    expect(received).toHaveBeenCalledTimes(4);
  });

  it('save: without browser storage the session lasts until the page is left', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError');
      },
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
      removeItem: () => {
        throw new Error('SecurityError');
      },
    });
    const session = await freshSession();
    session.save({ token: 'abc', admin: ADMIN });
    expect(session.get()?.adminName).toBe('admin');
    session.clear();
    expect(session.get()).toBeUndefined();
  });
});
