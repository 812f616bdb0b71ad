import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { newTempId, openAdmin, openUser, sendFrom, sendText } from '../../testing/chat-members.ts';
import { insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { markReadByAdmin } from './mark-read.ts';
import { sendTextAsAdmin, sendTextAsUser } from './send-text.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const remove = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);
const purge = () => testApp.services.jobs.runDue();
async function leftOf(userId: string): Promise<number> {
  const { db } = testApp.database;
  const messages = await db.selectFrom('messages').select('id').where('user_id', '=', userId).execute();
  const conversations = await db.selectFrom('conversations').select('user_id').where('user_id', '=', userId).execute();
  return messages.length + conversations.length;
}

test('deleteUser: purges the conversation in steps, and leaves all others', async () => {
  const { db } = testApp.database;
  const { id } = await insertUser(db);
  const neighbour = await openUser(testApp, sockets);
  await sendText(neighbour, 'Tôi ở lại');
  await sql`insert into conversations (user_id, last_seq, unread_count) values (${id}, 2001, 2001)`.execute(db);
  await sql`
    insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
    select 'm' || n, ${id}, n, ${id}, false, 'text', 'x', 't' || n, now() from generate_series(1, 2001) n`.execute(db);
  // Counts the rows that one statement deletes.
  await sql`create table removals (count integer)`.execute(db);
  await sql`
    create function note_removal() returns trigger language plpgsql as $$
    begin insert into removals select count(*) from gone having count(*) > 0; return null; end $$`.execute(db);
  await sql`
    create trigger note after delete on messages referencing old table as gone
    for each statement execute function note_removal()`.execute(db);
  expect((await remove(id)).statusCode).toBe(200);
  await purge();
  const { rows } = await sql<{ count: number }>`select count from removals`.execute(db);
  await sql`drop trigger note on messages`.execute(db);
  const counts = rows.map(({ count }) => count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_001);
  expect(Math.max(...counts)).toBeLessThanOrEqual(100);
  expect(await leftOf(id)).toBe(0);
  expect(await leftOf(neighbour.id)).toBe(2);
});

test('deleteUser: of an administrator leaves the messages, without the name', async () => {
  const admin = await openAdmin(testApp, sockets);
  const user = await openUser(testApp, sockets);
  const { _id } = await sendText(admin, 'Chào bạn', user);
  expect((await remove(admin.id)).statusCode).toBe(200);
  const { data } = (await testApp.post(`/api/admin/chat/${user.id}`)).json();
  expect(data).toMatchObject([
    { _id, content: 'Chào bạn', sender: { _id: admin.id, username: null, avatar: null, role: 'admin' }, seq: 1 },
  ]);
});

test('sendTextAsAdmin: a message to an account that is being deleted is either stored and purged or rejected', async () => {
  const { database, clock } = testApp;
  const { app } = createServices({ database, clock, publisher: noopPublisher, images: createDiskImageStore('') });
  const admin = await openAdmin(testApp, sockets);
  for (let round = 0; round < 20; round += 1) {
    const user = await insertUser(database.db);
    if (round % 2 === 0) await sendTextAsUser(app, { content: 'Trước', tempId: newTempId() }, user);
    const [deletion, ...sends] = await Promise.all([
      remove(user.id),
      ...Array.from({ length: 4 }, (_, index) =>
        sendTextAsAdmin(app, { userId: user.id, content: `Số ${index}`, tempId: newTempId() }, admin).then(
          () => 'stored',
          (error: { code?: string }) => error.code,
        ),
      ),
      markReadByAdmin(app, user.id, null, admin).then(
        () => 'marked',
        (error: { code?: string }) => error.code,
      ),
    ]);
    expect(deletion.statusCode).toBe(200);
    for (const outcome of sends) expect(['stored', 'marked', 'CHAT_USER_NOT_FOUND']).toContain(outcome);
    await purge();
    expect(await leftOf(user.id)).toBe(0);
    expect(await sendFrom(admin, 'Còn không?', user)).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
  }
});
