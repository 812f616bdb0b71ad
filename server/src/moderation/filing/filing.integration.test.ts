import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { REPORTS_PER_USER_PER_HOUR } from '@hai-dang/contract/constants.ts';
import { errorMessages } from '@hai-dang/contract/errors.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import {
  insertAdmin,
  insertComment,
  insertPost,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const DESCRIPTION = 'Người này quấy rối tôi nhiều lần';
const IMAGE = 'aaaaaaaa00000001.webp';
const AVATAR = 'bbbbbbbb00000002.webp';
let testApp: TestApp;
let folder: string;
let mediaDir: string;
let images: Record<string, Buffer>;
let reporter: Awaited<ReturnType<typeof insertUser>>;
let author: Awaited<ReturnType<typeof insertUser>>;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-filing-'));
  mediaDir = path.join(folder, 'media');
  await mkdir(mediaDir);
  const draw = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .webp()
      .toBuffer();
  images = { [IMAGE]: await draw('#d1495b'), [AVATAR]: await draw('#2f86c9') };
  for (const [name, bytes] of Object.entries(images)) await writeFile(path.join(mediaDir, name), bytes);
  testApp = await buildTestApp({ mediaDir });
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { db } = testApp.database;
  reporter = await insertUser(db, { avatar_url: '/media/nguoi-bao-cao.webp' });
  author = await insertUser(db, { avatar_url: `/media/${AVATAR}`, is_verified: true, bio: 'Thích đi xa' });
  token = await insertSession(db, reporter.id, testApp.clock.now());
});

type Item = { reportedItem: string; itemType: string };
const file = (item: Item, more: object = {}, as = token) =>
  testApp.send('POST', '/api/reports/create', {
    token: as,
    body: { reason: 'harassment', description: DESCRIPTION, ...item, ...more },
  });
const copyOf = (name: string) => {
  const hash = createHash('sha256')
    .update(images[name] ?? '')
    .digest('hex');
  return `/media/evidence/${hash}.webp`;
};
const readReport = (id: string) =>
  testApp.database.db
    .selectFrom('reports as r')
    .leftJoin('report_snapshots as s', 's.id', 'r.snapshot_id')
    .selectAll('r')
    .select('s.content')
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
const fileAndRead = async (item: Item) => {
  const response = await file(item);
  expect(response.statusCode).toBe(201);
  const row = await readReport(response.json().data._id);
  return { row, snapshot: reportSnapshotSchema.parse(row.content) };
};
const wireAuthor = (avatar: string | null = copyOf(AVATAR)) => ({
  _id: author.id,
  username: author.username,
  email: author.email,
  avatar,
  verified: true,
});

const subjects = [
  { itemType: 'User', insert: async () => author.id },
  { itemType: 'Post', insert: async () => (await insertPost(testApp.database.db, author.id)).id },
  { itemType: 'TravelPost', insert: async () => (await insertTravelPost(testApp.database.db, author.id)).id },
  {
    itemType: 'Comment',
    insert: async () => {
      const { db } = testApp.database;
      const { id: postId } = await insertPost(db, reporter.id);
      return (await insertComment(db, author.id, { postId })).id;
    },
  },
] as const;

