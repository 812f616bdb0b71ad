import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { events } from '@hai-dang/contract/events.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openMember, openTwoAdminsAndUser, sendText } from '../../testing/chat-members.ts';
import { sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { eventSample } from '../../testing/event-samples.ts';
import { insertComment, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

const NOTE = 'ghi-chu-khong-ai-duoc-thay';
const TAG = 'nhan-khong-ai-duoc-thay';

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
async function annotate(itemType: string, itemId: string): Promise<void> {
  const path = `/api/admin/subjects/${itemType}/${itemId}`;
  expect((await testApp.post(`${path}/notes`, { text: NOTE })).statusCode).toBe(201);
  expect((await testApp.post(`${path}/tags`, { text: TAG })).statusCode).toBe(201);
}
/** The account, its newest post and its newest comment have a note and a tag. */
async function annotateAllOf(userId: string): Promise<void> {
  const { id: postId } = await insertPost(db(), userId);
  const { id: commentId } = await insertComment(db(), userId, { postId });
  await annotate('User', userId);
  await annotate('Post', postId);
  await annotate('Comment', commentId);
}
function expectNothingOf(received: unknown): void {
  const text = typeof received === 'string' ? received : JSON.stringify(received ?? null);
  expect(text).not.toContain(NOTE);
  expect(text).not.toContain(TAG);
}

describe('what an app user gets of notes and tags', () => {
  test.for(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s: nothing', async ([, endpoint]) => {
    const sample = await sampleOf(endpoint, testApp);
    const userId = sample.ownerId ?? (await insertUser(db())).id;
    await annotateAllOf(userId);
    const token = await insertSession(db(), userId, testApp.clock.now());
    const response = await sendSample(testApp, endpoint, sample, token);
    if (endpoint.access === 'admin') expect(response.statusCode).toBe(403);
    expectNothingOf(response.body);
    expectNothingOf(response.headers);
  });

  test.for(events.flatMap((event) => (event.direction === 'toServer' ? [[event.name, event] as const] : [])))(
    '%s: nothing in its acknowledgement, or in an event that follows',
    async ([name, event]) => {
      const { id } = await insertUser(db());
      await annotateAllOf(id);
      const user = await openMember(testApp, sockets, { id, role: 'user' });
      expectNothingOf(await ask(user.socket, name, eventSample(event, { senderId: id, userId: id })));
      expectNothingOf(await eventsOf(user));
    },
  );

  test('no event when notes, tags, a letter, a decision and messages are made', async () => {
    const [admin, , user] = await openTwoAdminsAndUser(testApp, sockets);
    if (!admin || !user) throw new Error('no members');
    await annotateAllOf(user.id);
    const { id: itemId } = await insertPost(db(), user.id);
    await insertReport(db(), { itemType: 'Post', itemId, itemAuthorId: user.id });
    await annotate('Post', itemId);
    const decided = await testApp.post('/api/admin/decisions', {
      subject: { itemType: 'Post', itemId },
      outcome: 'violation',
      policy: 'spam',
      actions: ['warn'],
      note: NOTE,
      letters: { owner: 'Xin đọc lại quy tắc.' },
      version: 1,
    });
    expect(decided.statusCode).toBe(201);
    await sendText(admin, 'Chào bạn', user);
    const received = await eventsOf(user);
    expect(received.map(([name]) => name)).toContain('receive_message');
    expectNothingOf(received);
    const notices = await testApp.send('POST', '/api/users/notices', { token: user.token, body: {} });
    expectNothingOf(notices.body);
  });
});
