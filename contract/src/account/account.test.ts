import { describe, expect, test } from 'vitest';
import { loginWithSecondFactor } from '../auth/auth.endpoints.ts';
import { secondFactorRequiredDetailsSchema } from '../auth/auth.schema.ts';
import { NEW_PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS, TOTP_DIGITS } from '../constants.ts';
import {
  beginSecondFactor,
  changePassword,
  confirmPassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endSession,
  getAccount,
  listOwnSessions,
  renewRecoveryCodes,
} from './account.endpoints.ts';
import type { ChangePasswordBody, OwnAccount, OwnSession, SecondFactorSecret } from './account.schema.ts';

const accepts = (schema: typeof changePassword.body, body: ChangePasswordBody) => schema.safeParse(body).success;

test('allowedBeforeTwoFactor: an administrator who must enrol can do so, see the account and sign out, and nothing else', () => {
  const calls = [
    getAccount,
    listOwnSessions,
    endSession,
    endOtherSessions,
    changePassword,
    confirmPassword,
    beginSecondFactor,
    confirmSecondFactor,
    renewRecoveryCodes,
    disableSecondFactor,
  ];
  expect(calls.filter(({ allowedBeforeTwoFactor }) => allowedBeforeTwoFactor).map(({ name }) => name)).toEqual([
    'getAccount',
    'confirmPassword',
    'beginSecondFactor',
    'confirmSecondFactor',
  ]);
  expect(calls.filter(({ requiresReauthentication }) => requiresReauthentication).map(({ name }) => name)).toEqual([
    'beginSecondFactor',
    'renewRecoveryCodes',
    'disableSecondFactor',
  ]);
});

describe('confirmSecondFactor, loginWithSecondFactor: a code', () => {
  test.each([' 123 456 ', '1'.repeat(TOTP_DIGITS), 'abcd-efgh-ij', 'ABCD EFGH IJ'])('is valid as typed: %j', (code) => {
    expect(confirmSecondFactor.body.safeParse({ code }).success).toBe(true);
    expect(loginWithSecondFactor.body.safeParse({ challenge: 'x', code }).success).toBe(true);
  });

  test.each(['', '   ', 123_456, null, undefined, 'x'.repeat(65)])('is rejected: %j', (code) => {
    expect(confirmSecondFactor.body.safeParse({ code }).success).toBe(false);
    expect(loginWithSecondFactor.body.safeParse({ challenge: 'x', code }).success).toBe(false);
  });
});

test('changePassword, confirmPassword: a new password has the minimum length, the current one may be shorter', () => {
  const newPassword = 'đ'.repeat(NEW_PASSWORD_MIN_CHARS);
  expect(accepts(changePassword.body, { currentPassword: 'x', newPassword })).toBe(true);
  expect(accepts(changePassword.body, { currentPassword: 'x', newPassword: newPassword.slice(1) })).toBe(false);
  expect(accepts(changePassword.body, { currentPassword: '', newPassword })).toBe(false);
  const tooLong = 'x'.repeat(PASSWORD_MAX_CHARS + 1);
  expect(accepts(changePassword.body, { currentPassword: 'x', newPassword: tooLong })).toBe(false);
  expect(confirmPassword.body.safeParse({ password: tooLong }).success).toBe(false);
});

test('account endpoints: the response schemas drop unknown fields', () => {
  const session: OwnSession = {
    id: 's1',
    device: 'Chrome trên Windows',
    address: '10.0.0.1',
    createdAt: '2026-11-22T08:00:00.000Z',
    lastUsedAt: '2026-11-22T08:00:00.000Z',
    isCurrent: true,
  };
  const account: OwnAccount = {
    id: 'a1',
    username: 'Lan',
    email: 'lan@example.test',
    secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
    mustSetUpSecondFactor: true,
  };
  const secret: SecondFactorSecret = {
    secret: 'JBSWY3DPEHPK3PXP',
    address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
  };
  const beside = { token_hash: 'x', success: true };
  expect(listOwnSessions.response.parse({ success: true, sessions: [{ ...session, ...beside }] })).toEqual({
    success: true,
    sessions: [session],
  });
  expect(getAccount.response.parse({ success: true, account: { ...account, ...beside } })).toEqual({
    success: true,
    account,
  });
  expect(beginSecondFactor.response.parse({ ...secret, ...beside })).toEqual({ success: true, ...secret });
  expect(renewRecoveryCodes.response.parse({ ...beside, recoveryCodes: ['abcd-efgh-ij'] })).toEqual({
    success: true,
    recoveryCodes: ['abcd-efgh-ij'],
  });
  expect(endOtherSessions.response.parse({ ...beside, ended: 2 })).toEqual({ success: true, ended: 2 });
  expect(secondFactorRequiredDetailsSchema.parse({ challenge: 'x', ...beside })).toEqual({ challenge: 'x' });
});
