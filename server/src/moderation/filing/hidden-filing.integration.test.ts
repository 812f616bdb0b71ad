import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { type DecisionFields, makeDecision, readSubject, undoDecision } from '../../testing/decisions.ts';
import {
  insertAdmin,
  insertComment,
  insertPost,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';
import { purgeExpiredContent } from '../actions/purge-expired-content.ts';

/** How many different reporters hide content in these tests. */
const ENOUGH = 3;
let testApp: TestApp;
let mediaDir: string;
beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-hiding-'));
  testApp = await buildTestApp({ mediaDir });
  await setHiding(true);
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
async function setHiding(isHidingOn: boolean): Promise<void> {
  const { updatedAt: _, ...settings } = (await testApp.post('/api/admin/settings')).json().data;
  const body = { ...settings, isHidingOn, hidingReporters: ENOUGH };
  expect((await testApp.send('PUT', '/api/admin/settings', { body })).statusCode).toBe(200);
}
interface Subject {
  itemType: 'User' | 'Post' | 'TravelPost' | 'Comment';
  itemId: string;
}
async function newPost(authorId?: string): Promise<Subject> {
  const id = authorId ?? (await insertUser(db())).id;
  return { itemType: 'Post', itemId: (await insertPost(db(), id)).id };
}
const newReporter = async () => insertSession(db(), (await insertUser(db())).id, testApp.clock.now());
async function file({ itemType, itemId }: Subject, reporter?: string): Promise<string> {
  const body = { itemType, reportedItem: itemId, reason: 'spam', description: 'Bài này làm phiền tôi nhiều lần' };
  const as = reporter ?? (await newReporter());
  const response = await testApp.send('POST', '/api/reports/create', { token: as, body });
  expect(response.statusCode).toBe(201);
  return response.json().data._id;
}
async function fileTimes(subject: Subject, times: number): Promise<string> {
  let last = '';
  for (let time = 0; time < times; time += 1) last = await file(subject);
  return last;
}
const detailOf = async (id: string) => (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
const undo = async (id: string) => expect((await undoDecision(testApp, id, { reason: 'Nhầm' })).statusCode).toBe(200);
const HARMLESS: DecisionFields = { outcome: 'no_violation' };
const TAKEDOWN: DecisionFields = { policy: 'spam', actions: ['takedown'] };
const WARNING: DecisionFields = { policy: 'spam', actions: ['warn'] };

/** The subjects, or the reports, of posts in the order of a list, which has each once. */
async function walk(list: 'cases' | 'all', order: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const response = await testApp.post(`/api/reports/admin/${list}`, { ...order, limit: 1, cursor, itemType: 'Post' });
    const { data, pagination } = response.json();
    ids.push(...data.map((row: { _id: string; itemId: string }) => (list === 'cases' ? row.itemId : row._id)));
    cursor = pagination.nextCursor;
  } while (cursor);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

/** Whether the app shows a post, and what its subject says of it. */
async function visibilityOf(subject: Subject) {
  const { hiddenAt, takenDownAt } = await readSubject(testApp, subject);
  const { statusCode } = await testApp.post(`/api/admin/posts/${subject.itemId}`);
  if (hiddenAt) return statusCode === 404 && !takenDownAt ? 'hidden' : 'wrong';
  if (takenDownAt) return statusCode === 404 ? 'taken down' : 'wrong';
  return statusCode === 200 ? 'visible' : 'wrong';
}

describe('createReport: content that enough different users report within a day', () => {
  test('is hidden by the system, and its report and its row in the list say so', async () => {
    const subject = await newPost();
    await fileTimes(subject, ENOUGH - 1);
    expect(await visibilityOf(subject)).toBe('visible');
    const id = await file(subject);
    expect(await visibilityOf(subject)).toBe('hidden');
    const hiddenAt = testApp.clock.now().toISOString();
    expect(await readSubject(testApp, subject)).toMatchObject({
      state: 'open',
      openReports: ENOUGH,
      hiddenAt,
      events: [{ kind: 'auto_hidden', actor: null }, { kind: 'reported' }, {}, {}],
    });
    expect(await detailOf(id)).toMatchObject({ case: { hiddenAt }, itemDeleted: { by: null, restorable: true } });
    const { data } = (await testApp.post('/api/reports/admin/cases', {})).json();
    expect(data.find(({ itemId }: Subject) => itemId === subject.itemId)).toMatchObject({ hiddenAt });
  });

  test('is first in the list grouped by subject, page by page, whatever is reported later', async () => {
    const [older, newer] = [await newPost(), await newPost()];
    await fileTimes(older, ENOUGH);
    testApp.clock.advance(1_000);
    await fileTimes(newer, ENOUGH);
    testApp.clock.advance(1_000);
    const latest = await newPost();
    await file(latest);
    testApp.clock.advance(1_000);
    await file(await newPost());
    const ids = await walk('cases', {});
    const hidden = ids.filter((id) => [older.itemId, newer.itemId].includes(id));
    expect(hidden).toEqual([newer.itemId, older.itemId]);
    expect(ids.indexOf(latest.itemId)).toBeGreaterThan(ids.indexOf(older.itemId));
  });

  test('is first among the most reported, and its reports among those that wait longest, until it is decided', async () => {
    const shown = await newPost((await insertAdmin(db())).id);
    const waiting = await fileTimes(shown, ENOUGH + 1);
    testApp.clock.advance(1_000);
    const subject = await newPost();
    const id = await fileTimes(subject, ENOUGH);
    const isHiddenFirst = async () => {
      const subjects = await walk('cases', { sort: 'reports' });
      const reports = await walk('all', { sort: 'oldest' });
      return [
        subjects.indexOf(subject.itemId) < subjects.indexOf(shown.itemId),
        reports.indexOf(id) < reports.indexOf(waiting),
      ];
    };
    expect(await isHiddenFirst()).toEqual([true, true]);
    await makeDecision(testApp, subject, HARMLESS);
    expect(await isHiddenFirst()).toEqual([false, false]);
  });

  test('is retained until it is decided, and can be restored at any time', async () => {
    const subject = await newPost();
    const id = await fileTimes(subject, ENOUGH);
    await testApp.later(40 * 24 * HOUR_MS, async () => {
      await purgeExpiredContent(testApp.services.app);
      expect(await detailOf(id)).toMatchObject({ itemDeleted: { restorable: true } });
      expect((await testApp.post(`/api/admin/posts/${subject.itemId}/restore`)).statusCode).toBe(200);
      expect(await visibilityOf(subject)).toBe('visible');
    });
  });

  test.each([
    ['TravelPost', async (authorId: string) => (await insertTravelPost(db(), authorId)).id],
    [
      'Comment',
      async (authorId: string) => (await insertComment(db(), authorId, { postId: (await newPost()).itemId })).id,
    ],
  ] as const)('is hidden if it is a %s, too', async (itemType, insert) => {
    const subject = { itemType, itemId: await insert((await insertUser(db())).id) };
    await fileTimes(subject, ENOUGH);
    expect(await readSubject(testApp, subject)).toMatchObject({ hiddenAt: expect.any(String) });
  });

  test('is hidden once by two reports at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const subject = await newPost();
      await fileTimes(subject, ENOUGH - 1);
      const reporters = [await newReporter(), await newReporter()];
      const before = testApp.clock.now();
      const body = { itemType: 'Post', reportedItem: subject.itemId, reason: 'spam', description: 'Làm phiền tôi mãi' };
      const responses = await Promise.all(
        reporters.map((as) => testApp.send('POST', '/api/reports/create', { token: as, body })),
      );
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses).toContain(201);
      // The later one may find it hidden already, before it has copied the evidence.
      expect(statuses.every((status) => status === 201 || status === 404)).toBe(true);
      const { events, hiddenAt } = await readSubject(testApp, subject);
      expect(hiddenAt).toBe(before.toISOString());
      expect(events.filter(({ kind }: { kind: string }) => kind === 'auto_hidden')).toHaveLength(1);
    }
  });
});

