import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
let mediaDir: string;
beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-sealing-'));
  testApp = await buildTestApp({ mediaDir });
});
afterEach(async () => {
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
afterAll(async () => {
  await testApp?.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const db = () => testApp.database.db;
const post = (url: string, body: object = {}) => testApp.send('POST', url, { token: testApp.admin.token, body });

async function newPost() {
  const author = await insertUser(db());
  return { author, subject: { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id } };
}
type Subject = Awaited<ReturnType<typeof newPost>>['subject'];

/** Files a report by a new user. @returns its id and status */
async function file({ itemType, itemId }: Subject, reason = 'spam') {
  const { id: reporterId } = await insertUser(db());
  const token = await insertSession(db(), reporterId, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason, description: 'Bài này làm phiền tôi nhiều lần' };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  const { _id, status } = response.json().data;
  return { id: String(_id), status: String(status), reporterId };
}
const read = async ({ itemType, itemId }: Subject) =>
  (await post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
async function decide(subject: Subject, decision: object = { outcome: 'no_violation' }): Promise<string> {
  const { version } = await read(subject);
  const response = await post('/api/admin/decisions', { subject, actions: [], version, ...decision });
  expect(response.statusCode).toBe(201);
  return response.json().data.decisionId;
}
const undo = (id: string) => post(`/api/admin/decisions/${id}/undo`);
const detailOf = async (id: string) => (await post(`/api/reports/admin/detail/${id}`)).json().data;
const statusOf = async (id: string) => (await detailOf(id)).status;

/** A post that was reported as spam and found harmless. */
async function sealedPost() {
  const { author, subject } = await newPost();
  const { id: first } = await file(subject);
  return { author, subject, first, decisionId: await decide(subject) };
}

describe('createReport of what was found harmless', () => {
  test('for the same reason, unaltered, closes itself and notifies nobody', async () => {
    const { subject } = await sealedPost();
    const { version } = await read(subject);
    const { id, reporterId, status } = await file(subject);
    expect(status).toBe('rejected');
    expect(await read(subject)).toMatchObject({
      state: 'closed',
      openReports: 0,
      reports: 2,
      reporters: 2,
      version: version + 3,
    });
    expect((await read(subject)).events.slice(0, 3)).toMatchObject([
      { kind: 'letter_queued', actor: null, reportId: id },
      { kind: 'auto_closed', actor: null, reportId: id },
      { kind: 'reported' },
    ]);
    expect((await detailOf(id)).history).toMatchObject([
      { kind: 'letter_queued', actor: null },
      { kind: 'status', actor: null, from: 'pending', to: 'rejected', note: expect.stringContaining('không vi phạm') },
    ]);
    const told = db().selectFrom('letters').select(['kind', 'recipient_id', 'sender_id']).where('report_id', '=', id);
    expect(await told.execute()).toEqual([
      { kind: 'auto_closed', recipient_id: reporterId, sender_id: testApp.admin.id },
    ]);
    expect(await db().selectFrom('notifications').select('id').where('report_id', '=', id).execute()).toEqual([]);
  });

  test('for another reason is open, and says when and by whom it was found harmless', async () => {
    const { subject, decisionId } = await sealedPost();
    const { id, status } = await file(subject, 'violence');
    expect(status).toBe('pending');
    const foundHarmless = { at: testApp.clock.now().toISOString(), by: testApp.admin.username };
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless } });
    expect(await read(subject)).toMatchObject({ state: 'open', foundHarmless });
    await undo(decisionId);
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless: null } });
    expect(await read(subject)).toMatchObject({ foundHarmless: null });
  });

  test('altered since is open, and altered back closes itself again', async () => {
    const { subject } = await sealedPost();
    const edit = (content: string) =>
      db().updateTable('posts').set({ content }).where('id', '=', subject.itemId).execute();
    const { content } = await db()
      .selectFrom('posts')
      .select('content')
      .where('id', '=', subject.itemId)
      .executeTakeFirstOrThrow();
    await edit('Mua ngay kẻo lỡ');
    expect((await file(subject)).status).toBe('pending');
    await edit(content);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('by two decisions, for a reason of each, closes itself for both', async () => {
    const { subject } = await sealedPost();
    await file(subject, 'violence');
    await decide(subject);
    expect((await file(subject, 'violence')).status).toBe('rejected');
    expect((await file(subject, 'spam')).status).toBe('rejected');
    expect((await file(subject, 'harassment')).status).toBe('pending');
  });

  test('without a report of it is open: nothing was sealed', async () => {
    const { subject } = await newPost();
    await decide(subject);
    expect((await file(subject)).status).toBe('pending');
  });

  test('after an undo of the decision is open, and so is what has closed itself', async () => {
    const { subject, first, decisionId } = await sealedPost();
    const { id } = await file(subject);
    await undo(decisionId);
    expect([await statusOf(first), await statusOf(id)]).toEqual(['pending', 'pending']);
    expect((await file(subject)).status).toBe('pending');
    expect(await read(subject)).toMatchObject({ openReports: 3, reports: 3 });
  });

  test('that an administrator has opened again stays open after an undo', async () => {
    const { subject, decisionId } = await sealedPost();
    const { id } = await file(subject);
    await post(`/api/reports/admin/${id}`, { status: 'reviewing' });
    await undo(decisionId);
    expect(await statusOf(id)).toBe('reviewing');
  });

  test('after a later violation is open; once that is undone it closes itself again', async () => {
    const { subject } = await sealedPost();
    const violation = await decide(subject, { outcome: 'violation', policy: 'spam', actions: ['warn'] });
    const { id, status } = await file(subject);
    expect(status).toBe('pending');
    expect(await detailOf(id)).toMatchObject({ case: { foundHarmless: null } });
    await undo(violation);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('is open while sealing is switched off', async () => {
    const { subject } = await sealedPost();
    const turn = async (isSealingOn: boolean) => {
      const { updatedAt: _, ...settings } = (await post('/api/admin/settings')).json().data;
      const body = { ...settings, isSealingOn };
      expect((await testApp.send('PUT', '/api/admin/settings', { token: testApp.admin.token, body })).statusCode).toBe(
        200,
      );
    };
    await turn(false);
    expect((await file(subject)).status).toBe('pending');
    await turn(true);
    expect((await file(subject)).status).toBe('rejected');
  });

  test('by several at once closes each of them', async () => {
    const { subject } = await sealedPost();
    const filed = await Promise.all(Array.from({ length: 6 }, () => file(subject)));
    expect(filed.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(await read(subject)).toMatchObject({ state: 'closed', reports: 7 });
  });

  test('while it is being decided: the decision closes the report, or fails for it, or the report closes itself', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { subject } = await newPost();
      await file(subject);
      const { version } = await read(subject);
      const [decision, { id }] = await Promise.all([
        post('/api/admin/decisions', { subject, outcome: 'no_violation', actions: [], version }),
        file(subject),
      ]);
      expect([decision.statusCode, await statusOf(id)]).toEqual(
        decision.statusCode === 201 ? [201, 'rejected'] : [409, 'pending'],
      );
    }
  });
});
