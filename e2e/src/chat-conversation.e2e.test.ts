import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import {
  box,
  bubble,
  chatUrl,
  log,
  openConversation,
  receivedBy,
  send,
  sendButton,
  storedTexts,
  whileOpen,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const CONVERSATION_CODE = /\/assets\/conversation-[\w-]{7}\.js$/;

test.describe('conversation: its code', () => {
  test('that loads slowly loses no text: input from before is in the message box afterwards', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Nguyễn Thị Chậm' });
    const page = await panel.newPage();
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route(CONVERSATION_CODE, async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.goto('/admin/chat');
    await page.locator(`[data-chat-user="${user.id}"]`).click();
    await expect(box(page, user)).toBeFocused();
    await page.keyboard.type('Chào bạn');
    await expect(box(page, user)).toHaveValue('Chào bạn');
    allow();
    await sendButton(page).waitFor();
    await expect(box(page, user)).toBeFocused();
    await page.keyboard.type(' nhé');
    await page.keyboard.press('Enter');
    await eventually(() => storedTexts(panel, user)).toEqual(['Chào bạn nhé']);
  });

  test('that cannot be loaded shows an error, and the conversation opens once it is loaded', async ({ panel }) => {
    panel.expectProblem(/Failed to load resource/);
    const user = await createUser(panel.db, { username: 'Nguyễn Văn Hỏng' });
    const page = await panel.newPage();
    await page.route(CONVERSATION_CODE, (route) => route.abort('connectionfailed'));
    await page.goto(chatUrl(user));
    await page.getByText('Không thể mở cuộc trò chuyện').waitFor();
    await page.unroute(CONVERSATION_CODE);
    await sendButton(page).waitFor();
  });
});

test.describe('conversation', () => {
  test('starts empty; a sent message is marked as sent, and as seen after the user has read it', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Nguyễn Thị Lan' });
    await whileOpen(user, async () => {
      const received = receivedBy(user, 'receive_message');
      const page = await openConversation(await panel.newPage(), user);
      await page.getByText('Chưa có tin nhắn nào').waitFor();
      await page.getByRole('heading', { level: 2, name: user.username }).waitFor();
      await page.getByText('Đang hoạt động').last().waitFor();
      await send(page, user, 'Chào bạn, tôi có thể giúp gì?');
      await bubble(page, user, 'Chào bạn, tôi có thể giúp gì?').waitFor();
      await log(page, user).getByText('Đã gửi').waitFor();
      await expect(box(page, user)).toHaveValue('');
      expect(await storedTexts(panel, user)).toEqual(['Chào bạn, tôi có thể giúp gì?']);
      await eventually(() => received).toMatchObject([{ content: 'Chào bạn, tôi có thể giúp gì?' }]);
      await user.emit('mark_messages_read');
      await log(page, user).getByText('Đã xem').waitFor();
      expect(await log(page, user).getByText('Đã gửi').count()).toBe(0);
      await page.getByRole('link', { name: user.username, exact: true }).last().click();
      await eventually(() => urlOf(page)).toBe(`/admin/users/${user.id}`);
    });
  });
});

test.describe('message box', () => {
  test('keeps a draft per conversation over a reload, until sign-out', async ({ panel }) => {
    const lan = await createUser(panel.db, { username: 'Bùi Thị Lan' });
    const minh = await createUser(panel.db, { username: 'Bùi Văn Minh' });
    const page = await openConversation(await panel.newPage(), lan);
    await box(page, lan).fill('đang viết dở');
    await page.getByRole('link', { name: minh.username }).click();
    await box(page, minh).waitFor();
    await expect(box(page, minh)).toHaveValue('');
    await page.reload();
    await box(page, minh).waitFor();
    await page.goBack();
    await expect(box(page, lan)).toHaveValue('đang viết dở');
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('đang viết dở');
  });
});
