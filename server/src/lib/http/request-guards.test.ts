import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodableUrl } from './request-guards.ts';

test('decodableUrl: a URL that can be decoded is unchanged', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const url = `${path || '/'}?${query}`;
      expect(decodableUrl(url)).toBe(url);
    }),
  );
});

test.each(['/%', '/%Z', '/a/%ZZ/b', '/%C0%80', '/%E0%A4%A', '/%ff?x=1'])(
  'decodableUrl: %s is replaced by a path without a route',
  (url) => {
    expect(decodableUrl(url)).toMatch(/^\/api\//);
  },
);

test('decodableUrl: the query string is not checked', () => {
  expect(decodableUrl('/admin?q=100%')).toBe('/admin?q=100%');
});

test('decodableUrl: a request without a URL requests the root', () => {
  expect(decodableUrl(undefined)).toBe('/');
});