describe.each(subjects)('createReport: a report of a $itemType', ({ itemType, insert }) => {
  test('is stored with its owner, answers 201, and is pending', async () => {
    const item = { itemType, reportedItem: await insert() };
    const response = await file(item);
    expect(response.statusCode).toBe(201);
    const { data } = response.json();
    expect(data).toEqual({
      _id: expect.any(String),
      reporter: {
        _id: reporter.id,
        username: reporter.username,
        email: reporter.email,
        avatar: `http://localhost${reporter.avatar_url}`,
      },
      ...item,
      reason: 'harassment',
      description: DESCRIPTION,
      status: 'pending',
      createdAt: testApp.clock.now().toISOString(),
      version: 1,
      accountId: author.id,
    });
    expect(await readReport(data._id)).toMatchObject({
      reporter_id: reporter.id,
      subject_type: itemType,
      subject_id: item.reportedItem,
      subject_owner_id: author.id,
      status: 'pending',
      content: { itemType },
    });
    await expectCountersRight(testApp.database.db);
  });

  test('of an unknown id is rejected and stores nothing', async () => {
    const before = await fingerprint(testApp.database.db);
    const response = await file({ itemType, reportedItem: '65f2a1c09d3e4b0012345678' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'REPORTED_ITEM_NOT_FOUND' });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test("of the caller's own is rejected", async () => {
    const item = { itemType, reportedItem: await insert() };
    const own = await insertSession(testApp.database.db, author.id, testApp.clock.now());
    const response = await file(item, {}, own);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'OWN_CONTENT' });
  });

  test('keeps its evidence, images included, when the subject and its author are deleted', async () => {
    const { row, snapshot } = await fileAndRead({ itemType, reportedItem: await insert() });
    expect((await testApp.send('DELETE', `/api/admin/users/${author.id}`)).statusCode).toBe(200);
    expect((await testApp.send('DELETE', `/api/admin/users/${reporter.id}`)).statusCode).toBe(200);
    expect(await readReport(row.id)).toMatchObject({ reporter_id: reporter.id, content: snapshot });
    expect((await testApp.send('GET', copyOf(AVATAR), { token: undefined })).statusCode).toBe(404);
    const image = await testApp.send('GET', copyOf(AVATAR));
    expect(image.statusCode).toBe(200);
    expect(image.rawPayload.equals(images[AVATAR] ?? Buffer.alloc(0))).toBe(true);
  });
});

test('createReport: deleted content cannot be reported, nor can its comments', async () => {
  const { db } = testApp.database;
  const deleted_at = testApp.clock.now();
  const post = await insertPost(db, author.id, { deleted_at });
  const travelPost = await insertTravelPost(db, author.id, { deleted_at });
  const comments = [
    await insertComment(db, author.id, { postId: post.id }),
    await insertComment(db, author.id, { travelPostId: travelPost.id }),
    await insertComment(db, author.id, { postId: (await insertPost(db, author.id)).id }, { deleted_at }),
  ];
  const items = [
    { itemType: 'Post', reportedItem: post.id },
    { itemType: 'TravelPost', reportedItem: travelPost.id },
    ...comments.map(({ id }) => ({ itemType: 'Comment', reportedItem: id })),
  ];
  for (const item of items) expect((await file(item)).json()).toMatchObject({ code: 'REPORTED_ITEM_NOT_FOUND' });
});

