import type { ReportSnapshot } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { expect, test } from 'vitest';
import { hashSnapshot, imagesOf, withCopies } from './snapshot.ts';

const AUTHOR = { _id: 'a', username: 'Lan', email: 'lan@example.test', avatar: '/media/avatar.webp', verified: true };
const POST = {
  _id: 'p',
  title: 'Bán vé',
  content: 'Liên hệ tôi nhé',
  images: ['/media/1.webp', '/media/2.webp', '/media/1.webp'],
  createdAt: '2026-01-01T00:00:00.000Z',
  likesCount: 3,
  commentsCount: 4,
  author: AUTHOR,
};
const snapshot: ReportSnapshot = { itemType: 'Post', post: POST };

/** The same with the keys of every object in reverse order, as a database may return them. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : value instanceof Object
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, each]) => [key, reversed(each)])
            .toReversed(),
        )
      : value;

test('hashSnapshot: other counts or another order of keys give the same hash', () => {
  expect(hashSnapshot(reversed(snapshot) as ReportSnapshot)).toBe(hashSnapshot(snapshot));
  expect(hashSnapshot({ itemType: 'Post', post: { ...POST, likesCount: 0, commentsCount: 9 } })).toBe(
    hashSnapshot(snapshot),
  );
});

test.each([
  { ...POST, content: 'Liên hệ tôi' },
  { ...POST, images: POST.images.toReversed().slice(1) },
  { ...POST, author: { ...AUTHOR, username: 'Hoa' } },
])('hashSnapshot: an edited post gives another hash', (post) => {
  expect(hashSnapshot({ itemType: 'Post', post })).not.toBe(hashSnapshot(snapshot));
});

test('imagesOf: the avatar first, each image once', () => {
  expect(imagesOf(snapshot)).toEqual(['/media/avatar.webp', '/media/1.webp', '/media/2.webp']);
});

test('withCopies: images without a copy are left out and counted', () => {
  const copies = new Map([['/media/1.webp', '/media/evidence/1.webp']]);
  expect(withCopies(snapshot, copies)).toMatchObject({
    post: {
      images: ['/media/evidence/1.webp', '/media/evidence/1.webp'],
      imagesMissing: 1,
      author: { avatar: null },
    },
  });
});
