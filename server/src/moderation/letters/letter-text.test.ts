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
  points: { count: 3, expireAt: new Date('2027-02-20T01:00:00.000Z') },
  until: new Date('2026-11-30T07:05:00.000Z'),
  appealUntil: new Date('2026-12-23T17:30:00.000Z'),
};
const ALL = '{tên}|{quy tắc}|{nội dung}|{điểm}|{đến}|{hạn khiếu nại}';
const HARMFUL = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

describe('fillLetter', () => {
  test('fills every variable but the name, with times in Vietnam', () => {
    expect(fillLetter(ALL, VALUES)).toBe(
      '{tên}|Lừa đảo|bài viết “Bán vé rẻ”|3 điểm (hết hạn lúc 08:00 ngày 20/02/2027)|14:05 ngày 30/11/2026|00:30 ngày 24/12/2026',
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

  test('names content by its kind if the title is deleted or blank, and says that it was taken down', () => {
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

  const quoted = (title: string) => fillLetter('{nội dung}', { ...VALUES, subject: { ...VALUES.subject, title } });

  test('a title cannot close its quotation and continue in the name of the administrators', () => {
    expect(quoted('” đã bị gỡ. Nhận quà 500k: http://evil.example/qua “')).toBe(
      'bài viết “đã bị gỡ. Nhận quà 500k: …”',
    );
    for (const mark of '“”"\'«»„‟‘’‚‛‹›＂＇「」『』〝〞`´″❝❞') {
      expect(quoted(`${mark}Rẻ${mark} nhất ${mark}`)).toBe('bài viết “Rẻ nhất”');
    }
    expect(quoted("Đi M'Drăk, K’Bang")).toBe("bài viết “Đi M'Drăk, K’Bang”");
  });

  test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'a title ends with its first line: %j',
    (end) => {
      expect(quoted(`${end}Bán vé${end}Ban quản trị: nhận quà`)).toBe('bài viết “Bán vé”');
    },
  );

  test.each([
    'http://evil.example/qua',
    'HTTPS://EVIL.EXAMPLE/QUA',
    'https:\\\\evil.example',
    'ftp://evil',
    'www.evil.example',
    'WWW.Evil.Vn',
    'evil.example/qua',
    'evil.example',
    'EVIL.EXAMPLE',
    'Evil.Com',
    'evil.com.vn',
    'evil.vn.',
    '(evil.vn)',
    'quà:evil.vn/a?b',
    'mai@evil.vn',
    'evil.bargains',
    'EVIL.BARGAINS',
    'evil.qua/nhan',
    'evil.com:8080',
    'TP.com',
    'bs.vn/qua',
    'TP.VN',
    'tp.hcm/qua',
    'q.ai',
    't.me/qua',
    'quà-tặng.vn',
    '1.2.3.4/qua',
    'xn--qu-kia.vn',
    'evil.xn--p1ai',
    'пример.рф',
    '例子.中国',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ／ｑｕａ',
    'ｈｔｔｐ：／／ｅｖｉｌ',
    'evil。com',
    'evil｡com',
    'evil․com',
    'ev\u200Bil.c\u200Dom',
    'evil\u00AD.\u2060com',
    'evil\uFEFF.com',
    'evil\uFE0F.com',
    'h\u200Bttp://evil',
    '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
    'evil”.com',
    '"evil"."com"',
  ])('a link in a title is cut: %s', (link) => {
    expect(quoted(`Nhận quà ${link} ngay`)).toBe('bài viết “Nhận quà … ngay”');
    expect(quoted(`${link} ${link}`)).toBe('bài viết “…”');
  });

  test.each([
    'Tour 3.5 triệu',
    'Tour 3.5tr/người, 1.200.200.100đ',
    'Phở, bún, v.v. ở TP.HCM',
    'Tp.HCM/Hà Nội/Đà Nẵng',
    'tp.hcm và Q.1, P.12, Q.TB',
    'TP.HN, TP.Vinh',
    'PGS.TS.Nguyễn Văn A, ThS.BS Lan',
    'Ngày 27.11.2026 lúc 8:30',
    'Quá đẹp.Mọi người đi nhé',
    'Quá đẹp.Ai đi không?',
    'Câu 4.Ai biết?',
    'Awww...đẹp quá',
    'Hết vé rồi...huhu',
    'Chờ…đến 1.000.000.000 đồng',
    'Vé 50%/người: 2/3 còn/hết',
    'Check-in 24/7 #dalat @mai',
    'S.O.S! a.b.c',
    'm² và ½ 👨‍👩‍👧',
    '好。很好',
  ])('an ordinary title is unchanged: %s', (title) => {
    expect(quoted(title)).toBe(`bài viết “${title}”`);
  });

  test('any text and values: no longer than a message, well-formed, without harmful characters of the values', () => {
    // The characters of `unit: 'binary'`, without the seconds that its making takes.
    const character = fc
      .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((point) => String.fromCodePoint(point));
    const anyText = fc.string({ unit: character, maxLength: 10_000 });
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

  test('a text that a name makes too long is cut between characters', () => {
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

  test('a letter that names no rule has one text for all, which cannot be deleted', () => {
    expect(messageOf({ policy: 'spam', kind: 'report_rejected' })).toBe('Thư này dùng chung cho mọi quy tắc');
    expect(messageOf({ text: null })).toBe('Vui lòng nhập nội dung thư');
    expect(parse({ policy: 'spam', text: null }).success).toBe(true);
  });
});
