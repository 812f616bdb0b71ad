import { expect, type Page } from '@playwright/test';
import { beginSetUp, finishSetUp, goToAccount, secondFactor } from './account.ts';
import { NO_CONVERSATION_CHOSEN } from './chat-list.ts';
import { box, chatUrl, openConversation } from './conversation.ts';
import { uniqueName } from './data.ts';
import { decide, note as decisionNote, openSheet, rule, sheet } from './decision-sheet.ts';
import { failedRequest, spoil } from './guarded-page.ts';
import { openPalette, optionsOf, palette, paletteField, QUICK_SEARCH_CALL } from './palette.ts';
import { noteBox, reportScreen, section } from './report-detail.ts';
import { LONG_NAME, type ScreenData, UNBROKEN } from './screen-data.ts';
import { signIn } from './screens.ts';
import { createSecondAdmin, newPageOfOther, openAs } from './second-admin.ts';
import type { Panel } from './test.ts';
import { rowOf } from './user-table.ts';

/** Brings a page into a state; each begins where the one before it has ended. */
type Open = (page: Page, data: ScreenData, panel: Panel) => Promise<unknown>;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

async function openMessageMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tùy chọn tin nhắn', description: /: Chào bạn, tôi cần giúp$/ }).click();
  await page.getByRole('menu').waitFor();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

