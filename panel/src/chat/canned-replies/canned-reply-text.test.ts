import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchingReplies, putReply, slashWordAt } from './canned-reply-text.ts';

/** A text with the caret at '|'. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
}
const typedAt = (marked: string) => {
  const { text, caret } = at(marked);
  return slashWordAt(text, caret)?.typed;
};

describe('slashWordAt and putReply', () => {
  test.each([
    ['/|', ''],
    ['/chao|', 'chao'],
    ['/ch|ao', 'ch'],
    ['Dạ /x|', 'x'],
    ['Dạ\n/x|', 'x'],
    ['Dạ\u00a0/x|', 'x'],
  ])('slashWordAt: in %j is %j', (marked, typed) => {
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
  ])('slashWordAt: in %j is undefined', (marked) => {
    expect(typedAt(marked)).toBeUndefined();
  });

  test('putReply: replaces the slash word and puts the caret after the reply', () => {
    const text = fc.string().map((around) => around.replaceAll('/', ''));
    const word = fc.stringMatching(/^[a-z]{0,8}$/);
    fc.assert(
      fc.property(text, word, word, text, fc.string(), (before, typed, rest, after, content) => {
        const lead = before === '' ? '' : `${before} `;
        const tail = after === '' ? '' : ` ${after}`;
        const whole = `${lead}/${typed}${rest}${tail}`;
        const found = slashWordAt(whole, lead.length + 1 + typed.length);
        expect(found?.typed).toBe(typed);
        if (!found) return;
        const put = putReply(whole, found, content, 'Lan');
        const shown = content.normalize('NFC');
        if (/\{tên\}/iu.test(shown)) return;
        expect(put).toEqual({ text: lead + shown + tail, caret: lead.length + shown.length });
      }),
    );
  });

  test('putReply: inserts the name unchanged for every {tên}, in any letter case', () => {
    const word = { start: 0, end: 3 };
    for (const name of ['Lan', '$&', '{tên}', '']) {
      const content = 'Chào {tên}, {TÊN} ơi';
      const expected = `Chào ${name}, ${name} ơi`;
      for (const form of ['NFC', 'NFD']) {
        expect(putReply('/ch', word, content.normalize(form), name)).toEqual({
          text: expected,
          caret: expected.length,
        });
      }
    }
  });
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
