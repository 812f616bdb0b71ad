import type { Bulk, BulkDetail } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { accountSubject, readSubject } from '../../testing/decisions.ts';
import { insertAdmin, insertReport, insertSession, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
let otherToken: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  otherToken = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const runJobs = () => testApp.services.jobs.runDue();
const SUSPEND = { kind: 'suspend', days: 7 };
async function start(body: object): Promise<Bulk> {
  const response = await testApp.post('/api/admin/bulk', body);
  expect(response.statusCode).toBe(201);
  return response.json().data;
}
const suspend = (ids: readonly string[], fields: object = {}) =>
  start({ action: SUSPEND, target: { kind: 'users', ids }, policy: 'spam', ...fields });
const read = async (id: string): Promise<BulkDetail> => (await testApp.post(`/api/admin/bulk/${id}`)).json().data;

describe('startBulk: subjects that a colleague handles', () => {
  const handle = (itemId: string, body: object = { assigneeId: 'me' }) =>
    testApp.send('POST', `/api/admin/subjects/User/${itemId}/assign`, { token: otherToken, body });
  const reported = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { id } = await insertUser(db());
      await insertReport(db(), accountSubject(id));
      ids.push(id);
    }
    return ids;
  };
  const close = (ids: readonly string[], fields: object = {}) =>
    start({ action: { kind: 'close_reports', outcome: 'rejected' }, target: { kind: 'users', ids }, ...fields });

  test.each([
    ['a suspension', suspend],
    ['closing reports', close],
  ])('%s → skips what a colleague has when it is reached, and says so; with includesHeld does it', async (_, begin) => {
    const [held = '', released = '', own = ''] = await reported(3);
    await handle(released);
    await testApp.post(`/api/admin/subjects/User/${own}/assign`, { assigneeId: 'me' });
    const bulk = await begin([held, released, own]);
    await handle(held);
    await handle(released, { assigneeId: null });
    await runJobs();
    const detail = await read(bulk._id);
    expect(detail).toMatchObject({ done: 2, skipped: 1 });
    expect(detail.items).toMatchObject([{ subject: accountSubject(held), reason: { code: 'BULK_HELD' } }]);
    expect(await readSubject(testApp, accountSubject(held))).toMatchObject({ openReports: 1 });
    const all = await begin([held], { includesHeld: true });
    await runJobs();
    expect(await read(all._id)).toMatchObject({ done: 1, skipped: 0 });
  });

  test('a tag → is set all the same; what a disabled colleague had → is not skipped', async () => {
    const [tagged = '', left = ''] = await reported(2);
    await handle(tagged);
    const gone = await insertAdmin(db());
    await testApp.post(`/api/admin/subjects/User/${left}/assign`, { assigneeId: gone.id });
    await db().updateTable('accounts').set({ is_disabled: true }).where('id', '=', gone.id).execute();
    const tag = await start({ action: { kind: 'tag', text: 'Spam' }, target: { kind: 'users', ids: [tagged] } });
    const bulk = await close([left]);
    await runJobs();
    expect([(await read(tag._id)).done, (await read(bulk._id)).done]).toEqual([1, 1]);
  });

  test('previewBulk → how many colleagues handle, and who; not the own ones, and none for a tag', async () => {
    const ids = await reported(3);
    const chi = await insertAdmin(db(), { username: `Chi ${newId()}` });
    await handle(ids[0] ?? '');
    await handle(ids[1] ?? '', { assigneeId: chi.id });
    await testApp.post(`/api/admin/subjects/User/${ids[2]}/assign`, { assigneeId: 'me' });
    const preview = async (action: object) =>
      (await testApp.post('/api/admin/bulk/preview', { action, target: { kind: 'users', ids } })).json().data;
    const { held } = await preview(SUSPEND);
    expect(held.total).toBe(2);
    expect(held.names).toHaveLength(2);
    expect(held.names).toContain(chi.username);
    expect((await preview({ kind: 'tag', text: 'Spam' })).held).toBeUndefined();
  });
});
