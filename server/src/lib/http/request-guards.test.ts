import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodableUrl } from './request-guards.ts';

test('an address that can be decoded stays as it is', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const url = `${path || '/'}?${query}`;
      expect(decodableUrl(url)).toBe(url);
    }),
  );
});

test.each(['/%', '/%Z', '/a/%ZZ/b', '/%C0%80', '/%E0%A4%A', '/%ff?x=1'])('%s leads where nothing is', (url) => {
  expect(decodableUrl(url)).toMatch(/^\/api\//);
});

test('what follows the question mark does not matter', () => {
  expect(decodableUrl('/admin?q=100%')).toBe('/admin?q=100%');
});

test('a request without an address asks for the root', () => {
  expect(decodableUrl(undefined)).toBe('/');
});
