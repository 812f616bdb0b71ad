import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ctx, inTransaction } from '../lib/context.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { callOf } from '../testing/call-of.ts';
import { insertAdmin, insertNotification } from '../testing/factories.ts';
import { deleteAllNotifications, deleteNotification, deleteNotifications } from './delete-notifications.ts';
import { countUnreadNotifications, listNotifications } from './list-notifications.ts';
import {
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
  markReportsRead,
} from './mark-notifications-read.ts';
import { notifyAdmins } from './notify-admins.ts';

const ADMINS = [0, 1] as const;
type Which = (typeof ADMINS)[number];

/** The notifications of one administrator, by their reports, oldest first. */
type Model = Array<{ report: string; isRead: boolean }>;

let testApp: TestApp;
let callers: Ctx[];
beforeAll(async () => {
  testApp = await buildTestApp();
  const accounts = [testApp.admin, await insertAdmin(db())];
  callers = accounts.map((account) => callOf(testApp.services.app, account));
});
beforeEach(empty);
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const call = (which: Which) => callers[which] ?? expect.fail('two administrators');

async function empty(): Promise<void> {
  for (const table of ['notifications', 'announcements', 'notification_exceptions'] as const) {
    await db().deleteFrom(table).execute();
  }
  await db().updateTable('notification_marks').set({ read_before: '', cleared_before: '' }).execute();
}

/** Lets everything be an hour older: what is settled by then is covered by the marks. */
async function letAnHourPass(): Promise<void> {
  const older = (column: string) => sql<string>`uuid_v7_time(to_timestamp(
    ('x' || substr(${sql.ref(column)}, 1, 8) || substr(${sql.ref(column)}, 10, 4))::bit(48)::bigint / 1000.0
    ) - interval '1 hour') || substr(${sql.ref(column)}, 16)`;
  await db()
    .updateTable('notifications')
    .set({ id: older('id') })
    .execute();
  await db()
    .updateTable('announcements')
    .set({ id: older('id') })
    .execute();
  await db()
    .updateTable('notification_exceptions')
    .set({ announcement_id: older('announcement_id') })
    .execute();
  for (const mark of ['read_before', 'cleared_before'] as const) {
    await db()
      .updateTable('notification_marks')
      .set({ [mark]: older(mark) })
      .where(mark, '<>', '')
      .execute();
  }
}

/** All that an administrator has, read page by page. */
async function listOf(which: Which) {
  const listed: Array<{ id: string; report: string | null; isRead: boolean }> = [];
  for (;;) {
    const { notifications, pagination } = await listNotifications(call(which), {
      page: 1,
      limit: 4,
      before: listed.at(-1)?.id,
    });
    listed.push(...notifications.map(({ _id: id, reports, read }) => ({ id, report: reports, isRead: read })));
    if (!pagination.hasMore) return listed;
  }
}

const which = fc.constantFrom(...ADMINS);
/** One of those that are listed, or two of them, by their places. */
const places = fc.array(fc.nat(30), { minLength: 1, maxLength: 3 });
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('announce' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('hour' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('decide' as const), places }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('notify' as const), which }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('read' as const, 'delete' as const), which, places }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('take up' as const), which, places }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('read all' as const, 'delete all' as const), which }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

test('listNotifications: after any order of actions of two administrators each list and count equals that of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (acts) => {
      await empty();
      const models: [Model, Model] = [[], []];
      for (const [index, next] of acts.entries()) {
        await perform(next, models, `report ${index}`);
        for (const each of ADMINS) await expectSame(each, models[each]);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

async function expectSame(of: Which, model: Model): Promise<void> {
  const listed = await listOf(of);
  const ids = listed.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  const byReport = (a: { report: string | null }, b: { report: string | null }) =>
    String(a.report) < String(b.report) ? -1 : 1;
  expect(listed.map(({ report, isRead }) => ({ report, isRead })).sort(byReport)).toEqual(
    model.map(({ report, isRead }) => ({ report, isRead })).sort(byReport),
  );
  expect(await countUnreadNotifications(call(of))).toBe(model.filter(({ isRead }) => !isRead).length);
}

async function perform(next: Act, models: [Model, Model], report: string): Promise<void> {
  switch (next.act) {
    case 'announce':
      await inTransaction(testApp.services.app, (ctx) =>
        notifyAdmins(ctx, { reportId: report, senderName: null, senderAvatar: null }),
      );
      for (const each of ADMINS) models[each].push({ report, isRead: false });
      return;
    case 'hour':
      return letAnHourPass();
    case 'notify':
      await insertNotification(db(), call(next.which).caller.id, { report_id: report });
      models[next.which].push({ report, isRead: false });
      return;
    case 'read all':
      await markAllNotificationsRead(call(next.which));
      for (const item of models[next.which]) item.isRead = true;
      return;
    case 'delete all':
      await deleteAllNotifications(call(next.which));
      models[next.which] = [];
      return;
    case 'decide':
    case 'take up': {
      const all = [...new Set(models.flat().map((item) => item.report))];
      const reports = next.places.flatMap((place) => all[place % all.length] ?? []);
      const reader = next.act === 'decide' ? null : next.which;
      const readerId = reader === null ? null : call(reader).caller.id;
      await inTransaction(testApp.services.app, (ctx) => markReportsRead(ctx, reports, readerId));
      for (const each of reader === null ? ADMINS : [reader]) {
        for (const item of models[each]) if (reports.includes(item.report)) item.isRead = true;
      }
      return;
    }
    default:
      return changeSome(next, models);
  }
}

async function changeSome(
  { act: kind, which: of, places: at }: Extract<Act, { act: 'read' | 'delete' }>,
  models: [Model, Model],
): Promise<void> {
  const listed = await listOf(of);
  const chosen = [...new Set(at.flatMap((place) => listed[place % listed.length] ?? []))];
  const ids = chosen.map(({ id }) => id);
  const [id] = ids;
  if (id === undefined) return;
  const isOne = ids.length === 1;
  if (kind === 'read') {
    if (isOne) await markNotificationRead(call(of), id);
    else await markNotificationsRead(call(of), ids);
    for (const item of models[of]) if (chosen.some(({ report }) => report === item.report)) item.isRead = true;
    return;
  }
  if (isOne) await deleteNotification(call(of), id);
  else await deleteNotifications(call(of), ids);
  models[of] = models[of].filter((item) => !chosen.some(({ report }) => report === item.report));
}
