import { describe, expect, test } from 'vitest';
import { denyReasonForDelete, denyReasonForDisable } from './users.policy.ts';

const admin = (id: string, username = `Quản trị ${id}`) => ({ id, username, role: 'admin' });
const user = (username: string) => ({ id: 'u', username, role: 'user' });

describe.each([
  ['to disable', denyReasonForDisable],
  ['to delete', denyReasonForDelete],
])('denyReasonForDelete, denyReasonForDisable: %s', (_what, rejection) => {
  test('none for an app user, nor for an administrator who is not the last', () => {
    expect(rejection('a', user('Mai'), ['a'])).toBeUndefined();
    expect(rejection('a', admin('b'), ['a', 'b'])).toBeUndefined();
  });

  test('none for a disabled administrator while another is active', () => {
    expect(rejection('a', admin('b'), ['a'])).toBeUndefined();
  });

  test('for the own account', () => {
    expect(rejection('a', admin('a'), ['a', 'b'])).toBe('OWN_ACCOUNT');
  });

  test('for the last administrator who can sign in', () => {
    expect(rejection('a', admin('b'), ['b'])).toBe('LAST_ADMIN');
  });
});

test.each(['admin', 'ADMIN', 'Admin', ' admin '])(
  'denyReasonForDelete: the administrator named %j may be disabled but never deleted',
  (name) => {
    expect(denyReasonForDelete('a', admin('b', name), ['a', 'b'])).toBe('PROTECTED_ACCOUNT');
    expect(denyReasonForDisable('a', admin('b', name), ['a', 'b'])).toBeUndefined();
  },
);

test("denyReasonForDelete: an app user is protected by the exact name 'admin' alone", () => {
  expect(denyReasonForDelete('a', user('admin'), ['a'])).toBe('PROTECTED_ACCOUNT');
  for (const name of ['ADMIN', 'Admin', ' admin ']) expect(denyReasonForDelete('a', user(name), ['a'])).toBeUndefined();
});

test('denyReasonForDelete: a name that only contains the word is not protected', () => {
  expect(denyReasonForDelete('a', user('administrator'), ['a'])).toBeUndefined();
});
