import { MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import {
  LETTER_KINDS,
  type LetterKind,
  letterTextSchema,
  setLetterTemplateBodySchema,
  variablesOf,
} from '@hai-dang/contract/moderation/letters.schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressLetter, fillLetter, type LetterValues, toLetterName } from './letter-text.ts';

const VALUES: LetterValues = {
  subject: { itemType: 'Post', title: 'Bán vé rẻ', isTakenDown: false },
  isForOwner: true,
  policyTitle: 'Lừa đảo',
  until: new Date('2026-11-30T07:05:00.000Z'),
  appealUntil: new Date('2026-12-23T17:30:00.000Z'),
};
const ALL = '{tên}|{quy tắc}|{nội dung}|{đến}|{hạn khiếu nại}';
const HARMFUL = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

describe('fillLetter', () => {
  test('fills every variable but the name, with times in Vietnam', () => {
    expect(fillLetter(ALL, VALUES)).toBe(
      '{tên}|Lừa đảo|bài viết “Bán vé rẻ”|14:05 ngày 30/11/2026|00:30 ngày 24/12/2026',
    );
  });

  test.each([
    ['User', true, 'tài khoản của bạn'],
    ['User', false, 'tài khoản “Bán vé rẻ”'],
    ['TravelPost', true, 'bài viết du lịch “Bán vé rẻ”'],
    ['Comment', false, 'bình luận “Bán vé rẻ”'],
  ] as const)('names a %s for its owner (%s)', (itemType, isForOwner, text) => {
    expect(fillLetter('{nội dung}', { ...VALUES, isForOwner, subject: { ...VALUES.subject, itemType } })).toBe(text);
  });

  test('names content by its kind where the title is gone or blank, and says that it was taken down', () => {
    for (const title of [null, '', ' \u202E ']) {
      expect(fillLetter('{nội dung}', { ...VALUES, subject: { itemType: 'Post', title, isTakenDown: true } })).toBe(
        'bài viết (đã bị gỡ)',
      );
    }
  });

  test('braces, markup and variables in a title stay text', () => {
    const title = '{x} <b>{tên}</b> {{quy tắc}}';
    const filled = fillLetter('{nội dung}', { ...VALUES, subject: { ...VALUES.subject, title } });
    expect(addressLetter(filled, 'Mai')).toBe('bài viết “{x} <b>(tên)</b> {(quy tắc)}”');
  });

  test('any text and values: no longer than a message, well-formed, without harmful characters of the values', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 10_000 });
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 0, max: 800 }), (title, name, repeats) => {
        const values = { ...VALUES, subject: { ...VALUES.subject, title }, policyTitle: title };
        const letter = addressLetter(fillLetter(`${ALL}\n`.repeat(repeats), values), name);
        expect(letter.length).toBeLessThanOrEqual(MESSAGE_MAX_CHARS);
        expect(letter.isWellFormed()).toBe(true);
        expect(letter).not.toMatch(HARMFUL);
        if (repeats > 0) expect(letter).not.toContain('{tên}');
      }),
      { numRuns: 50 },
    );
  });
});

describe('addressLetter', () => {
  test.each([
    ['an empty one', '', 'bạn'],
    ['one of control and bidirectional characters', '\u202E\u0000', 'bạn'],
    ['one of two lines', 'Mai\nLan', 'Mai Lan'],
    ['one like a variable', '{tên} $& $1', '{tên} $& $1'],
    ['one with markup', '<i>Mai</i>', '<i>Mai</i>'],
    ['one of 10 000 letters', 'a'.repeat(10_000), 'a'.repeat(60)],
    ['one of 10 000 emojis', '😀'.repeat(10_000), '😀'.repeat(60)],
  ])('a name: %s', (_title, username, name) => {
    expect(toLetterName(username)).toBe(name);
    expect(addressLetter('Chào {tên}!', username)).toBe(`Chào ${name}!`);
  });

  test('a text that a name makes too long is cut within no character', () => {
    const letter = addressLetter(`{tên}${'😀'.repeat(1_990)}`, 'Nguyễn Thị Minh Khai ở Huế');
    expect(letter.length).toBeGreaterThan(MESSAGE_MAX_CHARS - 3);
    expect(letter.length).toBeLessThanOrEqual(MESSAGE_MAX_CHARS);
    expect(letter.isWellFormed()).toBe(true);
    expect(letter.endsWith('…')).toBe(true);
  });
});

describe('letterTextSchema', () => {
  test('a text of 1 to 4 000 characters, without control and bidirectional characters', () => {
    expect(letterTextSchema.parse(' a\u202Eb\u0000\r\n\tc\u2066 ')).toBe('ab\n\tc');
    expect(letterTextSchema.parse('Chào {te\u0302n}')).toBe('Chào {tên}');
    expect(letterTextSchema.parse('a'.repeat(4_000))).toHaveLength(4_000);
    for (const text of ['', ' \n\u202E', 'a'.repeat(4_001)])
      expect(letterTextSchema.safeParse(text).success).toBe(false);
  });
});

describe('setLetterTemplateBodySchema', () => {
  const parse = (body: object) =>
    setLetterTemplateBodySchema.safeParse({ policy: null, kind: 'warn', text: 'Chào {tên}', version: 1, ...body });
  const messageOf = (body: object) => parse(body).error?.issues[0]?.message;

  test.each(Object.keys(LETTER_KINDS) as LetterKind[])('%s: takes its own variables and no other', (kind) => {
    const own = variablesOf(kind).map((name) => `{${name}}`);
    expect(parse({ kind, text: own.join(' ') }).success).toBe(true);
    const message = messageOf({ kind, text: `${own.join(' ')} {ten} {}` });
    expect(message).toBe(`Thư này không có biến {ten}, {}. Các biến dùng được: ${own.join(', ')}`);
  });

  test('the end of a suspension is no variable of a warning', () => {
    expect(messageOf({ text: 'Đến {đến}' })).toContain('không có biến {đến}');
  });

  test('a letter that names no rule has one text for all, which is never taken away', () => {
    expect(messageOf({ policy: 'spam', kind: 'report_rejected' })).toBe('Thư này dùng chung cho mọi quy tắc');
    expect(messageOf({ text: null })).toBe('Vui lòng nhập nội dung thư');
    expect(parse({ policy: 'spam', text: null }).success).toBe(true);
  });
});
