import { RECOVERY_CODES_COUNT } from '@hai-dang/contract/constants.ts';
import { expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes, newRecoverySalt } from './recovery-code.ts';

test('newRecoveryCodes: ten different codes of fifty random bits', () => {
  const all = Array.from({ length: 100 }, newRecoveryCodes).flat();
  expect(all).toHaveLength(100 * RECOVERY_CODES_COUNT);
  expect(new Set(all).size).toBe(all.length);
  for (const code of all) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{2}$/);
  // Each of the 32 characters about equally often.
  const counts = new Map<string, number>();
  for (const sign of all.join('').replaceAll('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  expect(counts.size).toBe(32);
  for (const count of counts.values()) expect(count).toBeGreaterThan((all.length * 10) / 32 / 2);
});

test('hashRecoveryCode: the same for any notation, different for another salt', async () => {
  const salt = newRecoverySalt();
  const stored = await hashRecoveryCode('abcd-efgh-ij', salt);
  expect(stored).toHaveLength(32);
  for (const typed of ['ABCDEFGHIJ', ' abcd efgh ij ', 'aBcD--EFGH\tij']) {
    expect(await hashRecoveryCode(typed, salt)).toEqual(stored);
  }
  expect(await hashRecoveryCode('abcd-efgh-ik', salt)).not.toEqual(stored);
  expect(await hashRecoveryCode('abcd-efgh-ij', newRecoverySalt())).not.toEqual(stored);
});

test.each(['', '123456', 'abcdefghi', 'abcdefghijk', 'abcdefghi1', 'ấbcdefghij', '\0'])(
  'hashRecoveryCode: %j is no recovery code',
  async (typed) => {
    expect(await hashRecoveryCode(typed, newRecoverySalt())).toBeNull();
  },
);
