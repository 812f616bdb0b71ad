import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPath, safeNextPath, signInReason } from './next-path.ts';

const ORIGIN = 'https://panel.example';

describe('safeNextPath', () => {
  it.each(['/admin', '/admin/users?q=mai#row', '/admin/users/019f'])('allows %s', (path) => {
    expect(safeNextPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example/admin',
    '/\t/evil.example/admin',
    '\\\\evil.example',
    'javascript:alert(1)',
    'admin/users',
    '/administrator',
    '/admin/../login',
    '/admin/..//evil.example',
    '',
    undefined,
    null,
    42,
    { pathname: '/admin' },
  ])('rejects %s', (value) => {
    expect(safeNextPath(value)).toBeUndefined();
  });

  it('any value: never leads to another origin, nor out of the admin area', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '@',
      ':',
      '\t',
      '\n',
      '..',
      '/admin',
      'evil.example',
      'https:',
      '%2f',
      '?',
      '#',
    );
    const address = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(address, (value) => {
        const path = safeNextPath(value);
        if (path === undefined) return;
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.pathname).toMatch(/^\/admin(?:\/|$)/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('nextPath', () => {
  it('prefers the path that the guard stored', () => {
    expect(nextPath({ from: '/admin/users' }, '?next=/admin/chat')).toBe('/admin/users');
  });

  it('uses the URL’s next parameter second', () => {
    expect(nextPath(null, `?next=${encodeURIComponent('/admin/users?q=a')}`)).toBe('/admin/users?q=a');
  });

  it('returns the dashboard where neither is a path of the panel', () => {
    expect(nextPath({ from: '//evil.example' }, '?next=https://evil.example')).toBe('/admin/dashboard');
  });
});

describe('signInReason', () => {
  it('returns the stored reason, and nothing else', () => {
    expect(signInReason({ reason: 'Phiên đăng nhập đã hết hạn' })).toBe('Phiên đăng nhập đã hết hạn');
    for (const state of [null, undefined, 'text', {}, { reason: '' }, { reason: 7 }]) {
      expect(signInReason(state)).toBeUndefined();
    }
  });
});
