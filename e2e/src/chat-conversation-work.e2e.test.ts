import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { action, addWaiting, openList, row, work } from './harness/chat-list.ts';
import { box, openConversation, send, unreadOf } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, test } from './harness/test.ts';

test.describe('conversation head', () => {
  test('marked as unread: closed, unread for a colleague too, until one of them opens it', async ({ panel }) => {
    const lan = await createAppUser(panel, { username: 'Lan Anh' });
    await lan.come();
    await lan.write('Cho em hỏi');
    const mine = await openConversation(await panel.newPage(), lan);
    const hers = await openList(await newPageOfOther(panel, uniqueName('Mai')), '/admin/chat');
    await eventually(() => unreadOf(panel, lan)).toBe(0);
    await expect(row(hers, 'Lan Anh').getByText(/chưa đọc$/)).toHaveCount(0);

    const opener = mine.getByRole('button', { name: 'Thêm', exact: true });
    await opener.focus();
    await mine.keyboard.press('Enter');
    await mine.getByRole('menuitem', { name: 'Đánh dấu chưa đọc' }).waitFor();
    await mine.keyboard.press('Enter');
    await mine.getByText('Đã đánh dấu chưa đọc').waitFor();
    await mine.getByText('Chọn một người dùng để bắt đầu trò chuyện').waitFor();
    await expect(row(mine, 'Lan Anh')).toBeFocused();
    for (const page of [mine, hers]) await row(page, 'Lan Anh').getByText('1 tin nhắn chưa đọc').waitFor();

    await row(hers, 'Lan Anh').click();
    await eventually(() => unreadOf(panel, lan)).toBe(0);
    await expect(row(mine, 'Lan Anh').getByText(/chưa đọc$/)).toHaveCount(0);
    // A colleague who marks it does not have it marked as read by those who look at it.
    await row(mine, 'Lan Anh').click();
    await box(mine, lan).waitFor();
    await hers.getByRole('button', { name: 'Thêm', exact: true }).click();
    await hers.getByRole('menuitem', { name: 'Đánh dấu chưa đọc' }).click();
    await row(hers, 'Lan Anh').getByText('1 tin nhắn chưa đọc').waitFor();
    await eventually(() => unreadOf(panel, lan)).toBe(1);
  });

  test('resolved, reopened and assigned to one administrator, live for the other', async ({ panel }) => {
    const user = await addWaiting(panel, 'Nguyễn Hoa', 12);
    const herName = uniqueName('Lan');
    const mine = await openConversation(await panel.newPage(), user);
    const hers = await openConversation(await newPageOfOther(panel, herName), user);
    for (const page of [mine, hers]) {
      await work(page).getByText('Chưa ai phụ trách').waitFor();
      await work(page).getByText('chờ 12 phút').waitFor();
    }
    await action(hers, 'Nhận').click();
    await work(hers).getByText('Đang phụ trách: bạn').waitFor();
    await work(mine).getByText(`Đang phụ trách: ${herName}`).waitFor();

    await action(mine, 'Đã xong').click();
    await action(hers, 'Mở lại').waitFor();
    await expect(work(hers).getByText(/^chờ /)).toHaveCount(0);
    await mine.getByText('Đã đánh dấu cuộc trò chuyện là đã xong').waitFor();
    await mine.getByRole('button', { name: 'Hoàn tác' }).click();
    await action(hers, 'Đã xong').waitFor();
    await work(hers).getByText('chờ 12 phút').waitFor();

    await action(mine, 'Tiếp quản').click();
    await mine.getByRole('alertdialog').getByText(`${herName} đang phụ trách cuộc trò chuyện này.`).waitFor();
    await mine.getByRole('alertdialog').getByRole('button', { name: 'Tiếp quản' }).click();
    await work(mine).getByText('Đang phụ trách: bạn').waitFor();
    await action(hers, 'Tiếp quản').waitFor();
    await action(mine, 'Bỏ nhận').click();
    await work(hers).getByText('Chưa ai phụ trách').waitFor();
  });

  test('the administrator who answers first is the assignee; a new message reopens a resolved one', async ({
    panel,
  }) => {
    const user = await createAppUser(panel, { username: uniqueName('Trần Minh') });
    await user.come();
    panel.onFinished(() => user.go());
    await user.write('Alo');
    const page = await openConversation(await panel.newPage(), user);
    await send(page, user, 'Chào bạn');
    await work(page).getByText('Đang phụ trách: bạn').waitFor();
    await action(page, 'Đã xong').click();
    await action(page, 'Mở lại').waitFor();
    await user.write('Còn một việc');
    await action(page, 'Đã xong').waitFor();
    await work(page).getByText('chờ 1 phút').waitFor();
  });
});
