import { expect, it } from 'vitest';
import { recoveryCodesText } from './recovery-codes-file.ts';

it('recovery codes are kept with whose they are, one on each line', () => {
  const lines = recoveryCodesText(['abcd-efgh-ij', 'klmn-opqr-st'], 'lan@example.com').split('\n');
  expect(lines[0]).toContain('lan@example.com');
  expect(lines.slice(-3)).toEqual(['abcd-efgh-ij', 'klmn-opqr-st', '']);
});
