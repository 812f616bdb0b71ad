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
