import { expect } from '@playwright/test';
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
import { decideByOther, deleteByOther } from './harness/decisions.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { silenceSocket } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { test } from './harness/test.ts';

test.describe('decision sheet: conflicts', () => {
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

  test('the response is lost: a second press says that it is decided, and nothing is done twice', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const page = await panel.newPage();
    const { post } = await openReported(panel, 2, page);
    await openSheet(page);
    await rule(page, SPAM).check();
    const isDecision = ({ pathname }: URL) => pathname === '/api/admin/decisions';
    await page.route(isDecision, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await decide(page);
    await sheet(page).getByText('Chưa gửi được quyết định').waitFor();
    await page.unroute(isDecision);
    await decide(page);
    await toast(page, 'Bạn đã quyết định').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    expect(await decisionsOn(panel, post.id)).toHaveLength(1);
  });

  test('the response to one press is lost: the retry says that it is decided, and nothing is done twice', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest('network'));
    const { page, post } = await openReported(panel);
    const isDecision = ({ pathname }: URL) => pathname === '/api/admin/decisions';
    await page.route(isDecision, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.keyboard.press('h');
    const failed = toast(page, 'Chưa gửi được quyết định');
    await failed.waitFor();
    await page.unroute(isDecision);
    await failed.getByRole('button', { name: 'Thử lại' }).click();
    await toast(page, 'Bạn đã quyết định').waitFor();
    expect(await decisionsOn(panel, post.id)).toHaveLength(1);
  });

  test('the content is deleted meanwhile: says so, keeps the input, and offers no takedown', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const page = await panel.newPage();
    await silenceSocket(page);
    const { post } = await openReported(panel, 1, page);
    await openSheet(page);
    await rule(page, SPAM).check();
    await note(page).fill('Quảng cáo tour');
    await deleteByOther(panel, `/api/admin/deletePost/${post.id}`);
    await decide(page);
    const alert = sheet(page).getByRole('alert');
    await alert.getByText('Đối tượng vừa thay đổi').waitFor();
    await alert.getByText('Nội dung đã bị gỡ').waitFor();
    await expect(action(page, 'Gỡ nội dung')).toHaveCount(0);
    await expect(action(page, 'Cảnh cáo')).toBeChecked();
    await expect(note(page)).toHaveValue('Quảng cáo tour');
    await decide(page);
    await toast(page, 'Đã quyết định: cảnh cáo').waitFor();
  });

  test('the owner is deleted meanwhile: says so, keeps the input, and offers no penalty', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const page = await panel.newPage();
    await silenceSocket(page);
    const { post, author } = await openReported(panel, 1, page);
    await openSheet(page);
    await rule(page, SPAM).check();
    await action(page, 'Tạm khóa').check();
    await note(page).fill('Quảng cáo tour');
    await deleteByOther(panel, `/api/admin/users/${author.id}`);
    await decide(page);
    const alert = sheet(page).getByRole('alert');
    await alert.getByText('Đối tượng vừa thay đổi').waitFor();
    await alert.getByText('Tài khoản đã bị xóa').waitFor();
    for (const penalty of ['Cảnh cáo', 'Tạm khóa', 'Vô hiệu hóa']) await expect(action(page, penalty)).toHaveCount(0);
    await expect(note(page)).toHaveValue('Quảng cáo tour');
    await page.keyboard.press('Escape');
    expect(await decisionsOn(panel, post.id)).toEqual([]);
  });

  test('the rule is disabled meanwhile: asks for another one and keeps the rest', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const { page, post } = await openReported(panel);
    const setEnabled = (is_enabled: boolean) =>
      panel.db.updateTable('policies').set({ is_enabled }).where('key', '=', 'spam').execute();
    panel.onFinished(() => setEnabled(true));
    await openSheet(page);
    await rule(page, SPAM).check();
    await action(page, 'Cảnh cáo').uncheck();
    await note(page).fill('Quảng cáo tour');
    await setEnabled(false);
    await decide(page);
    await sheet(page).getByText('Quy tắc bạn chọn vừa được tắt, vui lòng chọn quy tắc khác').waitFor();
    await expect(rule(page, SPAM)).toHaveCount(0);
    await expect(note(page)).toHaveValue('Quảng cáo tour');
    await decide(page);
    await sheet(page).getByText('Vui lòng chọn quy tắc bị vi phạm').waitFor();
    await rule(page, /^Vi phạm khác/).check();
    await expect(action(page, 'Gỡ nội dung')).toBeChecked();
    await expect(action(page, 'Cảnh cáo')).not.toBeChecked();
    await decide(page);
    await toast(page, 'Đã quyết định: gỡ nội dung').waitFor();
    expect((await decisionsOn(panel, post.id)).map(({ policy_key }) => policy_key)).toEqual(['other']);
  });
});
