import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { punishUser } from './harness/appeals.ts';
import {
  box,
  bubble,
  chatUrl,
  log,
  markReadByAdmins,
  minutesAgo,
  openConversation,
  receivedBy,
  send,
  sendButton,
  storeConversation,
  storedTexts,
  unreadOf,
  whileOpen,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { urlOf } from './harness/screens.ts';
import { STORED_IMAGE_URL } from './harness/stored-image.ts';
import { BY_KEYBOARD, eventually, NARROW, test } from './harness/test.ts';

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

  test("marks the user's messages as read only while they are visible in a focused window", async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Trần Văn Minh' });
    await whileOpen(user, async () => {
      const marked = receivedBy(user, 'messages_marked_read');
      await user.write('Cho em hỏi');
      const page = await openConversation(await panel.newPage(), user);
      await bubble(page, user, 'Cho em hỏi').waitFor();
      await log(page, user).getByText('Tin nhắn mới').waitFor();
      await eventually(() => markReadByAdmins(panel, user)).toBe(1);
      await eventually(() => marked).toHaveLength(1);

      await user.write('Có ai không?');
      await bubble(page, user, 'Có ai không?').waitFor();
      await eventually(() => markReadByAdmins(panel, user)).toBe(2);

      const setVisibility = (state: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await setVisibility('hidden');
      await user.write('Alo');
      await bubble(page, user, 'Alo').waitFor();
      await page.waitForTimeout(300);
      expect(await markReadByAdmins(panel, user)).toBe(2);
      const unread = page.getByRole('region', { name: 'Danh sách người dùng' }).getByText('1 tin nhắn chưa đọc');
      await unread.waitFor();
      await setVisibility('visible');
      await eventually(() => markReadByAdmins(panel, user)).toBe(3);
      await expect(unread).toHaveCount(0);
    });
  });

  test('keeps its state while another one is open; new messages are below a divider on return', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Hồ Thị Xuân' });
    const other = await createUser(panel.db, { username: 'Hồ Văn Thu' });
    await whileOpen(user, async () => {
      await user.write('một');
      const page = await openConversation(await panel.newPage(), user);
      await bubble(page, user, 'một').waitFor();
      await eventually(() => unreadOf(panel, user)).toBe(0);
      await page.getByRole('link', { name: other.username }).click();
      await box(page, other).waitFor();
      await user.write('hai');
      await user.write('ba');
      await page.goBack();
      await bubble(page, user, 'ba').waitFor();
      await eventually(async () => (await log(page, user).locator('p').allTextContents()).join()).toBe(
        'Hôm nay,một,Tin nhắn mới,hai,ba',
      );
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

test.describe('user message', () => {
  test('is rendered as text, whatever it contains', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Kẻ phá hoại' });
    await storeConversation(
      panel,
      user,
      HOSTILE_TEXTS.map((text, index) => ({ text, at: minutesAgo(60 - index) })),
    );
    const page = await openConversation(await panel.newPage(), user);
    await log(page, user).locator('[dir=auto]').last().waitFor();
    for (let round = 0; round < 12; round += 1) {
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(40);
    }
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0)).toBe(0);
    expect(
      await log(page, user).locator('a[href^="javascript" i], a[href^="data" i], script, img, iframe').count(),
    ).toBe(0);
  });

  test('is rendered as an image only for an image URL of an allowed origin', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Đoàn Thị Điểm' });
    await storeConversation(panel, user, [
      { text: STORED_IMAGE_URL, at: minutesAgo(2) },
      { text: 'javascript:alert(1)', at: minutesAgo(1) },
    ]);
    await panel.db.updateTable('messages').set({ type: 'image' }).where('user_id', '=', user.id).execute();
    const page = await openConversation(await panel.newPage(), user);
    const images = log(page, user).getByRole('button', { name: 'Hình ảnh' });
    await expect(images).toHaveCount(1);
    expect(await log(page, user).locator('img').count()).toBe(1);
    expect(await log(page, user).getByRole('button', { name: 'Không tải được ảnh' }).count()).toBe(1);
    await images.first().click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    await expect(images.first()).toBeFocused();
  });

  test('with a URL is a link that opens in a new tab without an opener', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Cao Thị Vân' });
    await storeConversation(panel, user, [
      { text: 'Xem (https://example.com/a?b=1), javascript:alert(1) và http://x@evil.example nhé', at: minutesAgo(1) },
    ]);
    const page = await openConversation(await panel.newPage(), user);
    const links = log(page, user).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute('href')).toBe('https://example.com/a?b=1');
    expect(await links.getAttribute('target')).toBe('_blank');
    expect(await links.getAttribute('rel')).toContain('noopener');
  });
});

test.describe('conversation layout', () => {
  test('a letter about a decision is marked as one; other messages are not', async ({ panel }) => {
    const { user } = await punishUser(panel);
    await storeConversation(panel, user, [
      { text: 'Bài viết của bạn vi phạm quy tắc', at: minutesAgo(2), isFromAdmin: true },
      { text: 'Vì sao ạ?', at: minutesAgo(1) },
    ]);
    const { id } = await panel.db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', user.id)
      .where('seq', '=', 1)
      .executeTakeFirstOrThrow();
    await panel.db.updateTable('notices').set({ message_id: id }).where('user_id', '=', user.id).execute();
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'Vì sao ạ?').waitFor();
    await expect(log(page, user).getByText('Thư về quyết định')).toHaveCount(1);
  });

  test('works with the keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Trịnh Văn Sơn' });
    const texts = Array.from({ length: 80 }, (_, index) => ({ text: `tin ${index + 1}`, at: minutesAgo(90 - index) }));
    await storeConversation(panel, user, texts);
    const page = await openConversation(await panel.newPage(), user);
    await expect(box(page, user)).toBeFocused();
    const menu = page.getByRole('button', { name: 'Tùy chọn tin nhắn', description: `${user.username}: tin 80` });
    await menu.waitFor({ state: 'attached' });
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('radio', { name: 'Trả lời', exact: true })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(log(page, user)).toBeFocused();
    await page.keyboard.press('Home');
    await bubble(page, user, 'tin 1').waitFor();
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).press('Enter');
    await bubble(page, user, 'tin 80').waitFor();
    await expect(log(page, user)).toBeFocused();
  });

  test('links back to the list where both columns do not fit', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phan Thị Diễm' });
    const page = await panel.newPage({ viewport: NARROW });
    await page.goto('/admin/chat');
    await page.getByRole('link', { name: user.username }).click();
    await eventually(() => urlOf(page)).toBe(chatUrl(user));
    await page.getByRole('button', { name: 'Quay lại danh sách' }).click();
    await eventually(() => urlOf(page)).toBe('/admin/chat');
    await page.getByRole('link', { name: user.username }).waitFor();
  });
});
