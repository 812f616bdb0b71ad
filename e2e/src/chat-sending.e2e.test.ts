import { expect } from '@playwright/test';
import { breakable, loseFrames } from './harness/breakable-socket.ts';
import {
  bubble,
  eventuallyStored,
  keptInOutbox,
  log,
  openConversation,
  send,
  storedTexts,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { eventually, test } from './harness/test.ts';

/** The acknowledgement and the event that confirm a stored message. */
const CONFIRMATION = /^43\d+\[\{"message":|^42\["message_sent"/;

test.describe('chat: unacknowledged message', () => {
  test('is confirmed by the fetch after a reload', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Võ Văn Tám' });
    const page = await panel.newPage();
    await loseFrames(page, (frame) => CONFIRMATION.test(frame));
    await openConversation(page, user);
    await send(page, user, 'một lần thôi');
    await eventually(() => storedTexts(panel, user)).toEqual(['một lần thôi']);
    await page.reload();
    await log(page, user).getByText('Đã gửi').waitFor();
    await eventually(() => keptInOutbox(page)).toBe(0);
    expect(await bubble(page, user, 'một lần thôi').count()).toBe(1);
  });
});

test.describe('chat: offline message', () => {
  test('is queued, survives a reload and another screen, and is sent once', async ({ panel }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Ngô Văn Nam' });
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await send(page, user, 'trước');
    await log(page, user).getByText('Đã gửi').waitFor();
    await connection.cut();
    await send(page, user, 'một');
    await send(page, user, 'hai');
    await expect(log(page, user).getByText('Đang gửi, chờ kết nối')).toHaveCount(2);
    await eventually(() => keptInOutbox(page)).toBe(2);
    await page.reload();
    await bubble(page, user, 'hai').waitFor();
    await eventually(() =>
      log(page, user)
        .getByText(/^Đang gửi/)
        .count(),
    ).toBe(2);
    expect(await storedTexts(panel, user)).toEqual(['trước']);
    await page.goto('/admin/dashboard');
    connection.mend();
    await eventuallyStored(panel, user, ['trước', 'một', 'hai']);
    await openConversation(page, user);
    await bubble(page, user, 'hai').waitFor();
    await expect(log(page, user).getByText('Đã gửi')).toHaveCount(3);
    expect(await log(page, user).locator('p').allTextContents()).toEqual(['Hôm nay', 'trước', 'một', 'hai']);
  });
});
