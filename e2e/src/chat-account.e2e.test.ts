import { expect, type Page } from '@playwright/test';
import { punishUser } from './harness/appeals.ts';
import { openConversation } from './harness/conversation.ts';
import { createUser, uniqueName } from './harness/data.ts';
import { decide } from './harness/decision-sheet.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { type Panel, test, WIDE } from './harness/test.ts';

const column = (page: Page, name: string) => page.getByRole('complementary', { name: `Thông tin của ${name}` });

const newUser = (panel: Panel) => createUser(panel.db, { username: uniqueName('Lê Thị Khách') });

test.describe('chat: the account beside a conversation', () => {
  test('shows the state and why, the record with open reports, notes and the latest posts', async ({ panel }) => {
    const { user, post } = await punishUser(panel, { actions: ['suspend'] });
    const page = await openConversation(await panel.newPage({ viewport: WIDE }), user);
    const shown = column(page, user.username);
    const account = shown.getByRole('region', { name: 'Tài khoản' });
    await account.getByText(/^Tạm khóa đến/).waitFor();
    await account.getByText('Vi phạm: Spam và quảng cáo').waitFor();
    await account.getByText(user.email).waitFor();
    await shown.getByText('0 đang mở trong 1 báo cáo').waitFor();
    await shown.getByRole('link', { name: 'Báo cáo do người dùng này gửi' }).waitFor();
    await shown.getByRole('region', { name: 'Ghi chú về tài khoản' }).getByLabel('Viết ghi chú').waitFor();
    await shown.getByRole('region', { name: 'Nội dung đã đăng' }).getByText(post.title).waitFor();
    await account.getByRole('link', { name: 'Trang người dùng' }).click();
    await page.waitForURL(`**/admin/users/${user.id}`);
  });

  test('a decision is made there', async ({ panel }) => {
    const user = await newUser(panel);
    const page = await openConversation(await panel.newPage({ viewport: WIDE }), user);
    const account = column(page, user.username).getByRole('region', { name: 'Tài khoản' });
    await account.getByText('Bình thường').waitFor();
    await account.getByRole('button', { name: 'Xử lý tài khoản' }).click();
    const sheet = page.getByRole('dialog', { name: 'Ra quyết định' });
    await sheet.getByRole('radio', { name: /^Spam và quảng cáo/ }).check();
    await sheet.getByRole('checkbox', { name: 'Tạm khóa', exact: true }).check();
    await decide(page);
    await account.getByText(/^Tạm khóa đến/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/chat');
  });

  test('a record that cannot be loaded shows an error, with a retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const user = await newUser(panel);
    const page = await panel.newPage({ viewport: WIDE });
    const release = await spoil(page, `/api/admin/users/${user.id}/record`, { status: 500 });
    await openConversation(page, user);
    const record = column(page, user.username).getByRole('region', { name: 'Hồ sơ vi phạm' });
    await record.getByText('Không thể tải hồ sơ vi phạm').waitFor();
    await release();
    await record.getByRole('button', { name: 'Thử lại' }).click();
    await record.getByText('Không có điểm trong hạn').waitFor();
  });
});
