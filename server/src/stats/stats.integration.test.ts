import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertPost, insertReport, insertTravelPost, insertUser } from '../testing/factories.ts';
import { createTestClock } from '../testing/test-clock.ts';

/** 15 June, a minute to midnight in Vietnam. */
const BEFORE_MIDNIGHT = new Date('2026-06-15T16:59:00.000Z');
const AT_MIDNIGHT = new Date('2026-06-15T17:00:00.000Z');
/** The first moment of 9 June in Vietnam: the first of the seven days up to the 15th. */
const NINTH = new Date('2026-06-08T17:00:00.000Z');

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({ clock: createTestClock(BEFORE_MIDNIGHT) });
});
afterEach(async () => {
  testApp.clock.set(BEFORE_MIDNIGHT);
  await testApp.database.db.deleteFrom('users').where('id', '<>', testApp.admin.id).execute();
});
afterAll(() => testApp.close());

async function stats(body: object = {}): Promise<DashboardStats> {
  const response = await testApp.post('/api/admin/dashboard-stats', body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
const db = () => testApp.database.db;

test('dashboard stats: zero on an empty database, since administrators are not users', async () => {
  await insertAdmin(db());
  expect(await stats()).toEqual({
    users: { total: 0, new: 0 },
    posts: { total: 0, new: 0, feeds: { total: 0, new: 0 }, travelPosts: { total: 0, new: 0 } },
    lastUpdated: BEFORE_MIDNIGHT.toISOString(),
  });
});

test('dashboard stats: posts are feed and travel posts together; disabled users are users', async () => {
  const long = { created_at: new Date('2025-01-01T00:00:00Z') };
  const recent = { created_at: BEFORE_MIDNIGHT };
  const { id } = await insertUser(db(), { ...recent, is_disabled: true });
  await insertUser(db(), long);
  for (const fields of [long, long, recent]) await insertPost(db(), id, fields);
  for (const fields of [long, recent, recent, recent]) await insertTravelPost(db(), id, fields);
  await insertPost(db(), testApp.admin.id, recent);
  expect(await stats()).toMatchObject({
    users: { total: 2, new: 1 },
    posts: { total: 8, new: 5, feeds: { total: 4, new: 2 }, travelPosts: { total: 4, new: 3 } },
  });
  await db().deleteFrom('posts').execute();
});

describe('dashboard stats: days in Vietnam', () => {
  test('a row of the first of the seven days is new, one from a moment before is not', async () => {
    await insertUser(db(), { created_at: NINTH });
    await insertUser(db(), { created_at: new Date(NINTH.getTime() - 1) });
    expect((await stats()).users).toEqual({ total: 2, new: 1 });
    testApp.clock.set(AT_MIDNIGHT);
    expect((await stats()).users).toEqual({ total: 2, new: 0 });
  });

  test('a new day begins at midnight there', async () => {
    await insertUser(db(), { created_at: BEFORE_MIDNIGHT });
    await insertUser(db(), { created_at: AT_MIDNIGHT });
    testApp.clock.set(AT_MIDNIGHT);
    const { series } = await stats({ days: 7 });
    expect(series?.slice(-2)).toEqual([
      { date: '2026-06-15', users: 1, feeds: 0, travelPosts: 0, reports: 0 },
      { date: '2026-06-16', users: 1, feeds: 0, travelPosts: 0, reports: 0 },
    ]);
  });
});

describe('dashboard series', () => {
  test.each([7, 30, 90])('of %i days has one point a day, up to today', async (days) => {
    const { series } = await stats({ days });
    expect(series).toHaveLength(days);
    expect(series?.at(-1)).toEqual({ date: '2026-06-15', users: 0, feeds: 0, travelPosts: 0, reports: 0 });
    const first = new Date(Date.UTC(2026, 5, 15) - (days - 1) * 24 * 3_600_000).toISOString().slice(0, 10);
    expect(series?.[0]?.date).toBe(first);
  });

  test('adds up to the new counts, and longer ones to at most the totals', async () => {
    const { id } = await insertUser(db(), { created_at: NINTH });
    for (let daysAgo = 0; daysAgo < 100; daysAgo += 9) {
      const created_at = new Date(BEFORE_MIDNIGHT.getTime() - daysAgo * 24 * 3_600_000);
      await insertPost(db(), id, { created_at });
      await insertTravelPost(db(), id, { created_at });
    }
    const week = await stats({ days: 7 });
    const sum = (key: 'users' | 'feeds' | 'travelPosts', from: DashboardStats) =>
      from.series?.reduce((total, point) => total + point[key], 0);
    expect(sum('users', week)).toBe(week.users.new);
    expect(sum('feeds', week)).toBe(week.posts.feeds.new);
    expect(sum('travelPosts', week)).toBe(week.posts.travelPosts.new);
    const quarter = await stats({ days: 90 });
    expect(sum('feeds', quarter)).toBe(10);
    expect(quarter.posts.feeds).toEqual({ total: 12, new: 1 });
    expect({ ...quarter, series: null }).toEqual({ ...week, series: null });
  });

  test('has the reports of each day, in any status', async () => {
    const item = { itemType: 'Post', itemId: 'gone' };
    for (const [created_at, status] of [
      [BEFORE_MIDNIGHT, 'pending'],
      [BEFORE_MIDNIGHT, 'rejected'],
      [NINTH, 'resolved'],
    ] as const) {
      await insertReport(db(), item, { created_at, status, reporter_id: 'somebody' });
    }
    const { series } = await stats({ days: 7 });
    expect(series?.map(({ reports }) => reports)).toEqual([1, 0, 0, 0, 0, 0, 2]);
    await db().deleteFrom('reports').execute();
    expect((await stats({ days: 7 })).series?.at(-1)?.reports).toBe(0);
  });

  test.each([0, 8, 365, '7', null, [7]])('of %j days is rejected', async (days) => {
    const response = await testApp.post('/api/admin/dashboard-stats', { days });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

test('dashboard stats: deleted rows do not count, and a user who becomes an administrator is no user', async () => {
  const { id } = await insertUser(db(), { created_at: BEFORE_MIDNIGHT });
  const other = await insertUser(db(), { created_at: BEFORE_MIDNIGHT });
  await insertPost(db(), id, { created_at: BEFORE_MIDNIGHT });
  await insertTravelPost(db(), id, { created_at: BEFORE_MIDNIGHT });
  await db().updateTable('users').set({ role: 'admin' }).where('id', '=', other.id).execute();
  expect((await stats()).users).toEqual({ total: 1, new: 1 });
  await testApp.send('DELETE', `/api/admin/users/${id}`);
  expect((await stats()).users).toEqual({ total: 0, new: 0 });
  await testApp.services.jobs.runDue();
  expect(await stats()).toMatchObject({
    users: { total: 0, new: 0 },
    posts: { total: 0, new: 0, feeds: { total: 0, new: 0 }, travelPosts: { total: 0, new: 0 } },
  });
});
