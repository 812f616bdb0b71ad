import type { FoundMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect, test } from 'vitest';
import { SAMPLE_MESSAGE } from '../../testing/samples.ts';
import { type FoundPages, withChanged } from './found-messages.cache.ts';

const user = { _id: 'lan', username: 'Lan', avatar: null };
const pageOf = (hit: FoundMessage, nextCursor: string | null) => ({
  success: true as const,
  data: { messages: [hit], pagination: { nextCursor } },
});
const found: FoundPages = {
  pages: [
    pageOf({ message: { ...SAMPLE_MESSAGE, _id: 'm2' }, user }, 'c'),
    pageOf({ message: { ...SAMPLE_MESSAGE, _id: 'm1' }, user }, null),
  ],
  pageParams: [null, 'c'],
};

test('withChanged: a hit has the changed message, and the others stay', () => {
  const changed = { ...SAMPLE_MESSAGE, _id: 'm1', content: 'đã sửa' };
  const after = withChanged(found, changed);
  expect(after?.pages[1]?.data.messages).toEqual([{ message: changed, user }]);
  expect(after?.pages[0]?.data.messages).toEqual(found.pages[0]?.data.messages);
});

test('withChanged: hits without the message stay the same object', () => {
  expect(withChanged(found, { ...SAMPLE_MESSAGE, _id: 'm9' })).toBe(found);
  expect(withChanged(undefined, SAMPLE_MESSAGE)).toBeUndefined();
});
