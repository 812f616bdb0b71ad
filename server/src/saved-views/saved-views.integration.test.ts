import { SAVED_VIEWS_MAX } from '@hai-dang/contract/constants.ts';
import type { CreateSavedViewBody, SavedView } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { eventsOf, openTwoAdminsAndUser } from '../testing/chat-members.ts';
import { insertAdmin, insertSavedView, insertSession } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';

const LIST = '/api/admin/saved-views';
const VIEW: CreateSavedViewBody = { screen: 'reports', name: 'Của tôi', query: 'assignee=me', isShared: false };

let testApp: TestApp;
/** A second administrator's token. */
let colleague: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  const { id } = await insertAdmin(testApp.database.db, { username: 'Đồng nghiệp' });
  colleague = await insertSession(testApp.database.db, id, testApp.clock.now());
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.database.db.deleteFrom('saved_views').execute();
});

const listAs = async (token = testApp.admin.token): Promise<SavedView[]> =>
  (await testApp.send('POST', LIST, { token, body: { screen: 'reports' } })).json().data;
const create = async (fields: Partial<CreateSavedViewBody> = {}): Promise<SavedView> =>
  (await testApp.post(`${LIST}/create`, { ...VIEW, ...fields })).json().data;
const change = ({ _id, screen: _, ...view }: SavedView, fields: Partial<SavedView>, token = testApp.admin.token) =>
  testApp.send('PUT', `${LIST}/${_id}`, { token, body: { ...view, ...fields } });

describe('listSavedViews', () => {
  test('returns own and shared views by name regardless of case and diacritics, and none of a colleague', async () => {
    for (const name of ['đợi lâu', 'Ảnh', 'spam']) await create({ name });
    await create({ name: 'Bán hàng', isShared: true });
    expect((await listAs()).map(({ name }) => name)).toEqual(['Ảnh', 'Bán hàng', 'đợi lâu', 'spam']);
    expect((await listAs(colleague)).map(({ name }) => name)).toEqual(['Bán hàng']);
  });
});

describe('createSavedView', () => {
  test.each([
    ['a blank name', { name: ' \n' }],
    ['a name of 41 characters', { name: 'x'.repeat(41) }],
    ['a query of 1 001 characters', { query: 'x'.repeat(1_001) }],
    ['an unknown screen', { screen: 'dashboard' }],
    ['what cannot be stored', { name: 'a\0b' }],
  ])('%s is rejected', async (_, fields) => {
    const response = await testApp.post(`${LIST}/create`, { ...VIEW, ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await listAs()).toEqual([]);
  });

  test(`${SAVED_VIEWS_MAX} of a list is the maximum for each administrator and for all, also in parallel`, async () => {
    const { db } = testApp.database;
    for (let index = 0; index < SAVED_VIEWS_MAX - 1; index += 1) {
      await insertSavedView(db, { name: `c${index}`, owner_id: testApp.admin.id });
      await insertSavedView(db, { name: `s${index}` });
    }
    const added = await Promise.all(
      [false, false, true, true].map((isShared) => testApp.post(`${LIST}/create`, { ...VIEW, isShared })),
    );
    expect(added.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    expect(added.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'TOO_MANY_SAVED_VIEWS' });
    const own = (await listAs()).find(({ isShared }) => !isShared);
    expect(own && (await change(own, { isShared: true })).json()).toMatchObject({ code: 'TOO_MANY_SAVED_VIEWS' });
  });
});

describe('createSavedView, updateSavedView', () => {
  test('a name that another view of the same owner has is rejected, regardless of case and diacritics', async () => {
    await create({ name: 'Quá hạn' });
    const other = await create({ name: 'Quá hạn', isShared: true });
    const rejected = { success: false, code: 'SAVED_VIEW_EXISTS', message: 'Đã có chế độ xem mang tên này' };
    expect((await testApp.post(`${LIST}/create`, { ...VIEW, name: 'QUA HAN' })).json()).toMatchObject(rejected);
    expect((await change(other, { isShared: false })).json()).toMatchObject(rejected);
    expect(await listAs()).toHaveLength(2);
  });
});

describe('updateSavedView', () => {
  test('shares a view with all, any of whom may then change or delete it', async () => {
    const view = await create();
    expect((await change(view, { name: 'Trộm' }, colleague)).json()).toMatchObject({ code: 'SAVED_VIEW_NOT_FOUND' });
    const shared = (await change(view, { isShared: true })).json().data;
    const renamed = (await change(shared, { name: 'Của chúng ta' }, colleague)).json().data;
    expect(await listAs()).toEqual([{ ...view, isShared: true, name: 'Của chúng ta', version: 3 }]);
    expect((await change(renamed, { isShared: false }, colleague)).statusCode).toBe(200);
    expect(await listAs()).toEqual([]);
    expect(await listAs(colleague)).toHaveLength(1);
  });
});

describe('deleteSavedView', () => {
  test('deletes a shared view for all; an own one of a colleague is not found and stays', async () => {
    const [own, shared] = [await create(), await create({ isShared: true })];
    const before = await fingerprint(testApp.database.db);
    const denied = await testApp.send('DELETE', `${LIST}/${own._id}`, { token: colleague });
    expect(denied.json()).toMatchObject({ code: 'SAVED_VIEW_NOT_FOUND' });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
    expect((await testApp.send('DELETE', `${LIST}/${shared._id}`, { token: colleague })).statusCode).toBe(200);
    expect(await listAs()).toEqual([own]);
  });
});

describe('saved view events', () => {
  let url: string;
  beforeAll(async () => {
    url = await listen(testApp.app);
  });
  const sockets = createSocketOpener(() => url);
  afterEach(() => sockets.closeAll());

  test('of an own view are emitted to its owner alone, of a shared one to all administrators', async () => {
    const members = await openTwoAdminsAndUser(testApp, sockets);
    const counts = async () => (await Promise.all(members.map(eventsOf))).map((events) => events.length);
    const own = await create();
    expect(await counts()).toEqual([1, 0, 0]);
    const shared = (await change(own, { isShared: true })).json().data;
    expect(await counts()).toEqual([1, 1, 0]);
    await change(shared, { isShared: false });
    expect(await counts()).toEqual([1, 1, 0]);
  });
});
