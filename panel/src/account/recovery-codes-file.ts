import { accountStrings as strings } from './account.strings.ts';

/** What is kept of the recovery codes on paper or on a disk: whose they are, what they do, and one on each line. */
export function recoveryCodesText(codes: readonly string[], email: string): string {
  return [strings.codesFileTitle(email), strings.codesFileHint, '', ...codes, ''].join('\n');
}
