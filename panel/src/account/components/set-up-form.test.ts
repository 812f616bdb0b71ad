import { describe, expect, it } from 'vitest';
import { groupSecret } from './set-up-form.tsx';

describe('groupSecret', () => {
  it.each([
    ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
    ['JBSWY3', 'JBSW Y3'],
    ['JBSW', 'JBSW'],
    ['', ''],
  ])('%j: %j', (secret, groups) => {
    expect(groupSecret(secret)).toBe(groups);
  });
});
