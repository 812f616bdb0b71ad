import { expect, type Page } from '@playwright/test';
import { pngOf } from '../../server/src/testing/test-images.ts';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { choose, chosen, png, stored } from './harness/chat-images.ts';
import {
  box,
  bubble,
  chatUrl,
  keptInOutbox,
  log,
  openConversation,
  receivedBy,
  send,
  storedTexts,
  whileOpen,
} from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { DEEP, DEEP_TEXT, expectInView, LENGTH, storeLong, target } from './harness/long-conversation.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const DELETED = 'Tin nhắn đã được thu hồi';

/** The menu of the message of a text. */
const options = (page: Page, text: string) =>
  page.getByRole('button', { name: 'Tùy chọn tin nhắn', description: new RegExp(`: ${text}$`) });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const remove = (page: Page) => page.getByRole('button', { name: 'Bỏ trích dẫn' });
const quotes = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Trích dẫn / });

async function openUser(panel: Panel): Promise<AppUser> {
  const user = await createAppUser(panel, { username: uniqueName('Nguyễn Thị Mai'), last_seen_at: new Date() });
  await user.come();
  panel.onFinished(() => user.go());
  return user;
}

/** Chooses 'Trích dẫn' in the menu of a message. */
async function quote(page: Page, text: string): Promise<void> {
  await options(page, text).click();
  await item(page, 'Trích dẫn').click();
}

test.describe('conversation: quoting a message', () => {
  test('by mouse: the field has the focus, the app and a colleague get the quote with the text', async ({ panel }) => {
    const user = await openUser(panel);
    const received = receivedBy(user, 'receive_message');
    await user.write('Em chưa nhận được hóa đơn');
    await user.write('Alo');
    const mine = await openConversation(await panel.newPage(), user);
    const theirs = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Bình')), user);
    await bubble(mine, user, 'Em chưa nhận được hóa đơn').hover();
    await quote(mine, 'Em chưa nhận được hóa đơn');
    await expect(box(mine, user)).toBeFocused();
    await expect(box(mine, user)).toHaveAccessibleDescription(`Trả lời ${user.username}: Em chưa nhận được hóa đơn`);
    await mine.keyboard.type('Vâng, mình gửi ngay');
    await mine.keyboard.press('Enter');
    await expect(remove(mine)).toHaveCount(0);
    for (const page of [mine, theirs]) {
      await bubble(page, user, 'Vâng, mình gửi ngay').waitFor();
      await expect(quotes(page)).toHaveAccessibleName(`Trích dẫn ${user.username} Em chưa nhận được hóa đơn`);
    }
    await eventually(() => received).toMatchObject([
      { content: 'Vâng, mình gửi ngay', quote: { content: 'Em chưa nhận được hóa đơn', senderName: user.username } },
    ]);
    // The next text quotes nothing.
    await send(mine, user, 'Xong rồi nhé');
    await eventually(() => received.length).toBe(2);
    expect(received[1]).not.toHaveProperty('quote');
    await theirs.reload();
    await expect(quotes(theirs)).toHaveCount(1);
  });

  test('a click on the quote leads to the original far above', async ({ panel }) => {
    const user = await storeLong(panel, uniqueName('Hà Văn Xa'));
    const page = await panel.newPage();
    await page.goto(`${chatUrl(user)}&seq=${DEEP}`);
    await expectInView(target(page));
    await bubble(page, user, DEEP_TEXT).hover();
    await quote(page, DEEP_TEXT);
    await send(page, user, 'Hóa đơn đây ạ');
    await bubble(page, user, 'Hóa đơn đây ạ').waitFor();
    await expect(bubble(page, user, DEEP_TEXT)).toHaveCount(1);
    await log(page, user).getByText('Đã gửi').last().waitFor();
    await quotes(page).click();
    await expect(target(page)).toContainText(DEEP_TEXT);
    await expectInView(target(page));
    await expect(page).toHaveURL(new RegExp(`seq=${DEEP}$`));
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await expectInView(quotes(page));
    expect(await storedTexts(panel, user)).toHaveLength(LENGTH + 1);
  });

  test('an edited original is in the quote of every client, a deleted one says so, also after a reload', async ({
    panel,
  }) => {
    const user = await openUser(panel);
    const mine = await openConversation(await panel.newPage(), user);
    const theirs = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Chi')), user);
    await send(mine, user, 'Mật khẩu là 1235');
    await bubble(theirs, user, 'Mật khẩu là 1235').waitFor();
    await quote(theirs, 'Mật khẩu là 1235');
    await send(theirs, user, 'Nhớ đổi nhé');
    await bubble(mine, user, 'Nhớ đổi nhé').waitFor();
    // Being written while the original changes.
    await quote(mine, 'Mật khẩu là 1235');
    await options(mine, 'Mật khẩu là 1235').click();
    await item(mine, 'Sửa').click();
    const editor = mine.getByRole('textbox', { name: 'Nội dung tin nhắn' });
    await editor.fill('Mật khẩu là 1234');
    await editor.press('Enter');
    await expect(box(mine, user)).toHaveAccessibleDescription(/: Mật khẩu là 1234$/);
    for (const page of [mine, theirs]) await expect(quotes(page)).toContainText('Mật khẩu là 1234');
    await options(mine, 'Mật khẩu là 1234').click();
    await item(mine, 'Thu hồi').click();
    await mine.getByRole('alertdialog').getByRole('button', { name: 'Thu hồi', exact: true }).click();
    await expect(box(mine, user)).toHaveAccessibleDescription(new RegExp(`: ${DELETED}$`));
    for (const page of [mine, theirs]) {
      await expect(quotes(page)).toContainText(DELETED);
      await expect(log(page, user)).not.toContainText('1234');
    }
    await theirs.reload();
    await expect(quotes(theirs)).toContainText(DELETED);
  });

  test('an unsent quote is in its bubble over a reload without a connection, and is sent with it', async ({
    panel,
  }) => {
    test.setTimeout(120_000);
    const user = await openUser(panel);
    const received = receivedBy(user, 'receive_message');
    await user.write('Có ai không ạ?');
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await bubble(page, user, 'Có ai không ạ?').waitFor();
    await connection.cut();
    await quote(page, 'Có ai không [^:]+');
    await send(page, user, 'Có đây ạ');
    await expect(quotes(page)).toContainText('Có ai không ạ?');
    await eventually(() => keptInOutbox(page)).toBe(1);
    await page.reload();
    await log(page, user).getByText('Đang gửi, chờ kết nối').waitFor();
    await expect(quotes(page)).toContainText('Có ai không ạ?');
    connection.mend();
    await expect
      .poll(() => received, RECONNECTED)
      .toMatchObject([{ content: 'Có đây ạ', quote: { content: 'Có ai không ạ?' } }]);
    await log(page, user).getByText('Đã gửi').waitFor();
    await expect(quotes(page)).toHaveCount(1);
  });

  test('stays with its conversation, leaves a note alone, and waits while images are sent', async ({ panel }) => {
    const user = await openUser(panel);
    const other = await openUser(panel);
    await user.write('Chuyện của em');
    await other.write('Chuyện khác');
    const page = await openConversation(await panel.newPage(), user);
    await quote(page, 'Chuyện của em');
    await page.locator(`[data-chat-user="${other.id}"]`).click();
    await box(page, other).waitFor();
    await expect(remove(page)).toHaveCount(0);
    await send(page, other, 'Chào bạn');
    await bubble(page, other, 'Chào bạn').waitFor();
    await expect(quotes(page)).toHaveCount(0);
    await page.locator(`[data-chat-user="${user.id}"]`).click();
    await expect(remove(page)).toBeVisible();

    await page.getByText('Ghi chú nội bộ', { exact: true }).click();
    await expect(remove(page)).toHaveCount(0);
    // A quote is for a reply.
    await quote(page, 'Chuyện của em');
    await expect(box(page, user)).toBeFocused();
    await expect(remove(page)).toBeVisible();

    await choose(page, [png('hóa đơn.png', await pngOf())]);
    await expect(chosen(page)).toHaveCount(1);
    await expect(remove(page)).toHaveCount(0);
    await box(page, user).press('Enter');
    await expect(stored(page, user)).toHaveCount(1);
    await remove(page).click();
    await expect(remove(page)).toHaveCount(0);
    await expect(box(page, user)).toBeFocused();
    await quote(page, 'Hình ảnh');
    await send(page, user, 'Như trong ảnh');
    await expect(quotes(page)).toContainText('Hình ảnh');
  });
});