describe('createReport: content is not hidden', () => {
  test('by repeated reports of one user, nor by reports of which some are older than a day', async () => {
    const subject = await newPost();
    await file(subject);
    await testApp.later(24 * HOUR_MS, async () => {
      const reporter = await newReporter();
      for (let time = 0; time < ENOUGH; time += 1) await file(subject, reporter);
      await file(subject);
      expect(await visibilityOf(subject)).toBe('visible');
      await file(subject);
      expect(await visibilityOf(subject)).toBe('hidden');
    });
  });

  test('while hiding is disabled', async () => {
    await setHiding(false);
    const subject = await newPost();
    await fileTimes(subject, ENOUGH + 1);
    expect(await visibilityOf(subject)).toBe('visible');
    await setHiding(true);
  });

  test('if an administrator has written it, or it is an account', async () => {
    const subject = await newPost((await insertAdmin(db())).id);
    await fileTimes(subject, ENOUGH + 1);
    expect(await visibilityOf(subject)).toBe('visible');
    const account: Subject = { itemType: 'User', itemId: (await insertUser(db())).id };
    await fileTimes(account, ENOUGH + 1);
    expect(await readSubject(testApp, account)).toMatchObject({ hiddenAt: null, owner: { isDisabled: false } });
  });

  test('by the reports that it had when an administrator restored it', async () => {
    const subject = await newPost();
    await fileTimes(subject, ENOUGH);
    await testApp.post(`/api/admin/posts/${subject.itemId}/restore`);
    testApp.clock.advance(1_000);
    await fileTimes(subject, ENOUGH - 1);
    expect(await visibilityOf(subject)).toBe('visible');
    await file(subject);
    expect(await visibilityOf(subject)).toBe('hidden');
  });
});

