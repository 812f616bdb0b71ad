import { expect, type Page } from '@playwright/test';
import { createPosts, createUser } from './harness/data.ts';
import {
  action,
  decide,
  decisionsOn,
  note,
  openReported,
  openSheet,
  rule,
  SPAM,
  sheet,
} from './harness/decision-sheet.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { historyOf, noteBox, section, statusBox } from './harness/report-detail.ts';
import { REPORTS_SCREEN } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { BY_KEYBOARD, NARROW, type Panel, SIZES, test } from './harness/test.ts';

const DECIDE_CALL = '/api/admin/decisions';
const SPAM_TEXT = 'Không đăng đi đăng lại cùng một nội dung';
const evidence = (page: Page) => sheet(page).getByRole('region', { name: 'Bằng chứng' });
const sentences = (page: Page) => section(page, 'Khi bạn nhấn Quyết định').getByRole('listitem');
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
    await expect(sentences(page)).toHaveText([
      'Bài viết sẽ bị gỡ',
      'Nguyễn Tác Giả có thêm một cảnh cáo trong hồ sơ',
      /^Tài khoản Nguyễn Tác Giả bị tạm khóa 3 ngày, đến \d\d:\d\d \d\d\/\d\d\/\d{4}$/,
      /^Nguyễn Tác Giả nhận 1 điểm, hết hạn ngày \d\d\/\d\d\/\d{4}$/,
      '3 báo cáo đang mở được đóng với kết quả Đã xử lý',
    ]);
    await note(page).fill('Đã nhắc hai lần');
    await decide(page);

    const done = 'Đã quyết định: gỡ nội dung, cảnh cáo, tạm khóa 3 ngày';
    await toast(page, done).getByText('Bán tour giá rẻ').waitFor();
    await sheet(page).waitFor({ state: 'hidden' });
    await expect(statusBox(page)).toHaveText('Đã xử lý');
    await section(page, 'Đối tượng bị báo cáo')
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

  test('evidence of a post that was edited since, and of an account without a report', async ({ panel }) => {
    const { page, post, author } = await openReported(panel);
    await panel.db.updateTable('posts').set({ content: 'Nội dung khác' }).where('id', '=', post.id).execute();
    await page.reload();
    await openSheet(page);
    await evidence(page).getByText('Nội dung đã được chỉnh sửa sau khi bị báo cáo').waitFor();
    await evidence(page).getByText('Chuyển khoản trước nhé').waitFor();
    await evidence(page).getByRole('button', { name: 'Hiện tại' }).click();
    await evidence(page).getByText('Nội dung khác').waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`/admin/users/${author.id}`);
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Xử lý tài khoản' }).click();
    await evidence(page).getByText('Thích biển').waitFor();
  });

  test(
    'by keyboard alone: d opens, Esc keeps a draft, digits choose, Ctrl+Enter decides once even if it is held',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { page, post } = await openReported(panel, 2);
      await page.keyboard.press('d');
      await sheet(page).getByText('Bài viết: Bán tour giá rẻ').waitFor();
      await expect(rule(page, 'Không vi phạm')).toBeFocused();

      await page.keyboard.press('1');
      await expect(rule(page, /^An toàn trẻ em/)).toBeFocused();
      await expect(action(page, 'Vô hiệu hóa')).toBeChecked();
      await page.keyboard.press('k');
      await expect(rule(page, 'Không vi phạm')).toBeChecked();
      await note(page).focus();
      await page.keyboard.type('k1 đã xem kỹ');
      await expect(rule(page, 'Không vi phạm')).toBeChecked();
      await page.keyboard.press('Escape');
      await sheet(page).waitFor({ state: 'hidden' });
      expect(await statuses(panel)).toEqual(['pending', 'pending']);

      await page.keyboard.press('d');
      await expect(note(page)).toHaveValue('k1 đã xem kỹ');
      await expect(rule(page, 'Không vi phạm')).toBeChecked();
      await page.keyboard.press('Enter');
      expect(await decisionsOn(panel, post.id)).toEqual([]);
      await page.keyboard.down('Control');
      for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.keyboard.up('Control');
      await toast(page, 'Đã kết luận: không vi phạm').waitFor();
      await expect(statusBox(page)).toHaveText('Từ chối');
      expect(await decisionsOn(panel, post.id)).toHaveLength(1);
      // The text that was typed is sent, and no draft any more.
      await page.keyboard.press('d');
      await expect(note(page)).toHaveValue('');
    },
  );

  test('the focus returns to its previous position', BY_KEYBOARD, async ({ panel }) => {
    const { page } = await openReported(panel);
    const button = page.getByRole('button', { name: 'Xử lý', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(rule(page, 'Không vi phạm')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('an account without any report: from its page, with an entered number of days', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Lan' });
    const page = await panel.open(`/admin/users/${user.id}`);
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Xử lý tài khoản' }).click();
    await sheet(page).getByText('Chưa có báo cáo nào').waitFor();
    await rule(page, /^Mạo danh/).check();
    await expect(action(page, 'Gỡ nội dung')).toHaveCount(0);
    await sheet(page).getByLabel('Thời gian tạm khóa').selectOption('Tự chọn');
    await sheet(page).getByLabel('Số ngày').fill('400');
    await decide(page);
    await sheet(page).getByText('Số ngày tạm khóa từ 1 đến 365').waitFor();
    await expect(sheet(page).getByLabel('Số ngày')).toBeFocused();
    await sheet(page).getByLabel('Số ngày').fill('14');
    await decide(page);
    await toast(page, 'Đã quyết định: tạm khóa 14 ngày').waitFor();
    await page.getByText(/^Tạm khóa đến \d\d:\d\d \d\d\/\d\d\/\d{4}$/).waitFor();
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

  test('without a network the input is kept, also over a reload', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const { page } = await openReported(panel);
    await openSheet(page);
    await rule(page, SPAM).check();
    await note(page).fill('Quảng cáo tour');
    const letThrough = await spoil(page, DECIDE_CALL, 'network');
    await decide(page);
    await sheet(page).getByRole('alert').getByText('Chưa gửi được quyết định').waitFor();
    await letThrough();
    await page.reload();
    await openSheet(page);
    await expect(note(page)).toHaveValue('Quảng cáo tour');
    await expect(rule(page, SPAM)).toBeChecked();
    await decide(page);
    await toast(page, 'Đã quyết định: gỡ nội dung, cảnh cáo').waitFor();
  });

  test('a subject that cannot be loaded has a retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const { page, post } = await openReported(panel);
    const letThrough = await spoil(page, `/api/admin/subjects/Post/${post.id}`, { status: 500 });
    await openSheet(page);
    await sheet(page).getByText('Không thể tải thông tin đối tượng').waitFor();
    await letThrough();
    await sheet(page).getByRole('button', { name: 'Thử lại' }).click();
    await rule(page, SPAM).waitFor();
  });

  test('the letters: shown as sent, edited, skipped, kept, and sent as shown', async ({ panel }) => {
    const { page, author, post } = await openReported(panel, 1);
    await openSheet(page);
    await rule(page, SPAM).check();
    const owner = section(page, 'Thư gửi người vi phạm');
    const reporters = section(page, 'Thư gửi người báo cáo');
    await expect(owner).toContainText('Chào Nguyễn Tác Giả');
    await expect(reporters).toContainText('Cảm ơn bạn đã báo cáo bài viết “Bán tour giá rẻ”');
    await expect(owner).toContainText('bạn có thể khiếu nại một lần, ngay trong ứng dụng');

    await owner.getByRole('button', { name: 'Sửa' }).click();
    const box = sheet(page).getByRole('textbox', { name: 'Thư gửi người vi phạm' });
    await expect(box).toHaveValue(/^Chào \{tên\},.*\{nội dung\}.*\{hạn khiếu nại\}/su);
    await box.fill('');
    await box.pressSequentially('{tên} ơi, bài 1 và 2 đã bị gỡ.');
    await expect(owner.getByText('Nguyễn Tác Giả ơi, bài 1 và 2 đã bị gỡ.')).toBeVisible();
    await expect(rule(page, SPAM)).toBeChecked();
    await reporters.getByRole('button', { name: 'Không gửi' }).click();
    await expect(reporters).toContainText('Không gửi thư.');

    await action(page, 'Cảnh cáo').uncheck();
    await expect(owner).toContainText('Thư mẫu đã khác đi');
    await expect(box).toHaveValue('{tên} ơi, bài 1 và 2 đã bị gỡ.');
    await page.keyboard.press('Escape');
    await openSheet(page);
    await expect(box).toHaveValue('{tên} ơi, bài 1 và 2 đã bị gỡ.');

    await decide(page);
    await sheet(page).waitFor({ state: 'hidden' });
    const letters = await panel.db.selectFrom('letters').selectAll().where('subject_id', '=', post.id).execute();
    expect(letters).toMatchObject([
      { kind: 'takedown', recipient_id: author.id, text: '{tên} ơi, bài 1 và 2 đã bị gỡ.', has_message: true },
    ]);
  });

  test('the letters: an empty one is named, and a preview that fails has a retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(503));
    const { page, post } = await openReported(panel, 1);
    const heal = await spoil(page, '/api/admin/decisions/preview', { status: 503 });
    await openSheet(page);
    await rule(page, SPAM).check();
    await sheet(page).getByText('Chưa xem trước được thư').waitFor();
    await heal();
    await sheet(page).getByRole('button', { name: 'Thử lại' }).click();
    const owner = section(page, 'Thư gửi người vi phạm');
    await owner.getByRole('button', { name: 'Sửa' }).click();
    const box = sheet(page).getByRole('textbox', { name: 'Thư gửi người vi phạm' });
    await box.fill(' ');
    await decide(page);
    await expect(box).toHaveAccessibleDescription(/Vui lòng nhập nội dung thư/);
    expect(await decisionsOn(panel, post.id)).toEqual([]);
    await owner.getByRole('button', { name: 'Dùng thư mẫu' }).click();
    await decide(page);
    await sheet(page).waitFor({ state: 'hidden' });
  });

  test('leaves the note of the report and its status keys unchanged', async ({ panel }) => {
    const { page } = await openReported(panel);
    await noteBox(page).fill('ghi chú khác');
    await noteBox(page).press('d');
    await expect(sheet(page)).toHaveCount(0);
    await openSheet(page);
    await rule(page, SPAM).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Escape');
    expect(await statuses(panel)).toEqual(['pending']);
  });

  for (const options of SIZES) {
    test(`a chosen rule that is out of sight is named at the foot, ${options.size}`, async ({ panel }) => {
      const { page } = await openReported(panel, 2, await panel.newPage(options));
      await openSheet(page);
      await rule(page, SPAM).waitFor();
      await rule(page, /^Lừa đảo/).check();
      // The chosen rule is out of sight on a narrow screen.
      const foot = sheet(page).getByText('Lừa đảo: Gỡ nội dung');
      if (options.viewport === NARROW) await expect(foot).toBeInViewport();
      else await expect(foot).toBeHidden();
    });
  }
});
