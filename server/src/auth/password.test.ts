import { readFile } from 'node:fs/promises';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { ARGON2_PARAMETERS, hashPassword, matchPassword, verifyPassword } from './password.ts';

const PASSWORD = 'mật khẩu có dấu';

test('hashPassword: argon2id with OWASP’s parameters, with a new salt each time', async () => {
  const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(first).not.toContain(PASSWORD);
});

test('verifyPassword: only the exact password matches', async () => {
  const stored = await hashPassword(PASSWORD);
  expect(await verifyPassword(stored, PASSWORD)).toBe(true);
  for (const wrong of ['', `${PASSWORD} `, PASSWORD.toUpperCase(), stored]) {
    expect(await verifyPassword(stored, wrong)).toBe(false);
  }
});

test('verifyPassword: composed and decomposed form match', async () => {
  const [composed, decomposed] = [PASSWORD.normalize('NFC'), PASSWORD.normalize('NFD')];
  for (const stored of [await hashPassword(composed), await hashPassword(decomposed)]) {
    for (const typed of [composed, decomposed]) expect(await matchPassword(stored, typed)).toBe('composed');
  }
});

test('verifyPassword: an old hash of the decomposed form matches it, and is distinguished from a current one', async () => {
  const stored = await hash(PASSWORD.normalize('NFD'), ARGON2_PARAMETERS);
  expect(await matchPassword(stored, PASSWORD.normalize('NFD'))).toBe('typed');
  expect(await matchPassword(stored, `${PASSWORD.normalize('NFD')} `)).toBeNull();
});

test('verifyPassword: without a stored hash no password matches, not even the decoy’s', async () => {
  for (const stored of [null, undefined]) {
    expect(await verifyPassword(stored, 'no account has this password')).toBe(false);
  }
});

test('verifyPassword: a password of the maximum length differs from its prefix', async () => {
  const long = 'x'.repeat(1_024);
  const stored = await hashPassword(long);
  expect(await verifyPassword(stored, long)).toBe(true);
  expect(await verifyPassword(stored, long.slice(0, -1))).toBe(false);
});

test('hashPassword: does not delay a file read when it runs many times at once', async () => {
  let done = 0;
  const hashes = Array.from({ length: 24 }, async () => {
    await hashPassword('mật khẩu dài và tốt');
    done += 1;
  });
  await readFile(import.meta.filename);
  expect(done).toBeLessThan(12);
  await Promise.all(hashes);
});
