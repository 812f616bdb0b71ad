import { expect, type Page } from '@playwright/test';
import { composer, replaceUsers } from './harness/chat-list.ts';
import { chatUrl } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { createSubjects, DETAIL_TITLE, fileReport, reportScreen } from './harness/report-detail.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, NARROW, test } from './harness/test.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Cuộc trò chuyện' });

test.describe('user page: chat link', () => {
  test('is on a user’s page, but not on an administrator’s', async ({ panel }) => {
    const [lan] = await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.open(`/admin/users/${lan?.id}`, { viewport: NARROW });
    await waitForScreen(page, 'Nguyễn Thị Lan');
    await page.getByRole('link', { name: 'Nhắn tin' }).click();
    await eventually(() => urlOf(page)).toBe(chatUrl({ id: lan?.id ?? '' }));
    await composer(page).waitFor();
    const admin = await createUser(panel.db, { username: 'Quản trị khác', role: 'admin' });
    await page.goto(`/admin/users/${admin.id}`);
    await waitForScreen(page, 'Quản trị khác');
    expect(await page.getByRole('link', { name: 'Nhắn tin' }).count()).toBe(0);
  });
});

test.describe('report page', () => {
  test('links to the conversations with the reporter and with the owner of the content', async ({ panel }) => {
    const { author, post } = await createSubjects(panel);
    const reporter = await createUser(panel.db, { username: 'Lê Người Báo' });
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id, reporterId: reporter.id });
    const page = await panel.open(reportScreen(id));
    await waitForScreen(page, DETAIL_TITLE);
    await page.getByRole('link', { name: 'Nhắn tin cho Lê Người Báo' }).click();
    await eventually(() => urlOf(page)).toBe(chatUrl(reporter));
    await conversation(page).getByText('Lê Người Báo').first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Nhắn tin cho Nguyễn Tác Giả' }).click();
    await eventually(() => urlOf(page)).toBe(chatUrl(author));
  });
});
