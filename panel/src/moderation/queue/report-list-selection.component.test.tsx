import { confirmPassword } from '@hai-dang/contract/account/account.endpoints.ts';
import { reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReauthenticationHost } from '../../app/reauthentication-host.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import {
  selectionBar as bar,
  deleteButton,
  expectRows,
  idOf,
  openReports,
  respondWithReports,
  rowOf,
  toastOf,
} from './report-queue.samples.tsx';

const dialog = () => page.getByRole('alertdialog');
const isClosed = () => expect.element(dialog()).not.toBeInTheDocument();
const choose = (reporter: string) => rowOf(reporter).getByRole('checkbox').click();
const chooseAll = () => page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' }).click();
const says = (text: string | RegExp) => expect.element(bar().getByText(text)).toBeVisible();
const inBar = (name: string) => bar().getByRole('button', { name: new RegExp(`^${name}`) });
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const selected = () => document.querySelectorAll('[data-row][aria-selected="true"]').length;
const grid = () => page.getByRole('grid', { name: 'Danh sách báo cáo' });

/** Presses a button by its key: the focus is on it then. */
async function press(name: string): Promise<void> {
  inBar(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

describe('ReportsScreen: selected reports', () => {
  test('one that is deleted, by this or another administrator: is no longer selected, nor named in the question', async () => {
    const queue = respondWithReports(4);
    const { send } = await openReports();
    await expectRows('04', '03', '02', '01');
    for (const reporter of ['Người báo 04', 'Người báo 03', 'Người báo 02']) await choose(reporter);
    await deleteButton('Người báo 04').click();
    await confirm('Xóa');
    await says('Đã chọn 2 báo cáo');
    queue.remove(idOf('03'));
    send(reportRemoved, { reportId: idOf('03'), itemType: 'Post', itemId: 'post-03' });
    await says('Đã chọn 1 báo cáo');
    await inBar('Đã xử lý').click();
    await expect.element(dialog()).toMatchTextContent(/Người báo 02/);
    expect(dialog().element().textContent).not.toMatch(/Người báo 0[34]/);
  });

  test('"Bỏ chọn" and a decision by keyboard: deselect them, and the list has the focus', async () => {
    const queue = respondWithReports(2);
    await openReports();
    await choose('Người báo 02');
    await press('Bỏ chọn');
    await expect.element(grid()).toHaveFocus();
    await choose('Người báo 02');
    await press('Đã xử lý');
    await expect.element(dialog()).toBeVisible();
    await confirm('Cập nhật');
    await expect.element(toastOf('Đã cập nhật trạng thái 1 báo cáo')).toBeVisible();
    await expect.element(grid()).toHaveFocus();
    expect(queue.statusOf('02')).toBe('resolved');
  });

  test('a bulk decision: names the reports, keeps those that fail selected with the reason, and an undo reverts the rest', async () => {
    const queue = respondWithReports(12);
    queue.errors.set(idOf('06'), new ErrorResponse('INTERNAL_ERROR', { message: 'Hệ thống đang bận' }));
    await openReports();
    await expect.element(rowOf('Người báo 12')).toBeVisible();
    await chooseAll();
    await says('Đã chọn 12 báo cáo');
    await inBar('Đã xử lý').click();
    for (const text of [
      /12 báo cáo/,
      /“Đã xử lý”/,
      /Báo cáo của Người báo 12 về một bài viết – Spam \(Chờ xử lý\)/,
      /và 9 báo cáo khác/,
    ]) {
      await expect.element(dialog()).toMatchTextContent(text);
    }
    await confirm('Cập nhật');
    const done = toastOf('Đã cập nhật trạng thái 11 báo cáo');
    await expect.element(done).toBeVisible();
    await says('Đã chọn 1 báo cáo');
    await expect.element(rowOf('Người báo 06')).toHaveAttribute('aria-selected', 'true');
    await expect.element(rowOf('Người báo 06')).toMatchTextContent(/Hệ thống đang bận/);
    expect(queue.stored.filter(({ status }) => status === 'resolved')).toHaveLength(11);
    await done.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(toastOf('Đã hoàn tác 11 báo cáo')).toBeVisible();
    expect(queue.stored.every(({ status }) => status === 'pending')).toBe(true);
  });

  test('a bulk deletion: shows its progress; stopped, it leaves the rest selected', async () => {
    const queue = respondWithReports(20);
    const later = Promise.withResolvers<void>();
    let calls = 0;
    queue.until = () => {
      calls += 1;
      return calls > 2 ? later.promise : Promise.resolve();
    };
    await openReports();
    await expect.element(rowOf('Người báo 20')).toBeVisible();
    await chooseAll();
    await inBar('Xóa').click();
    await confirm('Xóa');
    await says('Đang xử lý 2/20…');
    await inBar('Dừng').click();
    later.resolve();
    await says(/^Đã chọn \d+ báo cáo$/);
    const left = queue.stored.length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(18);
    await says(`Đã chọn ${left} báo cáo`);
    expect(selected()).toBe(left);
  });

  test('a bulk deletion that needs the password: asks once; cancelled, it keeps all selected; entered, it deletes all', async () => {
    const queue = respondWithReports(9);
    let isConfirmed = false;
    let asked = 0;
    queue.until = () =>
      isConfirmed ? Promise.resolve() : Promise.reject(new ErrorResponse('PASSWORD_CONFIRMATION_REQUIRED'));
    respondTo(confirmPassword, () => {
      asked += 1;
      isConfirmed = true;
      return { success: true };
    });
    await openReports('', <ReauthenticationHost />);
    await expect.element(rowOf('Người báo 09')).toBeVisible();
    await chooseAll();
    const question = page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });
    const password = question.getByLabelText('Mật khẩu của bạn', { exact: true });

    await inBar('Xóa').click();
    await confirm('Xóa');
    await expect.element(password).toHaveFocus();
    await question.getByRole('button', { name: 'Hủy' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await isClosed();
    await says('Đã chọn 9 báo cáo');
    expect(page.getByText(/Không thể xóa báo cáo/).elements()).toEqual([]);
    expect(queue.stored).toHaveLength(9);

    await inBar('Xóa').click();
    await confirm('Xóa');
    await password.fill('mật khẩu');
    await userEvent.keyboard('{Enter}');
    await expect.element(toastOf('Đã xóa 9 báo cáo')).toBeVisible();
    expect(queue.stored).toEqual([]);
    expect(asked).toBe(1);
  });
});
