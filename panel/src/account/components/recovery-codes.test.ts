import { expect, it } from 'vitest';
import { recoveryCodesText } from './recovery-codes.tsx';

it('recoveryCodesText: contains the account, and one code on each line', () => {
  const lines = recoveryCodesText(['abcd-efgh-ij', 'klmn-opqr-st'], 'lan@example.com').split('\n');
  expect(lines[0]).toContain('lan@example.com');
  expect(lines.slice(-3)).toEqual(['abcd-efgh-ij', 'klmn-opqr-st', '']);
});