test(
  'conversation: by keyboard: arrow keys lead to the menus of older messages, Escape discards the quote',
  BY_KEYBOARD,
  async ({ panel }) => {
    const user = await openUser(panel);
    for (const text of ['Tin thứ nhất', 'Tin thứ hai', 'Tin thứ ba']) await user.write(text);
    const page = await openConversation(await panel.newPage(), user);
    await expect(options(page, 'Tin thứ ba')).toHaveCount(1);
    await expect(box(page, user)).toBeFocused();
    // Backwards past the choice between reply and note to the menu of the last message.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(options(page, 'Tin thứ ba')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options(page, 'Tin thứ nhất')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(options(page, 'Tin thứ hai')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item(page, 'Trích dẫn')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(box(page, user)).toBeFocused();
    await expect(box(page, user)).toHaveAccessibleDescription(/: Tin thứ hai$/);
    await page.keyboard.press('Escape');
    await expect(remove(page)).toHaveCount(0);
    await expect(box(page, user)).toBeFocused();

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Trả lời tin thứ hai');
    await page.keyboard.press('Enter');
    await bubble(page, user, 'Trả lời tin thứ hai').waitFor();
    await expect(quotes(page)).toContainText('Tin thứ hai');
    await log(page, user).getByText('Đã gửi').waitFor();
    // Past its menu to the quote within the message.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(options(page, 'Trả lời tin thứ hai')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(quotes(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(target(page)).toContainText('Tin thứ hai');
  },
);

test(
  'conversation: by keyboard: Tab skips the menus of older messages, which arrow keys reach at any distance',
  BY_KEYBOARD,
  async ({ panel }) => {
    const user = await storeLong(panel, uniqueName('Kiều Thị Phím'));
    await whileOpen(user, async () => {
      await user.write('xem https://example.com nhé');
      const page = await openConversation(await panel.newPage(), user);
      await user.write('tin cuối');
      // The list shows it, too, until the next message is there.
      const link = log(page, user).getByRole('link', { name: 'https://example.com' });
      await expect(options(page, 'tin cuối')).toHaveCount(1);
      await options(page, 'tin cuối').focus();
      await page.keyboard.press('Shift+Tab');
      await expect(link).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(options(page, 'tin cuối')).toBeFocused();
      for (let pressed = 0; pressed < 40; pressed += 1) await page.keyboard.press('ArrowUp');
      await expect(options(page, `tin số ${LENGTH - 38}`)).toBeFocused();
      await expectInView(options(page, `tin số ${LENGTH - 38}`));
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();

      // Tab also reaches the menu of a message that was gone to.
      await page.goto(`${chatUrl(user)}&seq=${DEEP}`);
      await expectInView(target(page));
      await expect(options(page, DEEP_TEXT)).toHaveCount(1);
      await log(page, user).focus();
      await page.keyboard.press('Tab');
      await expect(options(page, DEEP_TEXT)).toBeFocused();
    });
  },
);
