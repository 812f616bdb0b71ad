import { expect, type Page } from '@playwright/test';
import { createPosts, createUser } from './harness/data.ts';
import {
  action,
  decide,
  decideButton,
  decisionsOn,
  note,
  openReported,
  openSheet,
  rule,
  SPAM,
  sheet,
} from './harness/decision-sheet.ts';
import { decideByOther } from './harness/decisions.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { historyOf, section, statusBox } from './harness/report-detail.ts';
import { REPORTS_SCREEN, silenceSocket } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { BY_KEYBOARD, type Panel, test } from './harness/test.ts';

const SPAM_TEXT = 'Không đăng đi đăng lại cùng một nội dung';
const evidence = (page: Page) => sheet(page).getByRole('region', { name: 'Bằng chứng' });
const undo = (page: Page, done: string) => toast(page, done).getByRole('button', { name: 'Hoàn tác' }).click();

const statuses = async ({ db }: Panel) =>
  (await db.selectFrom('reports').select('status').orderBy('id').execute()).map(({ status }) => status);
const isTakenDown = async ({ db }: Panel, id: string) => {
  const row = await db.selectFrom('posts').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow();
  return row.deleted_at !== null;
};

test.describe('decision sheet', () => {
  test('by mouse from a report: proposes, shows the consequences, decides, and undo reverts all of them', async ({
    panel,
  }) => {
    const { page, post } = await openReported(panel, 3);
    await openSheet(page);
    await sheet(page).getByText('Bài viết: Bán tour giá rẻ').waitFor();
    await sheet(page).getByText('3 báo cáo đang mở trong 3 báo cáo của 3 người').waitFor();
    await sheet(page).getByText('Không có điểm trong hạn · 0 cảnh cáo · 0 khiếu nại thắng').waitFor();
    await sheet(page).getByText('Người báo cáo chưa có báo cáo nào khác được kết luận').waitFor();
    await evidence(page).getByText('Chuyển khoản trước nhé').waitFor();

    await rule(page, SPAM).check();
    await sheet(page).getByText(SPAM_TEXT).waitFor();
    await sheet(page).getByText('0 điểm + 1 điểm của quy tắc này = 1 điểm').waitFor();
    await expect(action(page, 'Gỡ nội dung')).toBeChecked();
    await expect(action(page, 'Cảnh cáo')).toBeChecked();
    await action(page, 'Vô hiệu hóa').check();
    await action(page, 'Tạm khóa').check();
    await expect(action(page, 'Vô hiệu hóa')).not.toBeChecked();
    await sheet(page).getByLabel('Thời gian tạm khóa').selectOption('3 ngày');
    await expect(decideButton(page)).toHaveAccessibleName('Gỡ, cảnh cáo, tạm khóa 3 ngày');
    await expect(decideButton(page)).toHaveAccessibleDescription(
      /Bài viết bị gỡ · thêm một cảnh cáo · tài khoản bị tạm khóa 3 ngày, đến \d\d:\d\d \d\d\/\d\d\/\d{4} · 1 điểm đến \d\d\/\d\d\/\d{4} · 3 báo cáo đóng: Đã xử lý · 4 thư$/,
    );
    await note(page).fill('Đã nhắc hai lần');
    await decide(page);

    const done = 'Đã quyết định: gỡ nội dung, cảnh cáo, tạm khóa 3 ngày';
    await toast(page, done).getByText('Bán tour giá rẻ').waitFor();
    await sheet(page).waitFor({ state: 'hidden' });
    await expect(statusBox(page)).toHaveText('Đã xử lý');
    await section(page, 'Tóm tắt')
      .getByText(/^Tạm khóa đến /)
      .waitFor();
    expect(await statuses(panel)).toEqual(['resolved', 'resolved', 'resolved']);
    expect(await isTakenDown(panel, post.id)).toBe(true);
    await historyOf(page).filter({ hasText: 'Quyết định, kết quả “Đã xử lý”' }).waitFor();

    await undo(page, done);
    await toast(page, 'Đã hoàn tác quyết định').waitFor();
    await expect(statusBox(page)).toHaveText('Chờ xử lý');
    expect(await statuses(panel)).toEqual(['pending', 'pending', 'pending']);
    expect(await isTakenDown(panel, post.id)).toBe(false);
  });

  test('from a post without a report: it is taken down and removed from the list', async ({ panel }) => {
    const author = await createUser(panel.db, { username: 'Nguyễn Tác Giả' });
    await createPosts(panel.db, author.id, 2);
    const page = await panel.newPage();
    await page.goto(`/admin/users/${author.id}`);
    const post = page.getByRole('article').filter({ hasText: 'Bài viết số 2' });
    await post.getByRole('button', { name: 'Xử lý bài viết' }).click();
    await sheet(page).getByText('Bài viết: Bài viết số 2').waitFor();
    await evidence(page).getByText('Bài viết số 2').waitFor();
    await rule(page, SPAM).check();
    // The post that is gone is not fetched again, not even while the sheet closes.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await decide(page);
    await toast(page, 'Đã quyết định').waitFor();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Bài viết (1)' }).waitFor();
    expect(asked.filter((path) => /^\/api\/admin\/posts\/[^/]+$/.test(path))).toEqual([]);
  });

  test('from the user list and from a subject with several reports', BY_KEYBOARD, async ({ panel }) => {
    await openReported(panel, 2);
    const page = await panel.open('/admin/users');
    await page.getByRole('row').filter({ hasText: 'Nguyễn Tác Giả' }).focus();
    await page.keyboard.press('d');
    await sheet(page).getByText('Tài khoản: Nguyễn Tác Giả').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${REPORTS_SCREEN}?group=1`);
    await page.getByRole('button', { name: 'Xử lý Bán tour giá rẻ' }).click();
    await sheet(page).getByText('2 báo cáo đang mở').waitFor();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await sheet(page).getByText('2 báo cáo đang mở').waitFor();
  });

  test('another administrator decides meanwhile: shows the changes, keeps the input, and decides on a second press', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const page = await panel.newPage();
    await silenceSocket(page);
    const { post } = await openReported(panel, 2, page);
    await openSheet(page);
    await rule(page, SPAM).check();
    await action(page, 'Cảnh cáo').uncheck();
    await note(page).fill('Quảng cáo tour');
    await decideByOther(panel, { itemType: 'Post', itemId: post.id });
    await decide(page);
    const alert = sheet(page).getByRole('alert');
    await alert.getByText('Đối tượng vừa thay đổi').waitFor();
    await alert.getByText('Báo cáo đang mở: 2 → 0').waitFor();
    await alert.getByText('Quyết định · Trưởng ca').waitFor();
    await expect(note(page)).toHaveValue('Quảng cáo tour');
    await expect(action(page, 'Cảnh cáo')).not.toBeChecked();
    expect(await decisionsOn(panel, post.id)).toHaveLength(1);
    await decide(page);
    await toast(page, 'Đã quyết định: gỡ nội dung').waitFor();
    expect((await decisionsOn(panel, post.id)).map(({ outcome }) => outcome)).toEqual(['no_violation', 'violation']);
  });
});
