import { expect, test } from 'vitest';
import { TITLE_MAX_CHARS, titleOf } from './title.ts';

test.each([
  [{ title: ' Bán vé ', content: 'Liên hệ' }, 'Bán vé'],
  [{ title: '  ', content: '\n Dòng đầu\nDòng hai' }, 'Dòng đầu'],
  [{ title: null, content: 'Dòng đầu\nDòng hai' }, 'Dòng đầu'],
  [{ content: ' ' }, ''],
])('titleOf: %j gives %j', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test('titleOf: a long line is cut after 80 characters, without splitting an emoji', () => {
  const title = titleOf({ content: `${'a'.repeat(TITLE_MAX_CHARS - 1)}🏖🏖` });
  expect(title).toBe(`${'a'.repeat(TITLE_MAX_CHARS - 1)}🏖`);
  expect(title.isWellFormed()).toBe(true);
});