/** Further states of the screens, by the screen's name: what is opened, chosen, searched for, or shown of another subject. */
export const STATES: Readonly<Record<string, Readonly<Record<string, Open>>>> = {
  'sign-in': {
    async 'a wrong code of the second factor'(page, _, panel) {
      panel.expectProblem(failedRequest(401));
      const admin = await createSecondAdmin(panel, uniqueName('Quản trị Hai Lớp'));
      const other = await openAs(panel, admin);
      await goToAccount(other);
      await finishSetUp(other, await beginSetUp(other));
      await signIn(page, admin);
      await page.getByLabel('Mã xác thực', { exact: true }).fill('1');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
    async 'a rejected sign-in'(page, _, panel) {
      panel.expectProblem(failedRequest(401));
      await page.goto('/login');
      await signIn(page, { email: 'a@example.com', password: 'x' });
      await page.getByRole('alert').waitFor();
    },
  },
  dashboard: {
    async 'the results of the palette'(page) {
      await openPalette(page);
      await paletteField(page).fill('nguyen thi ten');
      await optionsOf(page, 'Người dùng').first().waitFor();
    },
    async 'the palette without results'(page) {
      await paletteField(page).fill('khôngcógì'.repeat(9));
      await palette(page).getByText('Không tìm thấy gì cho').last().waitFor();
    },
    async 'the failed search of the palette'(page, _, panel) {
      panel.expectProblem(failedRequest(500));
      const mend = await spoil(page, QUICK_SEARCH_CALL, { status: 500 });
      await paletteField(page).fill('mai');
      await palette(page).getByRole('alert').waitFor();
      await mend();
    },
    async 'the opened navigation'(page) {
      await close(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await press(page, 'Mở menu');
    },
  },
  users: {
    async 'selected users'(page) {
      await page.goto(`/admin/users?q=${encodeURIComponent(LONG_NAME)}`);
      await rowOf(page, LONG_NAME).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Người dùng đã chọn' }).waitFor();
    },
    async 'the action on selected users'(page) {
      await page.getByRole('region', { name: 'Người dùng đã chọn' }).getByRole('button', { name: 'Tạm khóa' }).click();
      await dialog(page).getByRole('button', { name: 'Tạm khóa 1 tài khoản' }).waitFor();
    },
    async 'nobody found'(page) {
      await close(page);
      await page.goto('/admin/users?q=khongcoai');
      await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    },
  },
  user: {
    async 'the question before the deletion'(page) {
      await press(page, 'Thao tác với tài khoản');
      await menuItem(page, 'Xóa tài khoản').click();
      await question(page).waitFor();
    },
    async 'the end of a wave of spam'(page) {
      await close(page);
      await press(page, 'Xử lý đợt spam');
      await dialog(page).getByRole('checkbox').first().waitFor();
    },
    async 'selected posts'(page) {
      await close(page);
      await page
        .getByRole('checkbox', { name: /^Chọn bài viết/ })
        .first()
        .check();
    },
    async 'travel posts'(page) {
      await page.getByRole('tab', { name: /^Bài viết du lịch/ }).click();
      await page.getByRole('article').first().waitFor();
    },
    async 'a record of violations'(page, { punished }) {
      await page.goto(`/admin/users/${punished.user.id}`);
      await press(page, 'Xem 2 quyết định');
      await page.getByRole('list', { name: 'Quyết định' }).waitFor();
    },
    async 'the question before a decision is undone'(page) {
      await page
        .getByRole('button', { name: /^Hủy quyết định: / })
        .last()
        .click();
      await dialog(page).waitFor();
    },
    async 'removed content'(page, { author }) {
      await page.goto(`/admin/users/${author.id}`);
      await page
        .getByRole('heading', { name: /^Đã gỡ/ })
        .first()
        .waitFor();
    },
  },
  'timeline of a user': {
    async 'nothing of a kind'(page) {
      await section(page, 'Hoạt động').getByLabel('Loại hoạt động').selectOption('Thư và khiếu nại');
      await page.getByText('Không có hoạt động nào thuộc loại này').waitFor();
    },
  },
  reports: {
    async 'a selection'(page) {
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('Đã chọn 1 báo cáo').waitFor();
    },
    async 'an opened view'(page, { view }) {
      await page.goto('/admin/reports');
      await page.getByRole('list', { name: 'Chế độ xem đã lưu' }).getByRole('button', { name: view }).click();
      await page.getByRole('list', { name: 'Bộ lọc đang dùng' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
    async 'a view to save'(page) {
      await page.getByLabel('Sắp xếp').selectOption('Chờ lâu nhất');
      await press(page, 'Lưu chế độ xem');
      await dialog(page).waitFor();
    },
    async groups(page) {
      await page.goto('/admin/reports?group=1');
      await page.getByRole('grid').locator('[data-row]').first().waitFor();
    },
  },
  report: {
    async 'a violation and an error in the decision'(page) {
      await openSheet(page);
      await rule(page, /^Lừa đảo/).check();
      await decisionNote(page).fill(UNBROKEN);
      await sheet(page).getByLabel('Thời gian tạm khóa').selectOption('Tự chọn');
      await decide(page);
      await sheet(page).getByText('Số ngày tạm khóa').last().waitFor();
    },
    async 'the keys'(page) {
      await page.reload();
      await section(page, 'Lịch sử xử lý').waitFor();
      await press(page, 'Phím tắt');
      await dialog(page).waitFor();
    },
    async 'a note'(page) {
      await close(page);
      await noteBox(page).fill('Ghi chú rất dài '.repeat(20));
    },
    async 'a reported comment'(page, { ofComment }) {
      await page.goto(reportScreen(ofComment));
      await page.getByText('Bình luận trong bài viết').first().waitFor();
    },
    async 'a reported account'(page, { ofAccount }) {
      await page.goto(reportScreen(ofAccount));
      await section(page, 'Đối tượng bị báo cáo').waitFor();
      await page.waitForLoadState('networkidle');
    },
    async 'a deleted post'(page, { ofDeleted }) {
      await page.goto(reportScreen(ofDeleted));
      await page.getByText('Nội dung gốc đã bị xóa').waitFor();
    },
  },
  chat: {
    async 'a quote that is written'(page) {
      await openMessageMenu(page);
      await menuItem(page, 'Trích dẫn').click();
      await page.getByRole('button', { name: 'Bỏ trích dẫn' }).waitFor();
    },
    async 'a text that is too long'(page, { user }) {
      await press(page, 'Bỏ trích dẫn');
      await box(page, user).fill('dài '.repeat(2_000));
    },
    async 'canned replies'(page, { user }) {
      await box(page, user).fill('');
      await box(page, user).pressSequentially('/');
      await page.getByRole('listbox', { name: 'Câu trả lời mẫu' }).waitFor();
    },
    async 'the dialog of canned replies'(page, { user }) {
      await box(page, user).fill('');
      await press(page, 'Thêm');
      await menuItem(page, 'Câu trả lời mẫu').click();
      await dialog(page).getByText('/chào').waitFor();
    },
    async 'a canned reply with errors'(page) {
      await dialog(page).getByRole('button', { name: 'Thêm câu trả lời mẫu' }).click();
      await dialog(page).getByRole('button', { name: 'Lưu', exact: true }).click();
      await dialog(page).locator('[aria-invalid="true"]').first().waitFor();
    },
    async 'a colleague who looks at it'(page, { user }, panel) {
      await openConversation(page, user);
      await openConversation(await newPageOfOther(panel, uniqueName(LONG_NAME)), user);
      await page
        .getByText(/đang xem$/)
        .first()
        .waitFor();
    },
    async 'a note among the messages'(page) {
      await page.getByRole('radio', { name: 'Ghi chú nội bộ', exact: true }).check();
      const conversation = page.getByRole('region', { name: 'Cuộc trò chuyện' });
      await conversation.getByRole('textbox', { name: 'Viết ghi chú' }).fill(UNBROKEN);
      await page.keyboard.press('Enter');
      await page.getByRole('log').getByText(UNBROKEN).last().waitFor();
    },
    async 'the field for a note'(page) {
      await page.getByRole('radio', { name: 'Ghi chú nội bộ', exact: true }).check();
    },
    async 'a search in the conversation'(page) {
      await press(page, 'Tìm trong cuộc trò chuyện');
      await page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' }).fill('giúp');
      await page.getByRole('region', { name: 'Kết quả tìm kiếm' }).getByRole('button').first().waitFor();
    },
    async 'the menu of a message'(page, { user }) {
      await openConversation(page, user);
      await openMessageMenu(page);
    },
    async 'an empty conversation'(page, { author }) {
      await page.goto(chatUrl(author));
      await page.getByText('Chưa có tin nhắn nào').waitFor();
    },
    async 'the list alone'(page) {
      await page.goto('/admin/chat');
      await page.getByText(NO_CONVERSATION_CHOSEN).waitFor();
    },
    async 'a search over all conversations'(page) {
      await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('giúp');
      await page.getByRole('region', { name: 'Tin nhắn', exact: true }).getByRole('link').first().waitFor();
    },
  },
  appeals: {
    async 'decided ones'(page) {
      await page.getByRole('tab', { name: 'Đã xử lý' }).click();
      await page.getByText('Chưa có khiếu nại nào được xử lý').waitFor();
    },
  },
  settings: {
    async 'the hint of a screen'(page) {
      await press(page, /^Gợi ý cho trang này/);
      await dialog(page).waitFor();
    },
    async 'a new webhook'(page) {
      await close(page);
      await press(page, 'Thêm webhook');
      await dialog(page).waitFor();
    },
  },
  account: {
    async 'the set-up of the second factor'(page) {
      await beginSetUp(page);
      await secondFactor(page)
        .getByLabel(/^Mã 6 chữ số/)
        .press('Enter');
      await secondFactor(page).getByRole('alert').waitFor();
    },
  },
  guide: {
    async 'a search'(page) {
      await page.getByLabel('Tìm trong hướng dẫn').fill('phím');
      await page.locator('mark').first().waitFor();
    },
    async 'nothing found'(page) {
      await page.getByLabel('Tìm trong hướng dẫn').fill('khôngcógì');
      await page.getByText('Không có mục nào có từ khóa này').waitFor();
    },
  },
};
