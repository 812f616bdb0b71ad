import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { box, bubble, keptInOutbox, log, openConversation, receivedBy, send } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

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
});
