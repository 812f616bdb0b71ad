import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { box, bubble, log, openConversation, receivedBy, send, storedTexts } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const DELETED = 'Tin nhắn đã được thu hồi';

const options = (page: Page) => page.getByRole('button', { name: 'Tùy chọn tin nhắn' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Nội dung tin nhắn' });
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Thu hồi tin nhắn' });
const row = (page: Page, { id }: AppUser) => page.locator(`[data-chat-user="${id}"]`);

async function openUser(panel: Panel): Promise<AppUser> {
  const user = await createAppUser(panel, { username: uniqueName('Nguyễn Thị Mai'), last_seen_at: new Date() });
  await user.come();
  panel.onFinished(() => user.go());
  return user;
}

/** Sends a text and waits until it is stored. */
async function sendAndStore(page: Page, user: AppUser, text: string): Promise<void> {
  const before = await options(page).count();
  await send(page, user, text);
  await expect(options(page)).toHaveCount(before + 1);
}

test.describe('conversation: changing an own message', () => {
  test('an edit is shown at once to a colleague and the app, and the draft is back after it', async ({ panel }) => {
    const user = await openUser(panel);
    const edits = receivedBy(user, 'message_edited');
    const mine = await openConversation(await panel.newPage(), user);
    const theirs = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Bình')), user);
    await sendAndStore(mine, user, 'Chào bạm');
    await bubble(theirs, user, 'Chào bạm').waitFor();
    await box(mine, user).fill('Bản nháp của tôi');
    await bubble(mine, user, 'Chào bạm').hover();
    await options(mine).click();
    await item(mine, 'Sửa').click();
    await expect(editor(mine)).toHaveValue('Chào bạm');
    await expect(editor(mine)).toBeFocused();
    await editor(mine).fill('Chào bạn');
    await editor(mine).press('Enter');
    await expect(box(mine, user)).toHaveValue('Bản nháp của tôi');
    await expect(box(mine, user)).toBeFocused();
    for (const page of [mine, theirs]) {
      await bubble(page, user, 'Chào bạn').waitFor();
      await expect(bubble(page, user, 'Chào bạm')).toHaveCount(0);
      await log(page, user).getByText('đã sửa', { exact: true }).waitFor();
      await expect(row(page, user)).toContainText('Chào bạn');
    }
    await options(theirs).click();
    await expect(item(theirs, 'Trích dẫn')).toBeVisible();
    await expect(item(theirs, 'Sửa')).toHaveCount(0);
    await eventually(() => edits).toMatchObject([{ message: { content: 'Chào bạn' } }]);
    expect(await storedTexts(panel, user)).toEqual(['Chào bạn']);
    await theirs.reload();
    await log(theirs, user).getByText('đã sửa', { exact: true }).waitFor();
  });

  test('is deleted after a confirmation that shows the text', async ({ panel }) => {
    const user = await openUser(panel);
    const deletions = receivedBy(user, 'message_deleted');
    const mine = await openConversation(await panel.newPage(), user);
    const theirs = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Chi')), user);
    await sendAndStore(mine, user, 'Mật khẩu là 1234');
    await bubble(theirs, user, 'Mật khẩu là 1234').waitFor();
    await options(mine).click();
    await item(mine, 'Thu hồi').click();
    await dialog(mine).getByText('Mật khẩu là 1234', { exact: true }).waitFor();
    await dialog(mine).getByRole('button', { name: 'Hủy' }).click();
    await options(mine).click();
    await item(mine, 'Thu hồi').click();
    await dialog(mine).getByRole('button', { name: 'Thu hồi', exact: true }).click();
    for (const page of [mine, theirs]) {
      await bubble(page, user, DELETED).waitFor();
      await expect(bubble(page, user, 'Mật khẩu là 1234')).toHaveCount(0);
      await expect(row(page, user)).toContainText(DELETED);
    }
    await expect(options(mine)).toHaveCount(0);
    await expect(log(mine, user)).toBeFocused();
    await eventually(() => deletions).toMatchObject([{ message: { content: DELETED } }]);
    await mine.goto(`/admin/audit?action=message.delete`);
    await mine.getByText('Thu hồi tin nhắn').first().waitFor();
  });
});
