import { listRecentActions, undoRecentAction } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { RecentActionsDialog } from './recent-actions-dialog.tsx';

const actionOf = (index: number, fields: Partial<RecentAction> = {}): RecentAction => ({
  _id: `action-${index}`,
  kind: 'status_set',
  at: '2026-11-21T00:00:00.000Z',
  subject: { itemType: 'Post', itemId: `post-${index}` },
  name: `Bài ${index} ${'khôngcóchỗxuốngdòng'.repeat(4)}`,
  reportId: `report-${index}`,
  fromStatus: 'pending',
  toStatus: 'rejected',
  isForAll: false,
  detail: null,
  undo: 'possible',
  ...fields,
});
const pageOf = (data: RecentAction[], nextCursor: string | null = null) => ({
  success: true as const,
  data,
  pagination: { nextCursor },
  closedToday: 2,
});
const dialog = () => <RecentActionsDialog onClose={() => undefined} />;

testStates('RecentActionsDialog', {
  render: dialog,
  endpoint: listRecentActions,
  filled: pageOf([actionOf(1), actionOf(2, { undo: 'changed' }), actionOf(3, { undo: 'undone', detail: 'Ghi chú' })]),
  shows: 'Chờ xử lý → Từ chối',
  empty: { response: pageOf([]), says: 'Bạn chưa xử lý việc nào trong 24 giờ qua' },
  loading: 'Đang tải việc vừa làm...',
  failed: 'Không thể tải việc vừa làm',
  hidesReason: true,
});

test('RecentActionsDialog: a further page that fails leaves the rows, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(listRecentActions, ({ body }) => {
    if (!body.cursor) return pageOf([actionOf(1)], 'next');
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf([actionOf(2)]);
  });
  const page = await renderPanel(dialog());
  await page.getByRole('button', { name: 'Xem việc cũ hơn' }).click();
  await expect.element(page.getByRole('alert').getByText('Không thể tải việc vừa làm')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(1);
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Đã hiển thị mọi việc trong 24 giờ qua')).toBeVisible();
  await expect.element(page.getByRole('listitem')).toHaveLength(2);
});

test.each([
  ['a failing server', new ErrorResponse('INTERNAL_ERROR'), 'Đã xảy ra lỗi, vui lòng thử lại sau'],
  ['no network', new TypeError('Failed to fetch'), 'Không thể hoàn tác'],
  ['a change since', new ErrorResponse('REPORT_CHANGED'), 'Báo cáo vừa được quản trị viên khác thay đổi'],
])('RecentActionsDialog: an undo with %s shows its error at its row', async (_, error, text) => {
  respondTo(listRecentActions, () => pageOf([actionOf(1), actionOf(2)]));
  respondTo(undoRecentAction, () => {
    throw error;
  });
  const page = await renderPanel(dialog());
  const row = page.getByRole('listitem').first();
  await row.getByRole('button', { name: /^Hoàn tác/ }).click();
  await expect.element(row.getByRole('alert').getByText(text)).toBeVisible();
  await expect.element(row.getByRole('button', { name: /^Hoàn tác/ })).toBeVisible();
});
