import { reportAdded, reportChanged, reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ErrorResponse } from '../../testing/responses.ts';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import {
  currentSearch,
  deleteButton,
  expectFocus,
  expectRows,
  idOf,
  openFilters,
  openReports,
  respondWithReports,
  rowOf,
  statusCount,
  toastOf,
} from './report-queue.samples.tsx';

const FAILED = 'Không thể cập nhật trạng thái báo cáo';
const NEW = /^1 báo cáo mới/;
const PENDING = 'Chờ xử lý';
const itemOf = (number: string) => ({ itemType: 'Post' as const, itemId: `post-${number}` });
const rowHas = (number: string, text: string) =>
  expect.element(rowOf(`Người báo ${number}`).getByText(text, { exact: true })).toBeVisible();
const dialog = () => page.getByRole('alertdialog');
const isClosed = () => expect.element(dialog()).not.toBeInTheDocument();

describe('ReportsScreen: a decision', () => {
  test('that fails is reverted; "Thử lại" in its toast sets that report, wherever the focus is', async () => {
    const queue = respondWithReports(2);
    queue.errors.set(idOf('02'), new ErrorResponse('INTERNAL_ERROR'));
    await openReports('?status=pending');
    await expectRows('02', '01');
    await userEvent.keyboard('j3');
    const failure = toastOf(FAILED);
    await expect.element(failure.getByText(/Người báo 02/)).toBeVisible();
    await expectRows('02', '01');
    await rowHas('02', PENDING);
    await expect.element(statusCount(new RegExp(PENDING))).toHaveTextContent(`${PENDING} (2)`);
    await userEvent.keyboard('j');
    await expectFocus(idOf('01'));
    queue.errors.clear();
    await failure.getByRole('button', { name: 'Thử lại' }).click();
    await expectRows('01');
    await expect.poll(() => [queue.statusOf('02'), queue.statusOf('01')]).toEqual(['resolved', 'pending']);
  });

  test('on a report that another administrator has changed: shows the change; the next key rests on it', async () => {
    const queue = respondWithReports(1);
    await openReports('?status=pending');
    await expectRows('01');
    queue.change(idOf('01'), 'rejected');
    await userEvent.keyboard('j3');
    await expect.element(toastOf('Báo cáo vừa được quản trị viên khác thay đổi: Từ chối')).toBeVisible();
    await rowHas('01', 'Từ chối');
    expect(queue.statusOf('01')).toBe('rejected');
    await userEvent.keyboard('k3');
    await expect.poll(() => queue.statusOf('01')).toBe('resolved');
  });

  test('in the list of the longest waiting: the report leaves it, and an undo puts it back in its place', async () => {
    const queue = respondWithReports(3);
    await openReports('?status=pending&sort=oldest');
    await expectRows('01', '02', '03');
    await userEvent.keyboard('j3');
    await expectRows('02', '03');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expectRows('01', '02', '03');
    expect(queue.statusOf('01')).toBe('pending');
  });

  test('on the last report of a queue: all is done; under a further filter the filters are what hides the rest', async () => {
    const queue = respondWithReports(1);
    await openReports('?status=pending');
    await expectRows('01');
    await userEvent.keyboard('j3');
    await expect.element(page.getByText('Đã xử lý hết', { exact: true })).toBeVisible();
    await expect.poll(() => queue.statusOf('01')).toBe('resolved');
    expect(page.getByText('Thử bỏ bớt bộ lọc.').query()).toBeNull();
    await openFilters();
    await page.getByLabelText('Lý do', { exact: true }).selectOptions('spam');
    await expect.element(page.getByText('Thử bỏ bớt bộ lọc.')).toBeVisible();
  });
});

describe('ReportsScreen: what another administrator does', () => {
  test('a decision: is shown at once in the row, which stays in its place, and in the counts', async () => {
    const queue = respondWithReports(3);
    const { send } = await openReports('?status=pending');
    await expectRows('03', '02', '01');
    const { version } = queue.change(idOf('02'), 'rejected');
    send(reportChanged, { reportId: idOf('02'), version, status: 'rejected', ...itemOf('02') });
    await rowHas('02', 'Từ chối');
    await rowHas('02', 'Không còn khớp bộ lọc');
    await expectRows('03', '02', '01');
    await expect.element(statusCount(new RegExp(PENDING))).toHaveTextContent(`${PENDING} (2)`);
    await expect.element(statusCount(/Từ chối/)).toHaveTextContent('Từ chối (1)');
  });

  test('a deletion: removes the row, and the count of what is left follows', async () => {
    const queue = respondWithReports(2);
    const { send } = await openReports();
    await expectRows('02', '01');
    queue.remove(idOf('01'));
    send(reportRemoved, { reportId: idOf('01'), ...itemOf('01') });
    await expectRows('02');
    await expect.element(page.getByText('1 báo cáo', { exact: true })).toBeVisible();
    await expect.element(statusCount(new RegExp(PENDING))).toHaveTextContent(`${PENDING} (1)`);
  });
});

