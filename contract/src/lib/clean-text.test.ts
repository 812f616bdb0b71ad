import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test.each([
  ['zero-width characters alone', '\u200B\u200C\u200D\u2060'.repeat(5), ''],
  ['a direction that is turned around', 'ảnh\u202Egpj.exe', 'ảnhgpj.exe'],
  ['combining marks without a letter', '\u0301\u0301', ''],
  ['composed letters and their parts are one text', 'gio\u0302\u0301ng', 'giống'],
  ['a joined emoji stays whole', ' 👩‍👩‍👧 ', '👩‍👩‍👧'],
  ['lines and tabs stay', 'một\r\n\thai', 'một\n\thai'],
])('cleanText: %s', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});