describe('createReport: captured evidence', () => {
  test('of a post has its text, its author and copies of all images', async () => {
    const post = await insertPost(testApp.database.db, author.id, {
      title: 'Bán vé giả',
      content: 'Liên hệ tôi nhé',
      category: 'Mua bán',
      image_urls: [`/media/${IMAGE}`, `/media/${AVATAR}`],
    });
    const { snapshot } = await fileAndRead({ itemType: 'Post', reportedItem: post.id });
    expect(snapshot).toEqual({
      itemType: 'Post',
      post: {
        _id: post.id,
        title: 'Bán vé giả',
        content: 'Liên hệ tôi nhé',
        category: 'Mua bán',
        location: null,
        images: [copyOf(IMAGE), copyOf(AVATAR)],
        createdAt: post.created_at.toISOString(),
        likesCount: 0,
        commentsCount: 0,
        author: wireAuthor(),
      },
    });
  });

  test('of an account has its profile at that time', async () => {
    const { snapshot } = await fileAndRead({ itemType: 'User', reportedItem: author.id });
    expect(snapshot).toEqual({
      itemType: 'User',
      user: { ...wireAuthor(), bio: 'Thích đi xa', createdAt: author.created_at.toISOString() },
    });
  });

  test.each(['Post', 'TravelPost'] as const)('of a comment has the parent %s', async (parentType) => {
    const { db } = testApp.database;
    const insert = parentType === 'Post' ? insertPost : insertTravelPost;
    const parent = await insert(db, reporter.id, { image_urls: [`/media/${IMAGE}`] });
    const under = parentType === 'Post' ? { postId: parent.id } : { travelPostId: parent.id };
    const { id } = await insertComment(db, author.id, under, { content: 'Đồ lừa đảo' });
    const { snapshot } = await fileAndRead({ itemType: 'Comment', reportedItem: id });
    expect(snapshot).toMatchObject({
      itemType: 'Comment',
      comment: {
        content: 'Đồ lừa đảo',
        author: wireAuthor(),
        parentType,
        parent: { _id: parent.id, content: parent.content, images: [copyOf(IMAGE)], author: { _id: reporter.id } },
      },
    });
  });

  test('has the number of images that could not be copied, and contains no active content', async () => {
    const foreign = 'https://anh.example.test/a.jpg';
    const { id } = await insertPost(testApp.database.db, author.id, {
      image_urls: [
        '/media/ffffffff00000009.webp',
        'javascript:alert(1)',
        'data:text/html,<script>alert(1)</script>',
        ' java\tscript:alert(1)',
        'file:///etc/passwd',
        '/media/../../etc/passwd',
        'https://ai:mat-khau@anh.example.test/a.jpg',
        foreign,
      ],
    });
    const { snapshot } = await fileAndRead({ itemType: 'Post', reportedItem: id });
    expect(snapshot).toMatchObject({ post: { images: [foreign], imagesMissing: 7 } });
  });

  test('cannot be altered', async () => {
    const { db } = testApp.database;
    const { row } = await fileAndRead({ itemType: 'User', reportedItem: author.id });
    const alter = db
      .updateTable('report_snapshots')
      .set({ content: '{}' })
      .where('id', '=', row.snapshot_id ?? '')
      .execute();
    await expect(alter).rejects.toThrow('never altered');
  });

  test('is shared by all reports of an unchanged subject, and captured anew for a changed one', async () => {
    const { db } = testApp.database;
    const { id: postId } = await insertPost(db, author.id, { image_urls: [`/media/${IMAGE}`] });
    const item = { itemType: 'Post', reportedItem: postId };
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => insertSession(db, (await insertUser(db)).id, testApp.clock.now())),
    );
    const responses = await Promise.all(others.map((other) => file(item, {}, other)));
    const rows = await Promise.all(responses.map((response) => readReport(response.json().data._id)));
    expect(new Set(rows.map(({ snapshot_id }) => snapshot_id)).size).toBe(1);
    await db.updateTable('posts').set({ content: 'Đã sửa' }).where('id', '=', postId).execute();
    const { row } = await fileAndRead(item);
    expect(row.snapshot_id).not.toBe(rows[0]?.snapshot_id);
    expect(rows[0]?.content).toMatchObject({ post: { content: 'Một buổi chiều ở Hội An' } });
    const files = await readdir(path.join(mediaDir, 'evidence'));
    expect(files.filter((name) => !/^[a-f0-9]{64}\.webp$/.test(name))).toEqual([]);
    await expectCountersRight(db);
  });
});

