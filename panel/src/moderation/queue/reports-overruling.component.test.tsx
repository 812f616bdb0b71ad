import { setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COLLEAGUE, LIST, pendingReports, respondWithReports } from '../../testing/report-backend.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';

const PENDING = `${LIST}?status=pending`;
const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
const question = page.getByRole('alertdialog');
const selectAll = page.getByRole('checkbox', { name: 'Chọn tất cả báo cáo đã tải' });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const oldest = row('Người báo 1');
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const confirm = (name: string) => question.getByRole('button', { name, exact: true }).click();

async function setAll(status: string): Promise<void> {
  await bar.getByRole('button', { name: status, exact: true }).click();
  await confirm('Cập nhật');
}

/** Opens the list of three reports, of which a colleague can decide the oldest. */
async function openThree(path: string) {
  const backend = respondWithReports(pendingReports(3));
  await backend.open(path);
  await expect.element(oldest).toBeVisible();
  return {
    ...backend,
    async decideByColleague(): Promise<void> {
      backend.setByColleague(backend.ids[2] ?? '', 'resolved');
      await expect.element(oldest.getByText('Đã xử lý', { exact: true })).toBeVisible();
    },
  };
}

test('ReportsScreen: a report left the filter by a colleague → its row says so, and select all skips it', async () => {
  const { decideByColleague, statuses } = await openThree(PENDING);
  await decideByColleague();
  await expect.element(oldest.getByText('Không còn khớp bộ lọc')).toBeVisible();
  await selectAll.click();
  await expect.element(bar.getByText(/^Đã chọn 2 báo cáo/)).toBeVisible();
  await expect.element(oldest).toHaveAttribute('aria-selected', 'false');
  await setAll('Đang xem xét');
  await expect.element(toast('Đã cập nhật trạng thái 2 báo cáo')).toBeVisible();
  expect(statuses()).toEqual(['reviewing', 'reviewing', 'resolved']);
});

test('ReportsScreen: a selected report changed by a colleague → a bulk change skips it, names it, and includes it only on request', async () => {
  const { decideByColleague, statuses } = await openThree(LIST);
  await selectAll.click();
  await decideByColleague();
  await expect.element(oldest.getByText(/sau khi bạn chọn/)).toBeVisible();
  await expect.element(bar.getByText(/^1 báo cáo vừa được quản trị viên khác xử lý/)).toBeVisible();
  await setAll('Đang xem xét');
  const outcome = toast('Đã cập nhật trạng thái 2 báo cáo');
  await expect
    .element(outcome.getByText(/1 báo cáo chưa đổi vì quản trị viên khác vừa xử lý; báo cáo vẫn được chọn/))
    .toBeVisible();
  expect(statuses()).toEqual(['reviewing', 'reviewing', 'resolved']);

  await expect.element(bar.getByText(/^Đã chọn 1 báo cáo/)).toBeVisible();
  await bar.getByRole('button', { name: 'Từ chối' }).click();
  await expect.element(toast('báo cáo chưa đổi').nth(1)).toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
  await bar.getByRole('button', { name: 'Vẫn chọn' }).click();
  await setAll('Từ chối');
  await expect.poll(statuses).toEqual(['reviewing', 'reviewing', 'rejected']);
});

test('ReportsScreen: a report selected after a colleague’s change was shown → a bulk change includes it', async () => {
  const { decideByColleague, statuses } = await openThree(LIST);
  await decideByColleague();
  await oldest.getByRole('checkbox').click();
  await setAll('Đang xem xét');
  await expect.element(toast('Đã cập nhật trạng thái 1 báo cáo')).toBeVisible();
  expect(statuses()).toEqual(['pending', 'pending', 'reviewing']);
});

test('ReportsScreen: a change that was not shown and a failure → one toast with both reasons', async () => {
  const reports = pendingReports(3);
  const { open, ids, statuses, setByColleague } = respondWithReports(reports);
  await open();
  await selectAll.click();
  setByColleague(ids[2] ?? '', 'resolved', { isSilent: true });
  await bar.getByRole('button', { name: 'Đang xem xét', exact: true }).click();
  respondTo(setReportStatus, ({ params, body }) => {
    if (params.id === ids[1]) throw new ErrorResponse('INTERNAL_ERROR', { message: 'Hệ thống đang bận' });
    const report = reports.find(({ _id }) => _id === params.id) ?? reports[0];
    if (!report) throw new ErrorResponse('REPORT_NOT_FOUND');
    if (params.id !== ids[2]) return { success: true, data: { ...report, status: body.status, version: 2 } };
    throw new ErrorResponse('REPORT_CHANGED', { details: { report: { ...report, status: 'resolved', version: 2 } } });
  });
  await confirm('Cập nhật');
  const outcome = toast('Đã cập nhật trạng thái 1 báo cáo');
  await expect.element(outcome.getByText(/1 báo cáo chưa đổi: Hệ thống đang bận; báo cáo vẫn được chọn/)).toBeVisible();
  await expect.element(outcome.getByText(/1 báo cáo chưa đổi vì quản trị viên khác vừa xử lý/)).toBeVisible();
  await expect.element(oldest.getByText(/sau khi bạn chọn/)).toBeVisible();
  await expect.element(bar.getByText(/^Đã chọn 2 báo cáo/)).toBeVisible();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  expect(statuses()).toEqual(['pending', 'pending', 'resolved']);
});

