import { describe, expect, test } from 'vitest';
import { putAt, wordAt } from './typed-word.ts';

/** A text with the caret at '|'. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
}
const typedAt = (marked: string) => {
  const { text, caret } = at(marked);
  return wordAt(text, caret, '/')?.typed;
};

describe('wordAt and putAt', () => {
  test.each([
    ['/|', ''],
    ['/chao|', 'chao'],
    ['/ch|ao', 'ch'],
    ['Dạ /x|', 'x'],
    ['Dạ\n/x|', 'x'],
    ['Dạ\u00a0/x|', 'x'],
  ])('wordAt: in %j is %j', (marked, typed) => {
    expect(typedAt(marked)).toBe(typed);
  });

  test.each([
    '|/chao',
    'chao|',
    '/chao |',
    '/chao xin|',
    'a/b|',
    'https://|',
    'https://example.com/x|',
    '24/7|',
    '//|',
    '',
  ])('wordAt: in %j is undefined', (marked) => {
    expect(typedAt(marked)).toBeUndefined();
  });

  test('wordAt: with another sign', () => {
    expect(wordAt('Nhờ @ma', 7, '@')).toEqual({ start: 4, end: 7, typed: 'ma' });
    expect(wordAt('mai@example.com', 15, '@')).toBeUndefined();
  });

  test('putAt: replaces the whole word, and puts the caret after the replacement', () => {
    expect(putAt('Nhờ @mai xem', { start: 4, end: 8 }, '@Mai')).toEqual({ text: 'Nhờ @Mai xem', caret: 8 });
  });
});
