import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  type DecisionFields,
  makeDecision,
  readSubject,
  type SubjectRef,
  tryDecision,
} from '../../testing/decisions.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const TAKEDOWN: DecisionFields = { policy: 'spam', actions: ['takedown'] };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

async function newPost() {
  const author = await insertUser(db());
  const { id } = await insertPost(db(), author.id);
  const subject: SubjectRef = { itemType: 'Post', itemId: id };
  return { author, subject };
}

/** A user reports a post as it is at this moment. */
async function file({ itemType, itemId }: SubjectRef): Promise<void> {
  const token = await insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason: 'spam', description: 'Bài này làm phiền tôi nhiều lần' };
  expect((await testApp.send('POST', '/api/reports/create', { token, body })).statusCode).toBe(201);
}

const edit = ({ itemId }: SubjectRef, content: string) =>
  db().updateTable('posts').set({ content }).where('id', '=', itemId).execute();

describe('decideSubject: since the sheet was opened', () => {
  test('many reports of the same evidence were filed: the first call decides, and closes them all', async () => {
    const { subject } = await newPost();
    await file(subject);
    const { version } = await readSubject(testApp, subject);
    for (let count = 0; count < 5; count += 1) await file(subject);
    const response = await tryDecision(testApp, subject, { ...TAKEDOWN, version });
    expect(response.statusCode).toBe(201);
    expect(response.json().data.subject).toMatchObject({ reports: 6, openReports: 0 });
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('the content was edited and reported again: 409 with the current subject, and the next call decides', async () => {
    const { subject } = await newPost();
    await file(subject);
    const { version } = await readSubject(testApp, subject);
    await edit(subject, 'Nội dung đã được sửa thành lời xin lỗi');
    await file(subject);
    const before = await fingerprint(db());
    const response = await tryDecision(testApp, subject, { ...TAKEDOWN, version });
    expect([response.statusCode, response.json().code]).toEqual([409, 'SUBJECT_CHANGED']);
    expect(await fingerprint(db())).toEqual(before);
    const { subject: shown } = response.json().details;
    expect(shown.events[0]).toMatchObject({
      kind: 'reported',
      actor: null,
      report: {
        reason: 'spam',
        policy: null,
        description: 'Bài này làm phiền tôi nhiều lần',
        reporter: expect.any(String),
      },
    });
    await file(subject);
    const next = await tryDecision(testApp, subject, { ...TAKEDOWN, version: shown.version });
    expect(next.statusCode).toBe(201);
  });

  test('a subject without a report was reported: 409', async () => {
    const { subject } = await newPost();
    const { version } = await readSubject(testApp, subject);
    await file(subject);
    const response = await tryDecision(testApp, subject, { ...TAKEDOWN, version });
    expect([response.statusCode, response.json().code]).toEqual([409, 'SUBJECT_CHANGED']);
  });

  test('reports of the same evidence were filed and a decision was made: 409', async () => {
    const { subject } = await newPost();
    await file(subject);
    const { version } = await readSubject(testApp, subject);
    await file(subject);
    await makeDecision(testApp, subject, { policy: 'spam', actions: ['warn'] });
    const response = await tryDecision(testApp, subject, { ...TAKEDOWN, version });
    expect([response.statusCode, response.json().code]).toEqual([409, 'SUBJECT_CHANGED']);
  });
});