test('ReportsScreen: a selected report changed by a colleague → a bulk deletion skips it, and says so', async () => {
  const { decideByColleague, statuses } = await openThree(LIST);
  await selectAll.click();
  await decideByColleague();
  await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
  await confirm('Xóa');
  await expect
    .element(toast('Đã xóa 2 báo cáo').getByText(/1 báo cáo chưa xóa vì quản trị viên khác vừa xử lý/))
    .toBeVisible();
  expect(statuses()).toEqual(['deleted', 'deleted', 'resolved']);
});

test('ReportsScreen: a change while a deletion is being confirmed → shown, and deleted by a second confirmation', async () => {
  const { decideByColleague, statuses } = await openThree(LIST);
  await oldest.getByRole('button', { name: /^Xóa/ }).click();
  await expect.element(question).toBeVisible();
  await decideByColleague();
  await confirm('Xóa');
  const changed = /Báo cáo vừa được quản trị viên khác thay đổi: Đã xử lý/;
  await expect.element(question.getByRole('alert').getByText(changed)).toBeVisible();
  expect(statuses()).toEqual(['pending', 'pending', 'resolved']);
  await confirm('Xóa');
  await expect.poll(statuses).toEqual(['pending', 'pending', 'deleted']);
});

test('ReportsScreen: a status key on a row that a colleague changed since it got the focus → shown first, and done on request', async () => {
  const { decideByColleague, statuses } = await openThree(LIST);
  await userEvent.keyboard('jjj');
  await expect.element(oldest).toHaveFocus();
  await decideByColleague();
  await userEvent.keyboard('2');
  const notice = toast('Báo cáo vừa được quản trị viên khác thay đổi: Đã xử lý');
  await expect.element(notice.getByText(/Báo cáo của Người báo 1 về một bài viết – Spam/)).toBeVisible();
  expect(statuses()).toEqual(['pending', 'pending', 'resolved']);
  await notice.getByRole('button', { name: 'Vẫn thực hiện' }).click();
  await expect.poll(statuses).toEqual(['pending', 'pending', 'reviewing']);
});

test('ReportsScreen: a status key with a selection → asks for all of it, changes it, and nothing is selected any more', async () => {
  const { statuses } = await openThree(PENDING);
  await userEvent.keyboard('jxjxj');
  await expect.element(bar.getByText(/^Đã chọn 2 báo cáo/)).toBeVisible();
  await userEvent.keyboard('2');
  await expect.element(question.getByText('Chuyển 2 báo cáo sang “Đang xem xét”?')).toBeVisible();
  await confirm('Cập nhật');
  await expect.poll(statuses).toEqual(['reviewing', 'reviewing', 'pending']);
  await expect.element(bar).not.toBeInTheDocument();
});

test('ReportsScreen: reports of a colleague in a selection → a bulk change skips them, and changes them alone after a confirmation', async () => {
  const assignee = { _id: 'giang', username: COLLEAGUE, avatar: null, at: '2026-11-21T00:00:00.000Z' };
  const [newer, older] = pendingReports(2);
  const [theirs] = pendingReports(1);
  if (!newer || !older || !theirs) throw new Error('no reports');
  const held = { ...theirs, assignee };
  const { open, statuses } = respondWithReports([newer, held, older]);
  await open(PENDING);
  await selectAll.click();
  await bar.getByRole('button', { name: 'Từ chối' }).click();
  await expect.element(question.getByText('Chuyển 2 báo cáo sang “Từ chối”?')).toBeVisible();
  await confirm('Cập nhật');
  await expect
    .element(
      toast('Đã cập nhật trạng thái 2 báo cáo').getByText(
        /1 báo cáo chưa đổi vì quản trị viên khác đang phụ trách; báo cáo vẫn được chọn/,
      ),
    )
    .toBeVisible();
  expect(statuses()).toEqual(['rejected', 'pending', 'rejected']);
  await expect.element(bar.getByText(/^Đã chọn 1 báo cáo/)).toBeVisible();
  await bar.getByRole('button', { name: 'Từ chối' }).click();
  await expect.element(question.getByText(/^Quản trị viên khác đang phụ trách các báo cáo này\./)).toBeVisible();
  await confirm('Cập nhật');
  await expect.poll(statuses).toEqual(['rejected', 'rejected', 'rejected']);
});
