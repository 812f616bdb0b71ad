import { expect, test } from 'vitest';
import { keptPicture } from './picture-address.ts';

test('only the addresses of kept pictures are asked with the token', () => {
  expect(keptPicture('/api/chat/u1/images/abc.webp')).toEqual({ userId: 'u1', name: 'abc.webp' });
  for (const address of [
    'https://example.com/api/chat/u1/images/abc.webp',
    '//example.com/api/chat/u1/images/abc.webp',
    '/api/chat/u1/images/',
    '/api/chat/u1/images/../../../admin/users',
    '/api/chat/u1/images/abc.webp?x=1',
    '/api/admin/users',
    '',
  ]) {
    expect(keptPicture(address), address).toBeUndefined();
  }
});