describe('decideSubject, undoDecision: hidden content', () => {
  test.each([
    ['no violation brings it back', HARMLESS, 'visible'],
    ['a violation without a takedown brings it back', WARNING, 'visible'],
    ['a takedown keeps it down', TAKEDOWN, 'taken down'],
  ])('%s, and an undo hides it again', async (_, decision, after) => {
    const subject = await newPost();
    await fileTimes(subject, ENOUGH);
    const id = await makeDecision(testApp, subject, decision);
    expect(await visibilityOf(subject)).toBe(after);
    await undo(id);
    expect(await visibilityOf(subject)).toBe('hidden');
    expect(await readSubject(testApp, subject)).toMatchObject({ state: 'open', openReports: ENOUGH });
  });

  test('deletePost takes it down for good', async () => {
    const subject = await newPost();
    await fileTimes(subject, ENOUGH);
    expect((await testApp.send('DELETE', `/api/admin/deletePost/${subject.itemId}`)).statusCode).toBe(200);
    expect(await visibilityOf(subject)).toBe('taken down');
    await testApp.later(HOUR_MS, async () => {
      await purgeExpiredContent(testApp.services.app);
      expect((await testApp.post(`/api/admin/posts/${subject.itemId}/restore`)).statusCode).toBe(404);
    });
  });

  test('after any decisions and undos the app returns exactly the content that is neither hidden nor taken down', async () => {
    const step = fc.oneof(
      fc.constantFrom(HARMLESS, TAKEDOWN, WARNING),
      fc.record({ undone: fc.nat(5) }),
      fc.constant('reports' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const subject = await newPost();
        await fileTimes(subject, ENOUGH);
        const made: string[] = [];
        for (const each of steps) {
          testApp.clock.advance(1_000);
          const visibility = await visibilityOf(subject);
          expect(visibility).not.toBe('wrong');
          if (each === 'reports') {
            // A report of what was found harmless closes itself, unless it is for something new.
            if (visibility === 'visible') await file(subject);
          } else if (!('undone' in each)) made.push(await makeDecision(testApp, subject, each));
          else if (made.length > 0) await undo(made[each.undone % made.length] ?? '');
        }
        expect(await visibilityOf(subject)).not.toBe('wrong');
        for (const id of made) await undo(id);
        expect(await visibilityOf(subject)).toBe('hidden');
      }),
      { numRuns: 15 },
    );
  });
});
