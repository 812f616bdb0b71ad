import { expect, type Page } from '@playwright/test';
import { insertAdmin } from '../../server/src/testing/factories.ts';
import { createAppUser } from './harness/app-user.ts';
import { openConversation } from './harness/conversation.ts';
import { createUser, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { createSubjects, fileReport, reportScreen, section } from './harness/report-detail.ts';
import { toast } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const profile = ({ id }: { id: string }) => `/admin/users/${id}`;
const ofAccount = (page: Page) => section(page, 'Ghi chú về tài khoản');
const ofPost = (page: Page) => section(page, 'Ghi chú về bài viết');
const field = (page: Page) => ofAccount(page).getByLabel('Viết ghi chú');
const notes = (page: Page) => ofAccount(page).getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem');
const tags = (page: Page) => page.getByRole('list', { name: 'Nhãn theo dõi' }).getByRole('listitem');
const colleagues = (page: Page) => page.getByRole('listbox', { name: 'Quản trị viên' });
const takeBack = (page: Page, note: string) =>
  ofAccount(page).getByRole('button', { name: `Thu hồi ghi chú: ${note}`, exact: true });
const undo = (page: Page, done: string) => toast(page, done).getByRole('button', { name: 'Hoàn tác' });

async function openTogether(panel: Panel, screen: string) {
  const colleague = await insertAdmin(panel.db, { username: uniqueName('Đỗ Bình') });
  const [mine, theirs] = [await panel.newPage(), await panel.newPage({ as: colleague })];
  await untilLive(theirs, () => theirs.goto(screen));
  await untilLive(mine, () => mine.goto(screen));
  return { mine, theirs, colleague };
}

test.describe('internal notes and tags', () => {
  test('a note with a mention is shown to a colleague at once, who is notified; the app user gets nothing', async ({
    panel,
  }) => {
    const user = await createAppUser(panel, { username: 'Nguyễn Thị Lan' });
    await user.come();
    const received: unknown[] = [];
    for (const event of ['notes_changed', 'notification_added', 'receive_message']) {
      user.on(event, (payload) => received.push(payload));
    }
    const { mine, theirs, colleague } = await openTogether(panel, profile(user));
    await field(mine).pressSequentially('Nhờ @binh');
    await colleagues(mine).getByRole('option', { name: colleague.username }).waitFor();
    await field(mine).press('Enter');
    await field(mine).pressSequentially('xem giúp');
    await ofAccount(mine).getByText(`Sẽ báo cho: ${colleague.username}`).waitFor();
    await ofAccount(mine).getByText('Chưa lưu.').waitFor();
    await field(mine).press('Control+Enter');
    await ofAccount(mine).getByText('Đã lưu', { exact: true }).waitFor();
    await expect(field(mine)).toHaveValue('');
    const text = `Nhờ @${colleague.username} xem giúp`;
    await notes(theirs).filter({ hasText: text }).waitFor();
    await expect(takeBack(theirs, text)).toHaveCount(0);
    await theirs.getByText('đã nhắc đến bạn trong một ghi chú nội bộ').first().waitFor();

    await takeBack(mine, text).click();
    await expect(notes(theirs)).toHaveCount(0);
    await undo(mine, 'Đã thu hồi ghi chú').click();
    await notes(theirs).filter({ hasText: text }).waitFor();
    // An event that is sent to a user's socket arrives before a later acknowledgement.
    await user.emit('mark_messages_read');
    expect(received).toEqual([]);
    user.go();
  });

  test('a tag is beside the name for both, is removed by the colleague, and restored by undo', async ({ panel }) => {
    const user = await createUser(panel.db);
    const { mine, theirs } = await openTogether(panel, profile(user));
    await ofAccount(mine).getByRole('button', { name: 'Thêm nhãn' }).click();
    await ofAccount(mine).getByRole('button', { name: 'Gắn nhãn' }).click();
    await ofAccount(mine).getByText('Vui lòng nhập nhãn').waitFor();
    await ofAccount(mine).getByLabel('Nhãn', { exact: true }).fill('Nhà báo');
    await ofAccount(mine).getByLabel('Hết hạn').selectOption('7 ngày');
    await ofAccount(mine).getByRole('button', { name: 'Gắn nhãn' }).click();
    await expect(tags(mine)).toHaveText(/^Nhà báođến \d\d\/\d\d\/\d{4}$/);
    await expect(tags(theirs)).toHaveCount(1);
    await theirs.getByRole('button', { name: 'Gỡ nhãn Nhà báo' }).click();
    await expect(tags(mine)).toHaveCount(0);
    await undo(theirs, 'Đã gỡ nhãn Nhà báo').click();
    await expect(tags(mine)).toHaveCount(1);
    await expect(tags(theirs)).toHaveCount(1);
  });

  test('a report shows the notes of the content and of its owner, with the tags of the owner; a decision keeps them', async ({
    panel,
  }) => {
    const { author, post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await panel.open(reportScreen(id));
    await ofPost(page).getByLabel('Viết ghi chú').fill('Ảnh lấy từ báo');
    await ofPost(page).getByRole('button', { name: 'Lưu ghi chú' }).click();
    await ofPost(page).getByText('Đã lưu', { exact: true }).waitFor();
    await ofAccount(page).getByRole('button', { name: 'Thêm nhãn' }).click();
    await ofAccount(page).getByLabel('Nhãn', { exact: true }).fill('VIP');
    await page.keyboard.press('Enter');
    await expect(section(page, 'Đối tượng bị báo cáo').getByRole('list', { name: 'Nhãn theo dõi' })).toHaveText('VIP');

    // Both are in the owner's timeline, which the sheet shows on request.
    await page.getByRole('button', { name: 'Vi phạm…', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Ra quyết định' });
    await sheet.getByRole('button', { name: 'Xem hoạt động' }).click();
    const entries = section(page, 'Hoạt động').getByRole('listitem');
    await entries.filter({ hasText: 'Ghi chú nội bộ về bài viết' }).waitFor();
    await entries.filter({ hasText: 'Gắn nhãn' }).getByText('VIP').waitFor();
    await sheet.getByLabel('Loại hoạt động').selectOption('Ghi chú và nhãn');
    await expect(entries).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.goto(profile(author));
    await expect(tags(page)).toHaveText('VIP');
  });

  test('in a dialog from the head of the chat', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Nguyễn Thị Lan' });
    await storeNotes(panel, user.id, 2);
    await storeNotes(panel, user.id, 1, 'tagged');
    const page = await panel.newPage();
    await openConversation(page, user);
    await page.getByRole('button', { name: 'Ghi chú nội bộ' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ghi chú nội bộ: Nguyễn Thị Lan' });
    await expect(dialog.getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('list', { name: 'Nhãn theo dõi' }).getByRole('listitem')).toHaveCount(1);
    await dialog.getByLabel('Viết ghi chú').fill('Hứa gọi lại');
    await dialog.getByLabel('Viết ghi chú').press('Control+Enter');
    await expect(dialog.getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ghi chú nội bộ' })).toBeFocused();
  });
});

/** Notes or tags of an account, by an administrator whose account is gone. */
async function storeNotes({ db }: Panel, userId: string, count: number, kind = 'noted'): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${userId}-${kind}-${index}`,
    subject_type: 'User',
    subject_id: userId,
    owner_id: userId,
    kind,
    text: `${kind === 'noted' ? 'Ghi chú' : 'Nhãn'} số ${index + 1}`,
    author_name: 'Quản trị Cũ',
    created_at: new Date(Date.now() - (count - index) * 60_000),
    // In a month.
    expires_at: index === 0 ? new Date(Date.now() + 30 * 86_400_000) : null,
  }));
  await db.insertInto('subject_notes').values(rows).execute();
}
