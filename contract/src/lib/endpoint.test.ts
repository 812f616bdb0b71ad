import { describe, expect, test } from 'vitest';
import { endpointPath } from './endpoint.ts';

describe('endpointPath', () => {
  test('is the path itself when it has no placeholder', () => {
    expect(endpointPath({ path: '/api/admin/users' })).toBe('/api/admin/users');
  });

  test.each([
    ['65f2a1c09d3e4b0012345678', '/users/65f2a1c09d3e4b0012345678/posts'],
    ['a/b', '/users/a%2Fb/posts'],
    ['../admin', '/users/..%2Fadmin/posts'],
    ['x?y#z', '/users/x%3Fy%23z/posts'],
    ['Đà Nẵng', `/users/${encodeURIComponent('Đà Nẵng')}/posts`],
    ['$&', '/users/%24%26/posts'],
  ])('encodes %j as one part of the path', (id, path) => {
    expect(endpointPath({ path: '/users/:id/posts' }, { id })).toBe(path);
  });

  test('throws without a value for each placeholder', () => {
    expect(() => endpointPath({ path: '/users/:id' })).toThrow('no value for :id');
    expect(() => endpointPath({ path: '/users/:id' }, { userId: 'x' })).toThrow('no value for :id');
  });
});
