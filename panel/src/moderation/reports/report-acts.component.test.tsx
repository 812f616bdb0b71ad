import { getSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { deleteReport, setReportPolicy, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { deletePost, restorePost } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { disableUser, enableUser } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondToSheet, rule, sheet } from '../../testing/decision-sheet.tsx';
import {
  decidable,
  LIST,
  noteOnPost as note,
  OWN_CASE,
  pendingReports,
  respondWithReports,
  SAMPLE_CASE,
} from '../../testing/report-backend.tsx';
import { postNow } from '../../testing/reported-post.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../../testing/user-detail.ts';

const SAVED = 'Đã cập nhật trạng thái báo cáo';
const LAN = { _id: 'lan', username: 'Lan', isDisabled: false, isAdmin: false };
const GONE = {
  reportedItem: 'post',
  itemDeleted: { by: 'Quản trị', at: '2026-11-21T00:00:00.000Z', restorable: true },
} satisfies Partial<ReportDetail>;
const HERE = { reportedItem: postNow(), itemDeleted: null };

const status = page.getByRole('button', { name: /^Trạng thái / });
const history = page.getByRole('region', { name: 'Lịch sử xử lý' }).getByRole('listitem');
const subject = page.getByRole('region', { name: 'Đối tượng bị báo cáo' });
const question = page.getByRole('alertdialog');
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const act = (name: string) => page.getByRole('menuitem', { name, exact: true });
const openActs = () => button('Việc khác').click();
const choose = async (name: string) => {
  await status.click();
  await page.getByRole('menuitemradio', { name }).click();
};

/** Opens the only report. */
async function open(fields: Partial<ReportDetail> = {}) {
  const backend = respondWithReports(pendingReports(1, fields));
  const id = backend.ids[0] ?? '';
  await backend.open(`${LIST}/${id}`);
  await decidable();
  return { ...backend, id };
}

test('report: a status → shown at once, and in the history, and undo sets the former one', async () => {
  const { statuses, respondToStatus } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  respondTo(setReportStatus, async (call) => {
    await promise;
    return respondToStatus(call);
  });
  await choose('Đã xử lý');
  await expect.element(status).toHaveTextContent('Đã xử lý');
  expect(statuses()).toEqual(['pending']);
  resolve();
  await expect.element(toast(SAVED)).toBeVisible();
  await expect.element(history).toHaveLength(1);
  for (const text of ['Quản trị', 'Đổi trạng thái từ “Chờ xử lý” sang “Đã xử lý”']) {
    await expect.element(history.getByText(text)).toBeVisible();
  }
  await toast(SAVED).getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(status).toHaveTextContent('Chờ xử lý');
  await expect.element(history).toHaveLength(2);
  await expect.element(history.first().getByText(/sang “Chờ xử lý”/)).toBeVisible();
  expect(statuses()).toEqual(['pending']);
});

test('report: arrow keys in the list of statuses → set none; Enter sets one, once', async () => {
  const { statuses, version } = await open();
  status.element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Đã xử lý' })).toHaveFocus();
  expect(version()).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toHaveTextContent('Đã xử lý');
  await expect.poll(statuses).toEqual(['resolved']);
  await expect.element(history).toHaveLength(1);
  expect(version()).toBe(2);
});

test('report: a status key after a colleague’s change was shown → says so first, and sets it on request', async () => {
  const { id, setByColleague, statuses } = await open();
  setByColleague(id, 'resolved');
  await expect.element(status).toHaveTextContent('Đã xử lý');
  await userEvent.keyboard('2');
  const rejection = page.getByRole('region', { name: 'Xử lý', exact: true }).getByRole('alert');
  await expect.element(rejection.getByText('Trưởng ca vừa thay đổi báo cáo này.')).toBeVisible();
  expect(statuses()).toEqual(['resolved']);
  await rejection.getByRole('button', { name: 'Vẫn thực hiện' }).click();
  await expect.poll(statuses).toEqual(['reviewing']);
});

test('report: its account → disabled after a confirmation with its name, and enabled by undo', async () => {
  const { id, update } = await open();
  const calls: string[] = [];
  const respond = (isDisabled: boolean) => () => {
    calls.push(isDisabled ? 'disable' : 'enable');
    update(id, { account: { ...LAN, isDisabled } });
    return { success: true as const, data: { ...SAMPLE_USER_DETAIL, isDisabled } };
  };
  respondTo(disableUser, respond(true));
  respondTo(enableUser, respond(false));
  await openActs();
  await act('Vô hiệu hóa tài khoản').click();
  await expect.element(question.getByText('Lan')).toBeVisible();
  await question.getByRole('button', { name: 'Hủy' }).click();
  expect(calls).toEqual([]);
  await openActs();
  await act('Vô hiệu hóa tài khoản').click();
  await question.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
  await openActs();
  await expect.element(act('Kích hoạt lại tài khoản')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await toast('Tài khoản đã bị vô hiệu hóa!').getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(toast('Tài khoản đã được kích hoạt lại!')).toBeVisible();
  await openActs();
  await expect.element(act('Vô hiệu hóa tài khoản')).toBeVisible();
  expect(calls).toEqual(['disable', 'enable']);
});

test('report: an act that the server rejects → a toast with the reason and a retry, and it is still offered', async () => {
  await open();
  const message = 'Không thể vô hiệu hóa quản trị viên cuối cùng';
  respondTo(disableUser, () => {
    throw new ErrorResponse('LAST_ADMIN', { message });
  });
  await openActs();
  await act('Vô hiệu hóa tài khoản').click();
  await question.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
  await expect.element(toast(message).getByRole('button', { name: 'Thử lại' })).toBeVisible();
  await openActs();
  await expect.element(act('Vô hiệu hóa tài khoản')).toBeVisible();
});

test('report: its post → deleted after a confirmation with its title, still shown, and restored by undo', async () => {
  const { id, update } = await open();
  respondTo(deletePost, () => {
    update(id, GONE);
    return { success: true };
  });
  respondTo(restorePost, () => {
    update(id, HERE);
    return { success: true };
  });
  await openActs();
  await act('Xóa bài viết').click();
  await expect.element(question.getByText(/Bán tour giá rẻ/)).toBeVisible();
  await question.getByRole('button', { name: 'Xóa bài viết' }).click();
  await expect.element(subject.getByText('Nội dung gốc đã bị xóa')).toBeVisible();
  await expect.element(subject.getByText(/^Bởi Quản trị, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect.element(subject.getByText('Chuyển khoản trước nhé')).toBeVisible();
  await toast('Đã xóa bài viết').getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(subject.getByText('Nội dung gốc đã bị xóa')).not.toBeInTheDocument();
});

test('report: a colleague’s changes of the post and of the account → shown live, in the open menu too', async () => {
  const { id, update, send } = await open();
  await openActs();
  await expect.element(act('Xóa bài viết')).toBeVisible();
  update(id, GONE);
  send(casesChanged, { itemType: 'Post', itemId: 'post' });
  await expect.element(act('Khôi phục bài viết')).toBeVisible();
  update(id, { account: { ...LAN, isDisabled: true } });
  send(casesChanged, { itemType: 'User', itemId: 'lan' });
  await expect.element(act('Kích hoạt lại tài khoản')).toBeVisible();
});

test('report: a rule named in it → said beside its reason, and taken back by the same menu', async () => {
  const { id, update } = await open({ reason: 'other' });
  respondTo(setReportPolicy, ({ body: { policy } }) => {
    const [report] = pendingReports(1);
    if (!report) throw new Error('no report');
    update(id, { policy: policy ? { key: 'spam', title: 'Spam và quảng cáo' } : undefined });
    return { success: true, data: { ...report, _id: id, version: 1 } };
  });
  const box = page.getByRole('button', { name: /^Quy tắc / });
  const reason = page.getByRole('region', { name: 'Báo cáo này' }).getByText(/^Khác/);
  await expect.element(box).toHaveTextContent('Không nêu');
  for (const [rule, said] of [
    ['Spam và quảng cáo', 'Khác · Spam và quảng cáo'],
    ['Không nêu', 'Khác'],
  ] as const) {
    await box.click();
    await page.getByRole('menuitemradio', { name: rule, exact: true }).click();
    await expect.element(box).toHaveTextContent(rule);
    await expect.element(reason).toHaveTextContent(said);
  }
  await expect.element(toast('Đã đổi quy tắc của báo cáo')).toBeVisible();
});

test('report: a deletion → confirmed first, its failure is said there, and it leads back to the list', async () => {
  const { respondToDeletion } = await open();
  respondTo(deleteReport, () => {
    throw new ErrorResponse('INTERNAL_ERROR', { message: 'Hệ thống đang bận' });
  });
  await button('Xóa báo cáo').click();
  await expect.element(question.getByText('Bạn có chắc muốn xóa báo cáo này?')).toBeVisible();
  const confirm = question.getByRole('button', { name: 'Xóa', exact: true });
  await confirm.click();
  await expect
    .element(question.getByRole('alert').getByText(/^Không thể xóa báo cáo\s+Hệ thống đang bận$/))
    .toBeVisible();
  respondTo(deleteReport, respondToDeletion);
  await confirm.click();
  await expect.element(page.getByText('Không có báo cáo nào')).toBeVisible();
  await expect.element(toast('Đã xóa báo cáo')).toBeVisible();
});

test('report: the sheet above it → its digits set no status, and d in a note opens none', async () => {
  respondToSheet(sampleSubject);
  const { id, version } = await open({ case: OWN_CASE });
  respondTo(getSubject, () => ({ success: true, data: sampleSubject({ newestReportId: id }) }));
  await note.fill('ghi chú khác');
  await userEvent.keyboard('d');
  await expect.element(note).toHaveValue('ghi chú khácd');
  expect(sheet.query()).toBeNull();
  await button('Vi phạm…').click();
  await expect.element(rule('Không vi phạm')).toHaveFocus();
  await userEvent.keyboard('2h');
  await expect.element(rule('Không vi phạm')).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('ghi chú khácd');
  expect(version()).toBe(1);
});

test('report: a window of 320 px → the decisions are at its bottom', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(320, 640);
  await open({ case: SAMPLE_CASE });
  const bar = page.getByRole('group', { name: 'Quyết định' });
  for (const name of ['Vi phạm…', 'Không vi phạm', 'Gỡ và đóng báo cáo']) {
    await expect.element(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});