describe('createReport', () => {
  test('notifies every administrator by one row', async () => {
    const { db } = testApp.database;
    await insertAdmin(db);
    const response = await file({ itemType: 'User', reportedItem: author.id });
    const { _id: id } = response.json().data;
    expect(await db.selectFrom('announcements').selectAll().where('report_id', '=', id).execute()).toMatchObject([
      {
        type: 'new_report',
        message: 'Có báo cáo mới cần xử lý',
        sender_name: reporter.username,
        sender_avatar_url: reporter.avatar_url,
        is_handled: false,
      },
    ]);
    expect(await db.selectFrom('notifications').select('id').where('report_id', '=', id).execute()).toEqual([]);
  });

  test('that fails at its last step stores nothing, and succeeds when it is retried', async () => {
    const { db } = testApp.database;
    const { id } = await insertPost(db, author.id, { image_urls: [`/media/${IMAGE}`] });
    const item = { itemType: 'Post', reportedItem: id };
    await sql`create function reject_announcement() returns trigger language plpgsql as
      $$ begin raise exception 'no notification today'; end $$`.execute(db);
    await sql`create trigger rejected before insert on announcements for each row
      execute function reject_announcement()`.execute(db);
    const before = await fingerprint(db);
    expect((await file(item)).statusCode).toBe(500);
    expect(await fingerprint(db)).toEqual(before);
    await sql`drop trigger rejected on announcements`.execute(db);
    await sql`drop function reject_announcement`.execute(db);
    expect((await file(item)).statusCode).toBe(201);
    await expectCountersRight(db);
  });

  test.each([
    [{ description: 'ngắn quá' }, 'Mô tả phải có ít nhất 10 ký tự'],
    [{ description: `${' '.repeat(20)}ngắn` }, 'Mô tả phải có ít nhất 10 ký tự'],
    [{ description: 'x'.repeat(501) }, 'Mô tả không được quá 500 ký tự'],
    [{ description: undefined }, 'Vui lòng mô tả lý do báo cáo'],
    [{ reason: 'ugly' }, 'Lý do báo cáo không hợp lệ'],
    [{ itemType: 'Message' }, 'Loại nội dung bị báo cáo không hợp lệ'],
    [{ policy: 4 }, undefined],
    [{ policy: ['child_safety'] }, undefined],
    [{ policy: 'x'.repeat(65) }, undefined],
    [{ policy: 'child\0safety' }, undefined],
    [{ reportedItem: { $ne: '' } }, undefined],
    [{ reportedItem: '' }, undefined],
    [{ reportedItem: '\0' }, undefined],
    [{ description: 'có ký tự \0 ở giữa' }, undefined],
  ])('with %j is rejected with an instruction', async (change, message) => {
    const before = await fingerprint(testApp.database.db);
    const response = await file({ itemType: 'User', reportedItem: author.id }, change);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', ...(message ? { message } : {}) });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('accepts a description of 10 and of 500 characters, without the blanks around it', async () => {
    for (const length of [10, 500]) {
      const { id: reportedItem } = await insertUser(testApp.database.db);
      const response = await file({ itemType: 'User', reportedItem }, { description: `  ${'ờ'.repeat(length)}\n` });
      expect(response.json().data.description).toHaveLength(length);
    }
  });

  test('accepts a text cut in a surrogate pair, and finds nothing for such an id', async () => {
    const cut = 'Ảnh này thật là kinh khủng \ud83d';
    const response = await file({ itemType: 'User', reportedItem: author.id }, { description: cut });
    expect(response.statusCode).toBe(201);
    expect((await readReport(response.json().data._id)).description).toBe('Ảnh này thật là kinh khủng \ufffd');
    expect((await file({ itemType: 'User', reportedItem: '\ud83d' })).statusCode).toBe(404);
  });

  test('ignores reporter and status of the body', async () => {
    const intruding = { reporter: author.id, reporterId: author.id, status: 'rejected', version: 9, _id: 'mine' };
    const { data } = (await file({ itemType: 'User', reportedItem: author.id }, intruding)).json();
    expect(data).toMatchObject({ reporter: { _id: reporter.id }, status: 'pending', version: 1 });
    expect(data._id).not.toBe('mine');
  });

  test('is rejected after the hourly limit, also in parallel', async () => {
    const { db } = testApp.database;
    const items = await Promise.all(
      Array.from({ length: REPORTS_PER_USER_PER_HOUR + 16 }, async () => ({
        itemType: 'User',
        reportedItem: (await insertUser(db)).id,
      })),
    );
    const [last = { itemType: 'User', reportedItem: author.id }, ...others] = items;
    const responses = await Promise.all(others.map((item) => file(item)));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(REPORTS_PER_USER_PER_HOUR);
    const rejected = responses.filter(({ statusCode }) => statusCode === 429);
    expect(rejected).toHaveLength(15);
    expect(rejected[0]?.json()).toMatchObject({ message: errorMessages.TOO_MANY_REPORTS });
    expect(rejected[0]?.headers['retry-after']).toBe('3600');
    const other = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
    expect((await file(last, {}, other)).statusCode).toBe(201);
    testApp.clock.advance(HOUR_MS);
    expect((await file(last)).statusCode).toBe(201);
    await expectCountersRight(db);
  });
});
