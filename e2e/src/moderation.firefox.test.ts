import { expect } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { APPEALS_SCREEN, objectWhileSuspended, punishUser, signInAsUser } from './harness/appeals.ts';
import { createUsers } from './harness/data.ts';
import { type Firefox, test } from './harness/firefox.ts';
import { find, gone, shown, textsOf, waitForScreen } from './harness/firefox-page.ts';
import { createSubjects, DECIDABLE, fileReport, reportScreen } from './harness/report-detail.ts';
import { createReports, REPORTS_SCREEN, storedReport } from './harness/report-list.ts';
import { eventually } from './harness/test.ts';
import { USERS_SCREEN } from './harness/user-table.ts';
import { dialog, having, named, row, toast } from './harness/xpaths.ts';

const statusOf = async (firefox: Firefox, id = '') => (await storedReport(firefox, id))?.status;
const deletedAt = async ({ db }: Firefox, postId: string) =>
  (await db.selectFrom('posts').select('deleted_at').where('id', '=', postId).executeTakeFirst())?.deleted_at;
/** Waits until the row with this text has the focus. */
const hasRowFocus = (page: Page, text: string) =>
  eventually(() => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent)).toContain(text);

test('report list: four reports by keyboard alone → each has the status of its key, the focus moves on', async ({
  firefox,
}) => {
  const [first, second, third] = (await createReports(firefox, 4)).map(({ id }) => id).reverse();
  const page = await firefox.open(`${REPORTS_SCREEN}?status=pending`);
  await shown(page, row('Người báo 04'));
  await page.keyboard.press('j');
  await hasRowFocus(page, 'Người báo 04');
  await page.keyboard.press('3');
  await gone(page, row('Người báo 04'));
  await hasRowFocus(page, 'Người báo 03');
  await page.keyboard.press('4');
  await gone(page, row('Người báo 03'));
  await hasRowFocus(page, 'Người báo 02');
  await page.keyboard.press('Enter');
  await waitForScreen(page, 'Chi tiết báo cáo');
  await page.waitForSelector(DECIDABLE);
  await page.keyboard.press('2');
  await eventually(() => Promise.all([first, second, third].map((id) => statusOf(firefox, id)))).toEqual([
    'resolved',
    'rejected',
    'reviewing',
  ]);
});

test('report: a takedown, and undo in its toast → the post and the report are as before', async ({ firefox }) => {
  const { post } = await createSubjects(firefox);
  const id = await fileReport(firefox, { itemType: 'Post', itemId: post.id });
  const page = await firefox.open(reportScreen(id));
  await page.waitForSelector(DECIDABLE);
  await find(page, named('button', 'Vi phạm…')).click();
  const sheet = dialog('Ra quyết định');
  await find(page, sheet, having('label', 'Spam và quảng cáo')).click();
  await find(page, sheet, named('button', 'Gỡ, cảnh cáo')).click();
  const done = toast('Đã quyết định: gỡ nội dung, cảnh cáo');
  await shown(page, done);
  await eventually(() => statusOf(firefox, id)).toBe('resolved');
  expect(await deletedAt(firefox, post.id)).not.toBeNull();
  await find(page, done, named('button', 'Hoàn tác')).click();
  await eventually(() => statusOf(firefox, id)).toBe('pending');
  expect(await deletedAt(firefox, post.id)).toBeNull();
  await shown(page, having('button', 'Chờ xử lý'));
});

test('user search: a name typed as a Vietnamese input method does, then without marks → the same user', async ({
  firefox,
}) => {
  const names = ['Nguyễn Văn An', 'Đặng Thị Nguyệt', 'Lý Quốc Bảo'];
  await createUsers(firefox.db, names.length, (index) => ({ username: names[index] ?? '' }));
  const page = await firefox.open(USERS_SCREEN);
  await shown(page, row('Lý Quốc Bảo'));
  await find(page, named('input', 'Tìm kiếm người dùng')).click();
  // Telex for 'đặ': the input method replaces the letters before the mark.
  for (const [typed, replaced] of [
    ['d', 'đ'],
    ['a', 'ă'],
    ['', 'ặ'],
  ] as const) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Backspace');
    await page.keyboard.type(replaced);
  }
  await page.keyboard.type('ng thị');
  await gone(page, row('Lý Quốc Bảo'));
  const found = () => textsOf(page, '//*[@data-row]');
  const one = [expect.stringContaining('Đặng Thị Nguyệt')];
  await eventually(found).toEqual(one);
  expect(new URL(page.url()).searchParams.get('q')).toBe('đặng thị');
  await page.keyboard.press('Escape');
  await shown(page, row('Lý Quốc Bảo'));
  await page.keyboard.type('DANG thi');
  await eventually(found).toEqual(one);
});

test('appeal of a suspended user: overturned → the post is restored, and the user signs in', async ({ firefox }) => {
  const { user, post } = await punishUser(firefox);
  await objectWhileSuspended(firefox, user, 'Tôi chỉ chia sẻ kinh nghiệm đi chợ.');
  const page = await firefox.open(APPEALS_SCREEN);
  await find(page, row(user.username), '//a').click();
  const sheet = dialog('Khiếu nại');
  await find(page, sheet, named('button', 'Gửi kết luận')).click();
  await shown(page, sheet, having('*', 'Vui lòng chọn giữ nguyên hoặc hủy quyết định'));
  await find(page, sheet, having('label', 'Hủy quyết định')).click();
  await find(page, sheet, named('textarea', 'Ghi chú nội bộ')).fill('Bài viết là kinh nghiệm cá nhân');
  await find(page, sheet, named('button', 'Gửi kết luận')).click();
  await shown(page, toast('Đã hủy quyết định'));
  await gone(page, sheet);
  await gone(page, row(user.username));
  expect(await deletedAt(firefox, post.id)).toBeNull();
  expect((await signInAsUser(firefox, user)).status).toBe(200);
});
