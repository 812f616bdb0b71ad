import { expect, test } from 'vitest';
import { readLink } from './pasted-link.ts';

const PAGE = { origin: 'https://panel.test:8443', host: 'panel.test:8443' };
const isScreen = (pathname: string) => /^\/admin\/(?:users|reports|chat)(?:\/[^/]+)?$/.test(pathname);
const read = (term: string) => readLink(term, PAGE, isScreen);

test.each([
  ['https://panel.test:8443/admin/users/u1', '/admin/users/u1'],
  ['  https://panel.test:8443/admin/chat?userId=u1#x ', '/admin/chat?userId=u1#x'],
  ['HTTPS://PANEL.test:8443/admin/users', '/admin/users'],
  ['panel.test:8443/admin/reports/r1', '/admin/reports/r1'],
  ['/admin/reports?status=pending', '/admin/reports?status=pending'],
  ['https://panel.test:8443/admin/x/../users', '/admin/users'],
])('readLink: %j opens %j', (term, path) => {
  expect(read(term)).toEqual({ path });
});

test.each([
  'https://evil.test/admin/users',
  'http://panel.test:8443/admin/users',
  'https://panel.test/admin/users',
  'https://panel.test:8443@evil.test/admin/users',
  'https://admin:secret@panel.test:8443/admin/users',
  'https://panel.test:8443/admin/khong-co',
  'https://panel.test:8443/login',
  'https://panel.test:8443/api/admin/users',
  'https:/\\evil.test/admin/users',
  'panel.test:8443//evil.test/admin/users',
  'https://',
  '/admin/khong-co',
])('readLink: %j is not opened', (term) => {
  expect(read(term)).toBe('foreign');
});

test.each([
  '',
  'mai',
  '/administrators',
  'javascript:alert(1)',
  'https://panel.test:8443/admin/users mai',
  '//evil.test/admin',
])('readLink: %j is a term', (term) => {
  expect(read(term)).toBeUndefined();
});
