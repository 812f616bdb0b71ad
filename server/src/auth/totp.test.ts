import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { newTotpSecret, totpUri, verifyTotp } from './totp.ts';

/** '12345678901234567890' in base32, and the last six digits of the codes of RFC 6238, appendix B, for SHA-1. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;
const NOW = new Date('2026-11-22T08:00:10.000Z');
const STEP = Math.floor(NOW.getTime() / STEP_MS);
const codeAt = (secret: string, step: number) => generateSync({ secret, epoch: step * 30 });

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('verifyTotp: at %i s the code of RFC 6238 is valid', (epoch, code) => {
  expect(verifyTotp(RFC_SECRET, code, new Date(epoch * 1_000), 0)).toBe(Math.floor(epoch / 30));
});

describe('verifyTotp: a code', () => {
  test.each([
    [-2, null],
    [-1, STEP - 1],
    [0, STEP],
    [1, STEP + 1],
    [2, null],
  ])('%i steps away', (away, step) => {
    expect(verifyTotp(RFC_SECRET, codeAt(RFC_SECRET, STEP + away), NOW, 0)).toBe(step);
  });

  test('of an accepted step, or before it, is invalid; so are all after the clock was set back', () => {
    const code = codeAt(RFC_SECRET, STEP);
    expect(verifyTotp(RFC_SECRET, code, NOW, STEP - 1)).toBe(STEP);
    for (const last of [STEP, STEP + 1, STEP + 1_000]) expect(verifyTotp(RFC_SECRET, code, NOW, last)).toBeNull();
  });

  test('may have blanks and hyphens', () => {
    const code = codeAt(RFC_SECRET, STEP);
    for (const typed of [` ${code} `, `${code.slice(0, 3)} ${code.slice(3)}`, [...code].join('-')]) {
      expect(verifyTotp(RFC_SECRET, typed, NOW, 0)).toBe(STEP);
    }
  });

  test('has no other form', () => {
    const right = [-1, 0, 1].map((away) => codeAt(RFC_SECRET, STEP + away));
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.stringMatching(/^\d{6}$/)), (typed) => {
        fc.pre(!right.includes(typed.replace(/[\s-]/g, '')));
        expect(verifyTotp(RFC_SECRET, typed, NOW, 0)).toBeNull();
      }),
    );
  });
});

test('newTotpSecret: 160 bits, unique; totpUri is the otpauth URI', () => {
  const secrets = Array.from({ length: 200 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(200);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpUri(RFC_SECRET, 'lan+1@example.test'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('Hải Đăng:lan+1@example.test');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: RFC_SECRET, issuer: 'Hải Đăng' });
});
