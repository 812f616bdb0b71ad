import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertComment, insertPost, insertSession, insertTravelPost, insertUser } from '../../testing/factories.ts';
import { hashSnapshot } from './snapshot.ts';

const IMAGE = 'aaaaaaaa00000001.webp';
const BYTES = 'the bytes of an image';
let testApp: TestApp;
let mediaDir: string;
let author: Awaited<ReturnType<typeof insertUser>>;
let token: string;

beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-evidence-'));
  await mkdir(mediaDir, { recursive: true });
  await writeFile(path.join(mediaDir, IMAGE), BYTES);
  testApp = await buildTestApp({ mediaDir });
});
afterAll(async () => {
  await testApp?.close();
  await rm(mediaDir, { recursive: true, force: true });
});
beforeEach(async () => {
  const { db } = testApp.database;
  author = await insertUser(db, { bio: 'Thích đi xa' });
  token = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
});

const file = (item: object, as = token) =>
  testApp.send('POST', '/api/reports/create', {
    token: as,
    body: { reason: 'spam', description: 'Bài viết quảng cáo lặp đi lặp lại', ...item },
  });
const readReport = (id: string) =>
  testApp.database.db
    .selectFrom('reports as r')
    .innerJoin('report_snapshots as s', 's.id', 'r.snapshot_id')
    .selectAll('r')
    .select('s.content')
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
const fileAndRead = async (item: object) => {
  const row = await readReport((await file(item)).json().data._id);
  return { row, snapshot: reportSnapshotSchema.parse(row.content) };
};
const copyUrl = `/media/evidence/${createHash('sha256').update(BYTES).digest('hex')}.webp`;

/** One of each type, with every field that evidence may have. */
async function insertSubject(itemType: ReportItemType): Promise<string> {
  const { db } = testApp.database;
  if (itemType === 'User') return author.id;
  const image_urls = [`/media/${IMAGE}`, 'https://anh.example.test/a.jpg', 'javascript:alert(1)'];
  if (itemType === 'TravelPost') return (await insertTravelPost(db, author.id, { image_urls })).id;
  const { id: postId } = await insertPost(db, author.id, { image_urls, title: 'Bán vé “giả” 🏖️', category: 'Mua bán' });
  return itemType === 'Post' ? postId : (await insertComment(db, author.id, { postId })).id;
}

describe('createReport: evidence', () => {
  test.each(['User', 'Post', 'TravelPost', 'Comment'] as const)(
    'of a %s is identified by a hash that the stored row reproduces',
    async (itemType) => {
      const { row, snapshot } = await fileAndRead({ itemType, reportedItem: await insertSubject(itemType) });
      expect(row.snapshot_id).toBe(hashSnapshot(snapshot));
    },
  );

  test('is shared by reports between which others like and comment, each with the counts of its time', async () => {
    const { db } = testApp.database;
    const { id: postId } = await insertPost(db, author.id, { image_urls: [`/media/${IMAGE}`] });
    const under = await insertComment(db, author.id, { postId });
    const other = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
    const detailOf = async (response: Awaited<ReturnType<typeof file>>) =>
      (await testApp.send('POST', `/api/reports/admin/detail/${response.json().data._id}`, { body: {} })).json().data;
    for (const item of [
      { itemType: 'Post', reportedItem: postId },
      { itemType: 'Comment', reportedItem: under.id },
    ]) {
      const postIn = ({ snapshot }: { snapshot: { post?: object; comment?: { parent: object } } }) =>
        snapshot.post ?? snapshot.comment?.parent;
      await db.updateTable('posts').set({ likes_count: 3, comments_count: 1 }).where('id', '=', postId).execute();
      const first = await file(item);
      await db
        .updateTable('posts')
        .set({ likes_count: 90_000, comments_count: 700 })
        .where('id', '=', postId)
        .execute();
      const second = await file(item, other);
      const rows = await Promise.all([first, second].map((response) => readReport(response.json().data._id)));
      expect(rows[0]?.snapshot_id).toBe(rows[1]?.snapshot_id);
      expect(postIn(await detailOf(first))).toMatchObject({ likesCount: 3, commentsCount: 1 });
      expect(postIn(await detailOf(second))).toMatchObject({ likesCount: 90_000, commentsCount: 700 });
    }
  });

  test('of an unaltered subject is reused without reading an image', async () => {
    const { db } = testApp.database;
    const name = 'cccccccc00000003.webp';
    await writeFile(path.join(mediaDir, name), BYTES);
    const { id: reportedItem } = await insertPost(db, author.id, { image_urls: [`/media/${name}`] });
    const first = await fileAndRead({ itemType: 'Post', reportedItem });
    await rm(path.join(mediaDir, name));
    const other = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
    const second = await file({ itemType: 'Post', reportedItem }, other);
    expect((await readReport(second.json().data._id)).snapshot_id).toBe(first.row.snapshot_id);
  });

  test('with an image that was not found is captured anew by the next report', async () => {
    const { db } = testApp.database;
    const name = 'dddddddd00000004.webp';
    const { id: reportedItem } = await insertPost(db, author.id, { image_urls: [`/media/${name}`] });
    expect((await fileAndRead({ itemType: 'Post', reportedItem })).snapshot).toMatchObject({
      post: { imagesMissing: 1 },
    });
    await writeFile(path.join(mediaDir, name), BYTES);
    const other = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
    const { _id: id } = (await file({ itemType: 'Post', reportedItem }, other)).json().data;
    expect((await readReport(id)).content).toMatchObject({ post: { images: [copyUrl] } });
  });

  test('of an older row keeps its counts and its fields', async () => {
    const { db } = testApp.database;
    const { id: reportedItem } = await insertPost(db, author.id);
    const { row } = await fileAndRead({ itemType: 'Post', reportedItem });
    const older = { subject_likes_count: null, subject_comments_count: null };
    await db.updateTable('reports').set(older).where('id', '=', row.id).execute();
    const response = await testApp.send('POST', `/api/reports/admin/detail/${row.id}`, { body: {} });
    expect(response.json().data.snapshot).toMatchObject({ post: { likesCount: 0, commentsCount: 0 } });
  });
});
