import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';
import { createDrafts } from './drafts.ts';
import { session } from './session.ts';

const drafts = createDrafts(browserStorage, 'chatDrafts');

const ADMIN = { id: 'admin-1', username: 'admin', email: 'admin@example.com' };
let items: Map<string, string>;

let writes: number;

beforeEach(() => {
  vi.useFakeTimers();
  items = new Map();
  writes = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (key === 'chatDrafts') writes += 1;
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  });
  session.save({ token: 'abc', admin: ADMIN });
  return () => {
    drafts.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('createDrafts', () => {
  it('set: stores the text for its conversation only', () => {
    drafts.set('lan', 'chào Lan');
    drafts.set('__proto__', 'x');
    expect(drafts.get('lan')).toBe('chào Lan');
    expect(drafts.get('minh')).toBe('');
    expect(drafts.get('toString')).toBe('');
  });

  it('set: an empty text removes the entry', () => {
    drafts.set('lan', 'chào');
    expect(drafts.get('lan')).toBe('chào');
    drafts.set('lan', '');
    vi.advanceTimersByTime(500);
    expect(items.has('chatDrafts')).toBe(false);
  });

  it('set: a hundred keys within half a second are written once', () => {
    for (let length = 1; length <= 100; length += 1) {
      drafts.set('lan', 'x'.repeat(length));
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(500);
    expect(writes).toBe(1);
    expect(drafts.get('lan')).toHaveLength(100);
  });

  it('clear: cancels the pending write', () => {
    drafts.set('lan', 'chào');
    drafts.clear();
    vi.advanceTimersByTime(500);
    expect(items.has('chatDrafts')).toBe(false);
  });

  it('get: another administrator’s draft is not returned', () => {
    drafts.set('lan', 'chào');
    session.save({ token: 'def', admin: { ...ADMIN, id: 'admin-2' } });
    expect(drafts.get('lan')).toBe('');
  });

  it('get: malformed storage gives no draft', () => {
    for (const junk of ['{', '1', '{"adminId":"admin-1","texts":{"lan":1}}']) {
      items.set('chatDrafts', junk);
      expect(drafts.get('lan')).toBe('');
    }
  });
});

describe('createDrafts in two tabs', () => {
  /** Opens two tabs that show the stored draft to Lan, and receive each other's storage events. */
  function openTwo() {
    const handlers: ((event: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) => void)[] = [];
    vi.stubGlobal('addEventListener', (name: string, handler: () => void) => {
      if (name === 'storage') handlers.push(handler);
    });
    const open = (index: number) => {
      function set(key: string, newValue: string | null): void {
        const oldValue = items.get(key) ?? null;
        if (newValue === null) items.delete(key);
        else items.set(key, newValue);
        if (newValue !== oldValue) handlers[1 - index]?.({ key, oldValue, newValue });
      }
      const storage = { get: browserStorage.get, set, remove: (key: string) => set(key, null) };
      const tab = createDrafts(storage, 'chatDrafts');
      const removed = vi.fn();
      tab.onRemovedElsewhere('lan', removed);
      return { ...tab, removed };
    };
    items.set('chatDrafts', JSON.stringify({ adminId: 'admin-1', texts: { lan: 'chào', minh: 'chào Minh' } }));
    const [here, there] = [open(0), open(1)];
    for (const tab of [here, there]) expect(tab.get('lan')).toBe('chào');
    return { here, there };
  }

  it('set: a draft that is sent in one tab is removed at once from the other, and no other draft', () => {
    const { here, there } = openTwo();
    const notified = vi.fn();
    there.ids.subscribe(notified);
    expect([...there.ids.get()]).toEqual(['lan', 'minh']);
    here.set('lan', '');
    expect(there.removed).toHaveBeenCalledTimes(1);
    expect(here.removed).not.toHaveBeenCalled();
    expect([...there.ids.get()]).toEqual(['minh']);
    expect(notified).toHaveBeenCalled();
    expect(there.get('lan')).toBe('');
    expect(there.get('minh')).toBe('chào Minh');
  });

  it('set: a draft that was continued in one tab and sent is removed from the other, which has an older version', () => {
    const { here, there } = openTwo();
    here.set('lan', 'chào Lan');
    vi.advanceTimersByTime(500);
    expect(there.removed).not.toHaveBeenCalled();
    here.set('lan', '');
    expect(there.removed).toHaveBeenCalledTimes(1);
  });

  it.for([0, 500])('set: a draft that was changed in the other tab %i ms ago stays there and in the storage', (ms) => {
    const { here, there } = openTwo();
    there.set('lan', 'chào, tôi là Hải');
    vi.advanceTimersByTime(ms);
    here.set('lan', '');
    expect(there.removed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(there.get('lan')).toBe('chào, tôi là Hải');
    expect(here.get('lan')).toBe('chào, tôi là Hải');
  });

  it('set: the very same text, typed in both tabs, is removed from both', () => {
    const { here, there } = openTwo();
    for (const tab of [here, there]) {
      tab.set('lan', 'chào Lan');
      vi.advanceTimersByTime(500);
    }
    here.set('lan', '');
    expect(there.removed).toHaveBeenCalledTimes(1);
    expect(there.get('lan')).toBe('');
  });
});
