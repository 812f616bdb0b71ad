import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Member, openMember } from '../../testing/chat-members.ts';
import { insertAdmin, insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { releaseIdle } from './release-idle.ts';

interface Ref {
  itemType: string;
  itemId: string;
}
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const open = async () => openMember(testApp, sockets, await insertAdmin(db()));
async function reported(): Promise<Ref> {
  const { id: itemId } = await insertPost(db(), (await insertUser(db())).id);
  await insertReport(db(), { itemType: 'Post', itemId });
  return { itemType: 'Post', itemId };
}
const follow = ({ socket }: Member) => ask(socket, 'admin_follow_subjects', {});
const view = ({ socket }: Member, subject: Ref) => ask(socket, 'admin_view_subject', subject);
const leave = ({ socket }: Member, subject: Ref) => ask(socket, 'admin_leave_subject', subject);
/** The last received viewers of a subject. */
const shownTo =
  (member: Member, { itemId }: Ref) =>
  () => {
    const events = member.received.filter(
      ([name, payload]) => name === 'subject_viewers' && payload['itemId'] === itemId,
    );
    const viewers = (events.at(-1)?.[1]['viewers'] ?? []) as Array<{ _id: string }>;
    return viewers.map(({ _id }) => _id).toSorted();
  };

test('subject_viewers: an administrator who opens, changes or closes a subject is emitted to its followers, and to nobody else', async () => {
  const [subject, other] = [await reported(), await reported()];
  const [watches, mai, binh] = [await open(), await open(), await open()];
  expect(await follow(watches)).toMatchObject({ success: true });
  await view(mai, subject);
  await view(binh, subject);
  await expect.poll(shownTo(watches, subject)).toEqual([mai.id, binh.id].toSorted());
  await view(binh, other);
  await expect.poll(shownTo(watches, subject)).toEqual([mai.id]);
  await expect.poll(shownTo(watches, other)).toEqual([binh.id]);
  // Leaving what is not open changes nothing.
  await leave(binh, subject);
  await leave(mai, subject);
  await expect.poll(shownTo(watches, subject)).toEqual([]);
  binh.socket.disconnect();
  await expect.poll(shownTo(watches, other)).toEqual([]);
  expect(mai.received).toEqual([]);
});

test('admin_follow_subjects: the acknowledgement contains the open subjects, each viewer with name and avatar, once for two tabs', async () => {
  const subject = await reported();
  const account = await insertAdmin(db(), { avatar_url: '/mai.png' });
  const [first, second] = [await openMember(testApp, sockets, account), await openMember(testApp, sockets, account)];
  await view(first, subject);
  await view(second, subject);
  const viewers = [{ _id: account.id, username: account.username, avatar: `${url}/mai.png` }];
  const { subjects } = (await follow(await open())) as { subjects: Ref[] };
  expect(subjects.filter(({ itemId }) => itemId === subject.itemId)).toEqual([{ ...subject, viewers }]);
});

test('admin_follow_subjects: an app user can neither view nor follow subjects, and an unknown type is rejected', async () => {
  const user = await openMember(testApp, sockets, await insertUser(db()));
  for (const event of ['admin_view_subject', 'admin_leave_subject', 'admin_follow_subjects']) {
    expect(await ask(user.socket, event, { itemType: 'Post', itemId: 'p' })).toMatchObject({ code: 'ADMIN_ONLY' });
  }
  expect(await view(await open(), { itemType: 'Message', itemId: 'p' })).toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('releaseIdle: an automatic claim lasts while its administrator has the subject open, and ten minutes longer', async () => {
  const subject = await reported();
  const mai = await open();
  const path = `/api/admin/subjects/Post/${subject.itemId}`;
  const body = { assigneeId: 'me', isAutomatic: true };
  await testApp.send('POST', `${path}/assign`, { token: mai.token, body });
  await view(mai, subject);
  const release = () => releaseIdle(testApp.services.app, testApp.services.subjectViewers);
  const holder = async () =>
    db()
      .selectFrom('moderation_subjects')
      .select('assignee_id')
      .where('subject_id', '=', subject.itemId)
      .executeTakeFirst();
  testApp.clock.advance(30 * MINUTE_MS);
  await release();
  expect(await holder()).toEqual({ assignee_id: mai.id });
  await leave(mai, subject);
  testApp.clock.advance(10 * MINUTE_MS - 1);
  await release();
  expect(await holder()).toEqual({ assignee_id: mai.id });
  testApp.clock.advance(1);
  await release();
  expect(await holder()).toEqual({ assignee_id: null });
});
