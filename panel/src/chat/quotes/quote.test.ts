import { DELETED_MESSAGE_TEXT, QUOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import { quotedName, quotedWords, quoteNow, quoteOf } from './quote.ts';

const AT = '2026-11-21T00:01:00.000Z';
const IMAGE = { ...SAMPLE_MESSAGE, type: 'image', content: '/media/chat/lan/a.webp' } as const;

describe('quoteOf', () => {
  it('has the message’s seq, author and text', () => {
    const sender = { ...sampleSender('lan', 'user'), username: 'Lan' };
    expect(quoteOf({ ...SAMPLE_MESSAGE, sender })).toEqual({
      _id: 'm1',
      seq: 1,
      content: 'tin 1',
      type: 'text',
      isAdminMessage: false,
      senderName: 'Lan',
    });
  });

  it('of an image has the caption, and never the URL', () => {
    expect(quoteOf({ ...IMAGE, caption: 'Hóa đơn' })).toMatchObject({ type: 'image', content: 'Hóa đơn' });
    expect(quoteOf(IMAGE)).toMatchObject({ type: 'image', content: '' });
  });

  it('is at most the beginning of a text, and splits no character', () => {
    const content = `a${'😀'.repeat(2 * QUOTE_MAX_CHARS)}`;
    expect(quoteOf({ ...SAMPLE_MESSAGE, content }).content).toBe(`a${'😀'.repeat(QUOTE_MAX_CHARS - 1)}`);
  });
});

describe('quoteNow', () => {
  const quote = quoteOf(SAMPLE_MESSAGE);

  it('has the text of an edited message, and nothing of a deleted one', () => {
    expect(quoteNow(quote, { ...SAMPLE_MESSAGE, content: 'đã sửa', editedAt: AT }).content).toBe('đã sửa');
    const deleted = { ...SAMPLE_MESSAGE, content: DELETED_MESSAGE_TEXT, deletedAt: AT };
    expect(quoteNow(quoteOf({ ...IMAGE, caption: 'Hóa đơn' }), deleted)).toMatchObject({
      type: 'text',
      content: DELETED_MESSAGE_TEXT,
    });
  });

  it('is the same object where the message is unchanged or not loaded', () => {
    expect(quoteNow(quote, SAMPLE_MESSAGE)).toBe(quote);
    expect(quoteNow(quote, undefined)).toBe(quote);
  });
});

it('quotedName, quotedWords: a missing name and an image have a text of their own', () => {
  const quote = quoteOf(SAMPLE_MESSAGE);
  expect(quotedName({ ...quote, senderName: 'Lan' })).toBe('Lan');
  expect(quotedName({ ...quote, senderName: ' ' })).toBe('Unknown User');
  expect(quotedName({ ...quote, isAdminMessage: true })).toBe('Quản trị viên');
  expect(quotedWords(quoteOf(IMAGE))).toBe('Hình ảnh');
  expect(quotedWords(quoteOf({ ...IMAGE, caption: 'Hóa đơn' }))).toBe('Hình ảnh, Hóa đơn');
});