describe('ReportsScreen: new reports', () => {
  /** Files a report of 'Người báo 04'. */
  function file(
    queue: ReturnType<typeof respondWithReports>,
    id: string,
    send: Awaited<ReturnType<typeof openReports>>['send'],
  ): void {
    queue.stored.unshift({
      ...SAMPLE_REPORT,
      _id: id,
      reporter: { _id: 'moi', username: `Người báo ${id}`, email: null, avatar: null },
      reportedItem: `post-${id}`,
    });
    send(reportAdded, { reportId: id, itemType: 'Post', itemId: `post-${id}`, accountId: null, reporterId: null });
  }

  test('are counted above the list, which stays as it is until they are shown', async () => {
    const queue = respondWithReports(2);
    const { send } = await openReports();
    await expectRows('02', '01');
    file(queue, '91', send);
    await expect.element(page.getByText(NEW)).toBeVisible();
    await expectRows('02', '01');
    await expect.element(statusCount(new RegExp(PENDING))).toHaveTextContent(`${PENDING} (3)`);
    await page.getByRole('button', { name: 'Hiển thị' }).click();
    await expectRows('91', '02', '01');
    await expect.element(page.getByText(NEW)).not.toBeInTheDocument();
    // The button that had the focus is gone.
    await expect.element(page.getByRole('grid')).toHaveFocus();
  });

  test('that the list has already, and those decided since, are not counted', async () => {
    const queue = respondWithReports(1);
    const { send } = await openReports();
    await expectRows('01');
    send(reportAdded, { reportId: idOf('01'), ...itemOf('01'), accountId: null, reporterId: null });
    file(queue, '92', send);
    await expect.element(page.getByText(NEW)).toBeVisible();
    send(reportChanged, { reportId: '92', version: 2, status: 'resolved', itemType: 'Post', itemId: 'post-92' });
    await expect.element(page.getByText(NEW)).not.toBeInTheDocument();
    file(queue, '93', send);
    await expect.element(page.getByText(NEW)).toBeVisible();
  });
});

describe('ReportsScreen: a deletion', () => {
  test('is confirmed; one that fails says why, and a second press deletes', async () => {
    const queue = respondWithReports(2);
    await openReports();
    await expectRows('02', '01');
    const remove = deleteButton('Người báo 01');
    await expect.element(remove).toHaveAccessibleName('Xóa báo cáo của Người báo 01');
    expect(remove.element().firstChild?.textContent).toBe('Xóa');
    await remove.click();
    await expect.element(dialog()).toMatchTextContent(/Bạn có chắc muốn xóa báo cáo này\?/);
    await expect.element(dialog()).toMatchTextContent(/Báo cáo của Người báo 01 về một bài viết – Spam/);
    await dialog().getByRole('button', { name: 'Hủy' }).click();
    await isClosed();
    expect(queue.stored).toHaveLength(2);
    queue.errors.set(idOf('01'), new ErrorResponse('INTERNAL_ERROR'));
    await remove.click();
    const confirm = dialog().getByRole('button', { name: 'Xóa', exact: true });
    await confirm.click();
    await expect
      .element(
        dialog()
          .getByRole('alert')
          .getByText(/Không thể xóa báo cáo/),
      )
      .toBeVisible();
    queue.errors.clear();
    await confirm.click();
    await expect.element(toastOf('Đã xóa báo cáo')).toBeVisible();
    await expectRows('02');
    await expect.element(page.getByText('1 báo cáo', { exact: true })).toBeVisible();
    expect(queue.statusOf('01')).toBeUndefined();
  });

  test('while another one runs: its question is not busy, and both reports are deleted', async () => {
    const queue = respondWithReports(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.until = (id) => (id === idOf('02') ? promise : Promise.resolve());
    await openReports();
    await expectRows('02', '01');
    await deleteButton('Người báo 02').click();
    const confirm = dialog().getByRole('button', { name: /^Xóa|Đang xử lý/ });
    await confirm.click();
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true');
    // Behind the modal dialog no real press reaches it: the question opens as from a task that has just ended.
    rowOf('Người báo 01').element().querySelector<HTMLElement>('button.text-red-ink')?.click();
    await expect.element(dialog().getByText(/Người báo 01/)).toBeVisible();
    expect(confirm.element().getAttribute('aria-busy')).toBeNull();
    await confirm.click();
    await expectRows('02');
    resolve();
    await expectRows();
    await expect.poll(() => queue.stored).toEqual([]);
  });
});

test('ReportsScreen: "Chi tiết" opens the report', async () => {
  respondWithReports(1);
  await openReports();
  await page.getByRole('link', { name: 'Chi tiết báo cáo của Người báo 01' }).click();
  await expect.poll(currentSearch).toBe(`/admin/reports/${idOf('01')}`);
});
