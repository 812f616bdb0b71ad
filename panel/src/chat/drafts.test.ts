import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { drafts } from './drafts.ts';

const ADMIN = { id: 'admin-1', username: 'admin', email: 'admin@example.com' };
let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  session.save({ token: 'abc', admin: ADMIN });
  return () => vi.unstubAllGlobals();
});

describe('a draft', () => {
  it('is kept for its conversation alone', () => {
    drafts.set('lan', 'chào Lan');
    drafts.set('__proto__', 'x');
    expect(drafts.get('lan')).toBe('chào Lan');
    expect(drafts.get('minh')).toBe('');
    expect(drafts.get('toString')).toBe('');
  });

  it('that is empty leaves nothing behind', () => {
    drafts.set('lan', 'chào');
    drafts.set('lan', '');
    expect(items.has('chatDrafts')).toBe(false);
  });

  it('is not shown to another administrator', () => {
    drafts.set('lan', 'chào');
    session.save({ token: 'def', admin: { ...ADMIN, id: 'admin-2' } });
    expect(drafts.get('lan')).toBe('');
  });

  it('is none where the storage holds something else', () => {
    for (const junk of ['{', '1', '{"adminId":"admin-1","texts":{"lan":1}}']) {
      items.set('chatDrafts', junk);
      expect(drafts.get('lan')).toBe('');
    }
  });
});
