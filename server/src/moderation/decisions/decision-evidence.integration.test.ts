import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeDecision, type SubjectRef, undoDecision } from '../../testing/decisions.ts';
import { insertComment, insertPost, insertSession, insertTravelPost, insertUser } from '../../testing/factories.ts';
import { findNotices, sendLetters } from '../../testing/letters.ts';
import { purgeUnusedEvidence } from '../evidence/purge-evidence.ts';

const TAKEDOWN = { policy: 'scam', actions: ['takedown' as const] };
let testApp: TestApp;
let mediaDir: string;
beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-evidence-'));
  testApp = await buildTestApp({ mediaDir });
});
afterAll(async () => {
  await testApp?.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const db = () => testApp.database.db;
const steps = () => createAppealSteps(testApp);

async function newPost(content: string) {
  const author = await insertUser(db());
  const { id } = await insertPost(db(), author.id, { content });
  const subject: SubjectRef = { itemType: 'Post', itemId: id };
  return { author, subject };
}

/** A user reports it. @returns the report's id */
async function file({ itemType, itemId }: SubjectRef): Promise<string> {
  const token = await insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason: 'spam', description: 'Bài này làm phiền tôi nhiều lần' };
  return (await testApp.send('POST', '/api/reports/create', { token, body })).json().data._id;
}

/** The author appeals against the letter that the decision has sent. @returns the appeal's id */
async function objectToLetter(authorId: string): Promise<string> {
  await sendLetters(testApp);
  const [notice] = await findNotices(db(), authorId);
  return (await steps().object(authorId, notice?.id ?? '')).json().data._id;
}
const readAppeal = async (id: string) => (await testApp.post(`/api/admin/appeals/${id}`)).json().data;
const isKept = async (decisionId: string): Promise<boolean> => {
  const row = await db()
    .selectFrom('decisions as d')
    .innerJoin('report_snapshots as s', 's.id', 'd.evidence_id')
    .select('s.id')
    .where('d.id', '=', decisionId)
    .executeTakeFirst();
  return row !== undefined;
};
const purge = () => purgeUnusedEvidence(testApp.services.app, AbortSignal.timeout(10_000));

describe('decideSubject: evidence', () => {
  test('of a post without a report: the appeal and the letter have it, after the post was purged, too', async () => {
    const { author, subject } = await newPost('Chuyển khoản trước, nhận vé sau');
    await makeDecision(testApp, subject, TAKEDOWN);
    const id = await objectToLetter(author.id);
    const { evidence, letter } = await readAppeal(id);
    expect(evidence.content).toMatchObject({
      itemType: 'Post',
      post: { _id: subject.itemId, content: 'Chuyển khoản trước, nhận vé sau', author: { username: author.username } },
    });
    expect(letter).toContain('Chúng tôi đã gỡ');
    await db().deleteFrom('posts').where('id', '=', subject.itemId).execute();
    expect((await readAppeal(id)).evidence).toEqual(evidence);
  });

  test.each(['TravelPost', 'Comment', 'User'] as const)('of a %s without a report', async (itemType) => {
    const author = await insertUser(db());
    const post = await insertPost(db(), author.id);
    const ids = {
      TravelPost: (await insertTravelPost(db(), author.id)).id,
      Comment: (await insertComment(db(), author.id, { postId: post.id })).id,
      User: author.id,
    };
    const subject = { itemType, itemId: ids[itemType] };
    const decisionId = await makeDecision(testApp, subject, { policy: 'scam', actions: ['warn'] });
    expect(await isKept(decisionId)).toBe(true);
  });

  test('of a reported one: the evidence of the report, not later edits', async () => {
    const { author, subject } = await newPost('Như lúc bị báo cáo');
    await file(subject);
    await db().updateTable('posts').set({ content: 'Đã sửa' }).where('id', '=', subject.itemId).execute();
    await makeDecision(testApp, subject, TAKEDOWN);
    const { evidence } = await readAppeal(await objectToLetter(author.id));
    expect(evidence.content.post.content).toBe('Như lúc bị báo cáo');
  });

  test('of a bulk decision', async () => {
    const { subject } = await newPost('Một trong nhiều bài');
    const body = { action: { kind: 'takedown' }, target: { kind: 'content', subjects: [subject] }, policy: 'scam' };
    expect((await testApp.post('/api/admin/bulk', body)).statusCode).toBe(201);
    await testApp.services.jobs.runDue();
    const { id } = await db()
      .selectFrom('decisions')
      .select('id')
      .where('subject_id', '=', subject.itemId)
      .executeTakeFirstOrThrow();
    expect(await isKept(id)).toBe(true);
  });
});

describe('purgeUnusedEvidence: evidence of a decision', () => {
  async function decidedReport() {
    const { author, subject } = await newPost('Bằng chứng');
    const report = await file(subject);
    const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
    const remove = () => testApp.send('DELETE', `/api/reports/admin/${report}`);
    return { author, decisionId, remove };
  }

  test('outlives the report while an appeal is possible, and is purged after that', async () => {
    const { decisionId, remove } = await decidedReport();
    expect((await remove()).statusCode).toBe(200);
    await testApp.later(29 * DAY_MS, purge);
    expect(await isKept(decisionId)).toBe(true);
    await testApp.later(32 * DAY_MS, purge);
    expect(await isKept(decisionId)).toBe(false);
  });

  test('is retained while an appeal is pending', async () => {
    const { author, decisionId, remove } = await decidedReport();
    const appealId = await objectToLetter(author.id);
    await remove();
    await testApp.later(40 * DAY_MS, async () => {
      await purge();
      expect((await readAppeal(appealId)).evidence).not.toBeNull();
      expect((await steps().conclude(appealId, 'uphold')).statusCode).toBe(200);
      await purge();
      expect(await isKept(decisionId)).toBe(false);
    });
  });

  test('is purged with its last report once the decision was undone', async () => {
    const { decisionId, remove } = await decidedReport();
    await undoDecision(testApp, decisionId);
    await remove();
    expect(await isKept(decisionId)).toBe(false);
  });
});
