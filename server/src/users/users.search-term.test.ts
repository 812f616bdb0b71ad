import { describe, expect, test } from 'vitest';
import { toUserTerm } from './users.search-term.ts';

const at = (digits: string) => ({ digits, isStart: true });
const within = (digits: string) => ({ digits, isStart: false });

describe('toUserTerm: the possible phone numbers of a term', () => {
  test.each([
    ['0607213157', []],
    ['0607 213 157', [within('0607213157')]],
    ['(0607) 213-157', [within('0607213157')]],
    ['+84607213157', [at('0607213157')]],
    ['+84 (0)607 213 157', [at('0607213157')]],
    ['0084607213157', [at('0607213157')]],
    ['84607213157', [at('0607213157')]],
    ['84 607 213 157', [within('84607213157'), at('0607213157')]],
    ['8460', []],
    ['+1 415 555 2671', [within('14155552671')]],
    ['+84', []],
    ['+8', []],
    ['12', []],
    ['1 2', []],
    ['1-2-3', [within('123')]],
    ['mai 123', []],
    ['0607213157a', []],
  ])('%j', (text, phones) => {
    expect(toUserTerm(text)?.phones).toEqual(phones);
  });
});

describe('toUserTerm: the part of a term that the indexes can find', () => {
  test.each([
    ['mai', 'whole'],
    ["d'an", 'whole'],
    ['0912', 'whole'],
    ['漢字名', 'whole'],
    ['đà', 'words'],
    ['n n', 'words'],
    ['%%%', 'words'],
    ['a', 'none'],
    ['🌸🌸🌸', 'none'],
  ])('%j: %s', (text, reach) => {
    expect(toUserTerm(text)?.reach).toBe(reach);
  });
});

test('toUserTerm: nothing is left of blanks, diacritics and hidden characters', () => {
  for (const text of ['', ' \u00a0\n', '\u200b\u2060', '\u0301', '\ufeff \u0303'])
    expect(toUserTerm(text)).toBeUndefined();
  expect(toUserTerm(' Ng\u200buyễn \u00a0 Mai\u202c ')?.text).toBe('Nguyễn Mai');
});
