import { expect, type Page } from '@playwright/test';
import {
  CHAT_SCREEN,
  composer,
  NO_CONVERSATION_CHOSEN,
  openChat,
  pane,
  replaceUsers,
  row,
  rows,
  searchBox,
} from './harness/chat-list.ts';
import { chatUrl, minutesAgo } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { createSubjects, DETAIL_TITLE, fileReport, reportScreen } from './harness/report-detail.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, NARROW, test } from './harness/test.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Cuộc trò chuyện' });

test.describe('chat selection', () => {
  test('is kept in the URL; Back clears and restores it', async ({ panel }) => {
    const [lan, minh] = await replaceUsers(panel, ['Nguyễn Thị Lan', 'Trần Văn Minh']);
    const page = await openChat(panel);
    await row(page, 'Nguyễn Thị Lan').click();
    await eventually(() => urlOf(page)).toBe(chatUrl({ id: lan?.id ?? '' }));
    await conversation(page).getByRole('heading', { name: 'Nguyễn Thị Lan' }).waitFor();
    expect(await row(page, 'Nguyễn Thị Lan').getAttribute('aria-current')).toBe('true');
    await row(page, 'Trần Văn Minh').click();
    await eventually(() => urlOf(page)).toBe(chatUrl({ id: minh?.id ?? '' }));
    await page.goBack();
    await conversation(page).getByRole('heading', { name: 'Nguyễn Thị Lan' }).waitFor();
    await page.goBack();
    await page.getByText(NO_CONVERSATION_CHOSEN).waitFor();
    await page.goForward();
    await conversation(page).getByRole('heading', { name: 'Nguyễn Thị Lan' }).waitFor();
  });

  test('works by keyboard, and moves the focus to the message box', BY_KEYBOARD, async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan', 'Trần Văn Minh', 'Đặng Hoa']);
    const page = await openChat(panel);
    await rows(page).nth(2).waitFor();
    await searchBox(page).focus();
    await page.keyboard.press('Tab');
    await expect(row(page, 'Nguyễn Thị Lan')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Trần Văn Minh')).toBeFocused();
    await page.keyboard.press('Enter');
    await conversation(page).getByRole('heading', { name: 'Trần Văn Minh' }).waitFor();
    await expect(composer(page)).toBeFocused();
  });

  test('from the URL opens a user outside the loaded part of the list', async ({ panel }) => {
    const names = Array.from({ length: 60 }, (_, index) => `Người ${index}`);
    await replaceUsers(panel, names);
    const { id } = await createUser(panel.db, { username: 'Rất lâu không đến', last_seen_at: minutesAgo(99_999) });
    const page = await openChat(panel, chatUrl({ id }));
    await conversation(page).getByRole('heading', { name: 'Rất lâu không đến' }).waitFor();
    await composer(page).waitFor();
    await searchBox(page).fill('không ai cả');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    await conversation(page).getByRole('heading', { name: 'Rất lâu không đến' }).waitFor();
  });

  test('of an unknown id or of an administrator shows an explanation', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await openChat(panel, chatUrl({ id: 'khong-co' }));
    await page.getByText('Không tìm thấy thông tin người dùng').waitFor();
    const admin = await createUser(panel.db, { username: 'Quản trị khác', role: 'admin' });
    await page.goto(chatUrl(admin));
    await page.getByText('Không thể trò chuyện với tài khoản quản trị viên').waitFor();
  });

  test('fills a narrow screen, with a link back', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan', 'Trần Văn Minh']);
    const page = await openChat(panel, CHAT_SCREEN, { viewport: NARROW });
    await row(page, 'Trần Văn Minh').click();
    await composer(page).waitFor();
    expect(await pane(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Quay lại' }).click();
    await eventually(() => urlOf(page)).toBe(CHAT_SCREEN);
    await expect(row(page, 'Trần Văn Minh')).toBeFocused();
    await page.goForward();
    await composer(page).waitFor();
  });
});

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
