import { expect } from '@playwright/test';
import { breakable } from './harness/breakable-socket.ts';
import { box, bubble, keptInOutbox, log, openConversation, send, storedTexts } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, test } from './harness/test.ts';

test.describe('chat: several tabs of one browser', () => {
  test('a tab sends what a tab without a connection has queued', async ({ panel }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Tạ Văn Hai' });
    const first = await panel.newPage();
    const connection = await breakable(first);
    await openConversation(first, user);
    const second = await openConversation(await first.context().newPage(), user);
    await send(second, user, 'trước');
    for (const page of [first, second]) await log(page, user).getByText('Đã gửi').waitFor();
    await connection.cut();
    await send(first, user, 'một');
    await eventually(() => storedTexts(panel, user)).toEqual(['trước', 'một']);
    for (const page of [first, second]) await expect(log(page, user).getByText('Đã gửi')).toHaveCount(2);
  });

  test('the outbox closes for a newer version of its database, and writes to it again afterwards', async ({
    panel,
  }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Tạ Văn Tư' });
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await send(page, user, 'trước');
    await log(page, user).getByText('Đã gửi').waitFor();
    const outcome = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('hai-dang-chat', 2);
          setTimeout(() => resolve('blocked'), 3_000);
          opening.onsuccess = () => {
            opening.result.close();
            indexedDB.deleteDatabase('hai-dang-chat').onsuccess = () => resolve('opened');
          };
        }),
    );
    expect(outcome).toBe('opened');
    await connection.cut();
    await send(page, user, 'còn chờ');
    // Opened by the panel, and only then by the test, which would make an empty one.
    await eventually(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1);
    await eventually(() => keptInOutbox(page)).toBe(1);
    await page.reload();
    await bubble(page, user, 'còn chờ').waitFor();
    connection.mend();
    await page.reload();
    await eventually(() => storedTexts(panel, user)).toEqual(['trước', 'còn chờ']);
  });

  test('after a sign-in as another administrator in a second tab the first shows no draft of the previous one', async ({
    panel,
  }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Tạ Văn Ba' });
    const other = await openAsOther(panel, '/admin/dashboard', 'Quản trị Ba');
    const theirs = await other.evaluate(() => ({ ...localStorage }));

    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    await connection.cut();
    await send(page, user, 'còn chờ');
    await bubble(page, user, 'còn chờ').waitFor();
    await box(page, user).fill('còn viết dở');
    await page.evaluate((values) => {
      for (const key of ['token', 'adminId', 'adminName', 'adminEmail', 'user']) {
        localStorage.setItem(key, values[key] ?? '');
      }
      // The storage event that a browser sends to the other tabs.
      globalThis.dispatchEvent(new StorageEvent('storage', { key: 'adminId' }));
    }, theirs);
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    await expect(box(page, user)).toHaveValue('');
    expect(await storedTexts(panel, user)).toEqual([]);
  });
});
