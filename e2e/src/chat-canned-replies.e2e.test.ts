import type { Page } from '@playwright/test';
import { insertCannedReply } from '../../server/src/testing/factories.ts';
import { openConversation } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const dialog = (page: Page, title = 'Câu trả lời mẫu') => page.getByRole('dialog', { name: title, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });

async function keep({ db }: Panel, replies: Record<string, string>): Promise<void> {
  for (const [shortcut, content] of Object.entries(replies)) await insertCannedReply(db, { shortcut, content });
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).click();
  await dialog(page).waitFor();
}

test.describe('canned replies in the chat', () => {
  test("two administrators see each other's changes, and neither overwrites a change not seen", async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    await keep(panel, { chào: 'Chào {tên}' });
    const user = await createUser(panel.db, { username: 'Phạm Thị Hoa' });
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await newPageOfOther(panel, 'Quản trị Bình'), user);
    for (const page of [first, second]) {
      await page.waitForLoadState('networkidle');
      await openDialog(page);
      await dialog(page).getByRole('button', { name: 'Sửa /chào' }).click();
    }
    await field(first, 'Nội dung').fill('Chào {tên} ạ');
    await first.getByRole('button', { name: 'Lưu' }).click();
    await dialog(first).getByText('Chào {tên} ạ').waitFor();

    await field(second, 'Nội dung').fill('Xin chào {tên}');
    await second.getByRole('button', { name: 'Lưu' }).click();
    const conflict = second.getByRole('alert');
    await conflict.getByText('Chào {tên} ạ').waitFor();
    await conflict.getByRole('button', { name: 'Giữ bản của tôi' }).click();
    await second.getByRole('button', { name: 'Lưu' }).click();
    await dialog(second).getByText('Xin chào {tên}').waitFor();
    await dialog(first).getByText('Xin chào {tên}').waitFor();

    await dialog(first).getByRole('button', { name: 'Sửa /chào' }).click();
    await dialog(second).getByRole('button', { name: 'Xóa /chào' }).click();
    await second.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
    await dialog(second).getByText('Chưa có câu trả lời mẫu nào').waitFor();
    panel.expectProblem(failedRequest(404));
    await field(first, 'Nội dung').fill('Vẫn còn đây');
    await first.getByRole('button', { name: 'Lưu' }).click();
    await first.getByText('Câu trả lời mẫu này đã bị xóa').waitFor();
    await first.getByRole('button', { name: 'Lưu' }).click();
    for (const page of [first, second]) await dialog(page).getByText('Vẫn còn đây').waitFor();
  });
});
