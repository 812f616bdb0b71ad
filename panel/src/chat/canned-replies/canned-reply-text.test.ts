import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordAt } from '../../ui/typed-word.ts';
import { findBlanks, matchingReplies, putReply } from './canned-reply-text.ts';

describe('putReply', () => {
  test('putReply: replaces the word and puts the caret after the reply', () => {
    const text = fc.string().map((around) => around.replaceAll('/', ''));
    const word = fc.stringMatching(/^[a-z]{0,8}$/);
    fc.assert(
      fc.property(text, word, word, text, fc.string(), (before, typed, rest, after, content) => {
        const lead = before === '' ? '' : `${before} `;
        const tail = after === '' ? '' : ` ${after}`;
        const whole = `${lead}/${typed}${rest}${tail}`;
        const found = wordAt(whole, lead.length + 1 + typed.length, '/');
        expect(found?.typed).toBe(typed);
        if (!found) return;
        const put = putReply(whole, found, content, 'Lan');
        const shown = content.normalize('NFC');
        if (/\{[^{}\n]+\}/u.test(shown)) return;
        expect(put).toEqual({
          text: lead + shown + tail,
          caret: lead.length + shown.length,
          selected: undefined,
        });
      }),
    );
  });

  test('putReply: {họ tên} is the whole name, {tên} its last word, unchanged and in any letter case', () => {
    const word = { start: 0, end: 3 };
    for (const [name, given] of [
      ['Trần Anh Toàn', 'Toàn'],
      ['  Lan  ', 'Lan'],
      ['$&', '$&'],
      ['{tên}', '{tên}'],
      ['', ''],
    ] as const) {
      const content = 'Chào {tên}, {TÊN} ơi, gửi {Họ tên}';
      const expected = `Chào ${given}, ${given} ơi, gửi ${name}`;
      for (const form of ['NFC', 'NFD']) {
        expect(putReply('/ch', word, content.normalize(form), name)).toEqual({
          text: expected,
          caret: expected.length,
          selected: undefined,
        });
      }
    }
  });

  test('putReply: selects the first blank of the reply', () => {
    const put = putReply('Dạ /m', { start: 3, end: 5 }, '{tên} gửi {mã đơn} và {ngày}', 'Vũ Lan');
    expect(put.text).toBe('Dạ Lan gửi {mã đơn} và {ngày}');
    expect(put.text.slice(put.selected?.start, put.selected?.end)).toBe('{mã đơn}');
  });
});

test('findBlanks: finds the blanks of a reply, and no other braces', () => {
  const replies = [{ content: 'Đơn {mã đơn} của {tên}, {họ tên}' }, { content: '{ngày}'.normalize('NFD') }];
  const found = (text: string) => findBlanks(text, replies).map(({ start, end }) => text.slice(start, end));
  expect(found('{ngày}: {mã đơn}, {mã đơn}')).toEqual(['{ngày}', '{mã đơn}', '{mã đơn}']);
  expect(found('{tên} {họ tên} {khác} {}')).toEqual([]);
  expect(findBlanks('{ngày}', [])).toEqual([]);
});

test('matchingReplies: finds shortcut and content without diacritics, shortcuts first', () => {
  const replies = [
    ['đổimk', 'Đổi mật khẩu ở mục Cài đặt'],
    ['chào', 'Chào {tên}'],
    ['lờichào', 'Kính gửi'],
    ['hẹn', 'Hẹn gặp lại, CHÀO bạn'],
  ].map(([shortcut = '', content = ''], index) => ({ _id: String(index), shortcut, content, version: 1 }));
  const found = (typed: string) => matchingReplies(replies, typed).map(({ shortcut }) => shortcut);
  expect(found('')).toEqual(['đổimk', 'chào', 'lờichào', 'hẹn']);
  for (const typed of ['chao', 'CHÀO', 'chào'.normalize('NFD'), 'chào']) {
    expect(found(typed)).toEqual(['chào', 'lờichào', 'hẹn']);
  }
  expect(found('doi')).toEqual(['đổimk']);
  expect(found('khẩu')).toEqual(['đổimk']);
  expect(found('không có')).toEqual([]);
});
