import { expect, test } from 'vitest';
import { socketUrl } from './socket.ts';

const PAGE = 'https://panel.example.test/admin/users?x=1';

test.each([
  ['the page’s own host', { apiBase: '', socketBase: '' }, 'https://panel.example.test', '/socket.io'],
  ['the API’s host', { apiBase: 'https://api.test/v1', socketBase: '' }, 'https://api.test', '/socket.io'],
  [
    'a host of its own',
    { apiBase: 'https://api.test', socketBase: 'https://live.test' },
    'https://live.test',
    '/socket.io',
  ],
  ['under a path', { apiBase: '', socketBase: 'https://live.test/a/b' }, 'https://live.test', '/a/b/socket.io'],
])('socketUrl: %s', (_where, settings, origin, path) => {
  expect(socketUrl(settings, PAGE)).toEqual({ origin, path });
});
