import { describe, expect, test } from 'vitest';
import { checkPasswordStrength, weaknessMessages } from './password-strength.ts';

const OWNER = ['lan.nguyen@example.test', 'Nguyễn Thị Lan'];

test.each([
  ['ngắn quá', 'short'],
  ['x'.repeat(11), 'short'],
  ['password1234', 'common'],
  ['Matkhau@12345', 'common'],
  ['anhyeuem12345', 'common'],
  ['P@ssw0rd!2026', 'common'],
  ['jennifer123456', 'common'],
  ['111111111111', 'pattern'],
  ['abcdefghijkl', 'pattern'],
  ['zxcvbnm,./12', 'pattern'],
  ['x'.repeat(1_024), 'pattern'],
  ['lan.nguyen@example.test', 'personal'],
  ['lan.nguyen12', 'personal'],
  ['haidang12345', 'personal'],
  ['admin@123456', 'pattern'],
  ['quantrivien2026', 'common'],
])('checkPasswordStrength: %s is %s', async (password, weakness) => {
  expect(await checkPasswordStrength(password, OWNER)).toBe(weakness);
});

describe('checkPasswordStrength: accepts', () => {
  test.each([
    'một mật khẩu đủ dài',
    'trâu vàng lội 7 sông',
    'correct horse battery staple',
    '4f9Kq-mz_02Lw',
    'chuối*Xanh*Leo*Rào',
  ])('%s', async (password) => {
    expect(await checkPasswordStrength(password, OWNER)).toBeNull();
  });
});

test('weaknessMessages: every weakness has a message, which does not contain the password', () => {
  for (const message of Object.values(weaknessMessages)) expect(message).toMatch(/^Mật khẩu mới /);
});
