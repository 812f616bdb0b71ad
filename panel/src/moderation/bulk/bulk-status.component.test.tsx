import { getBulk, listBulks, undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk, BulkDetail } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { SAMPLE_BULK } from '../../testing/samples.ts';
import { BulkStatus } from './bulk-status.tsx';

const DONE: Bulk = { ...SAMPLE_BULK, done: 1, skipped: 1, undo: { ...SAMPLE_BULK.undo, until: null } };
const LEFT_ALONE: BulkDetail['items'][number] = {
  subject: { itemType: 'User', itemId: 'lan' },
  name: 'Võ Thị Lan',
  state: 'skipped',
  reason: { code: 'UNCHANGED', message: 'Đã như vậy từ trước' },
};

test('BulkStatus: an action that has left some alone → they are listed with the reason, after a retry if that fails', async () => {
  respondTo(listBulks, () => ({ success: true, data: [DONE], pagination: { nextCursor: null } }));
  let isFailing = true;
  respondTo(getBulk, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR', { message: undefined });
    return { success: true, data: { ...DONE, items: [LEFT_ALONE] } };
  });
  await renderPanel(<BulkStatus />);
  await page.getByRole('button', { name: 'Xong: 1, bỏ qua 1. Xem chi tiết' }).click();
  const dialog = page.getByRole('dialog', { name: 'Xử lý hàng loạt' });
  await dialog.getByRole('button', { name: 'Những mục được bỏ qua' }).click();
  await expect.element(dialog.getByRole('alert').getByText('Không thể tải danh sách')).toBeVisible();
  isFailing = false;
  await dialog.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(dialog.getByRole('link', { name: 'Võ Thị Lan' })).toHaveAttribute('href', '/admin/users/lan');
  await expect.element(dialog.getByText('Đã như vậy từ trước')).toBeVisible();
  await expectAccessible('what a bulk action has left alone');
});

test('BulkStatus: an action of the last day → is undone as one from its details, which say how many', async () => {
  let bulk = SAMPLE_BULK;
  respondTo(listBulks, () => ({ success: true, data: [bulk], pagination: { nextCursor: null } }));
  respondTo(undoBulk, () => {
    bulk = { ...bulk, undo: { until: null, state: 'done', by: bulk.startedBy, done: 2, skipped: 0 } };
    return { success: true, data: bulk };
  });
  await renderPanel(<BulkStatus />);
  await page.getByRole('button', { name: 'Xong: 2. Xem chi tiết' }).click();
  const dialog = page.getByRole('dialog', { name: 'Xử lý hàng loạt' });
  await dialog.getByRole('button', { name: /^Hoàn tác/ }).click();
  await expect.element(dialog.getByText(/Đã hoàn tác 2/)).toBeVisible();
  expect(dialog.getByRole('button', { name: /^Hoàn tác/ }).elements()).toEqual([]);
});

test("BulkStatus: a colleague's action → is undone only with a reason", async () => {
  const theirs: Bulk = { ...SAMPLE_BULK, _id: 'theirs', startedBy: { _id: 'giang', username: 'Giang' } };
  respondTo(listBulks, () => ({ success: true, data: [SAMPLE_BULK, theirs], pagination: { nextCursor: null } }));
  const asked: unknown[] = [];
  respondTo(undoBulk, ({ params, body }) => {
    asked.push([params.id, body.reason]);
    return { success: true, data: { ...theirs, undo: { ...theirs.undo, until: null, state: 'running' as const } } };
  });
  await renderPanel(<BulkStatus />);
  await page.getByRole('button', { name: 'Xong: 2. Xem chi tiết' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Giang' });
  await row.getByRole('button', { name: /^Hoàn tác/ }).click();
  const question = page.getByRole('dialog', { name: 'Hoàn tác' });
  await expect.element(question.getByText(/^Giang bắt đầu lúc/)).toBeVisible();
  await question.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(question.getByText('Vui lòng nhập lý do hoàn tác')).toBeVisible();
  expect(asked).toEqual([]);
  await question.getByLabelText('Lý do').fill('Nhầm người');
  await question.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked).toEqual([['theirs', 'Nhầm người']]);
  await expect.element(row.getByText(/^Đang hoàn tác/)).toBeVisible();
});
