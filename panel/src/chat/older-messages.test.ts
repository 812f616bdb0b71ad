import { listMessagesAnswerSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { describe, expect, it } from 'vitest';
import { wrapMessages } from './older-messages.ts';

const OLD = { _id: 'm1', content: 'chào', createdAt: '2026-11-21T00:00:00.000Z' };
const read = (raw: unknown) => listMessagesAnswerSchema.parse(wrapMessages(raw, 'lan')).data;

describe('an older backend’s history', () => {
  it.each([
    ['in the envelope', (list: unknown) => ({ success: true, data: list })],
    ['one deeper', (list: unknown) => ({ success: true, data: { messages: list } })],
    ['bare', (list: unknown) => list],
  ])('is read %s', (_, wrap) => {
    const list = [
      { ...OLD, sender: 'lan' },
      { ...OLD, _id: 'm2', sender: 'admin-1', type: 'image' },
      { ...OLD, _id: 'm3', sender: { _id: 'admin-1', role: 'admin' } },
    ];
    expect(read(wrap(list))).toMatchObject([
      { sender: { _id: 'lan' }, isAdminMessage: false, type: 'text' },
      { sender: { _id: 'admin-1' }, isAdminMessage: true, type: 'image' },
      { isAdminMessage: true },
    ]);
  });

  it('keeps what our own server says', () => {
    const own = { ...OLD, type: 'text', sender: { _id: 'lan', role: 'user' }, isAdminMessage: false, seq: 1 };
    expect(read({ success: true, data: [own] })).toEqual([own]);
  });

  it('that is something else is left for the schema to refuse', () => {
    for (const junk of [null, 1, 'x', { success: true }]) expect(wrapMessages(junk, 'lan')).toEqual(junk);
  });
});
