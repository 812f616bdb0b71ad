import { listRecentActions, undoRecentAction } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { RecentActionsDialog } from './recent-actions-dialog.tsx';

const actionOf = (index: number, fields: Partial<RecentAction> = {}): RecentAction => ({
  _id: `action-${index}`,
  kind: 'status_set',
  at: '2026-11-21T00:00:00.000Z',
  actor: { _id: 'admin', username: 'Quản trị' },
  subject: { itemType: 'Post', itemId: `post-${index}` },
  name: `Bài ${index} ${'khôngcóchỗxuốngdòng'.repeat(4)}`,
  reportId: `report-${index}`,
  fromStatus: 'pending',
  toStatus: 'rejected',
  isForAll: false,
  decision: null,
  bulk: null,
  policy: null,
  detail: null,
  undo: 'possible',
  needsReason: false,
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

const rows = () => browser.getByRole('listitem');
const textsOf = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('span')?.textContent);

test('RecentActionsDialog: a row names the action, its subject and its rule; a bulk action is one row', async () => {
  const spam = { policy: 'Spam', fromStatus: null, toStatus: null };
  respondTo(listRecentActions, () =>
    pageOf([
      actionOf(1, {
        ...spam,
        kind: 'decided',
        name: 'Nhật ký Sa Pa',
        decision: { outcome: 'violation', actions: ['takedown', 'warn'] },
      }),
      actionOf(2, {
        ...spam,
        kind: 'bulk',
        subject: null,
        name: null,
        reportId: null,
        bulk: { action: { kind: 'takedown' }, total: 15 },
      }),
      actionOf(3, { kind: 'disabled', name: 'Lan', reportId: null, subject: { itemType: 'User', itemId: 'lan' } }),
    ]),
  );
  await renderPanel(dialog());
  await expect.element(rows()).toHaveLength(3);
  expect(textsOf()).toEqual([
    'Gỡ, cảnh cáo bài viết “Nhật ký Sa Pa”Spam · 21/11/2026 07:00',
    'Gỡ 15 mụcSpam · 21/11/2026 07:00',
    'Vô hiệu hóa tài khoản · Lan21/11/2026 07:00',
  ]);
  await expect.element(browser.getByRole('link', { name: 'Lan' })).toHaveAttribute('href', '/admin/users/lan');
});

test('RecentActionsDialog: what a colleague did is undone with a reason alone, by keyboard', async () => {
  let isUndone = false;
  const reasons: unknown[] = [];
  respondTo(listRecentActions, ({ body }) =>
    body.of === 'me'
      ? pageOf([])
      : pageOf([
          actionOf(1, {
            name: 'Chợ nổi',
            actor: { _id: 'hoa', username: 'Hoa' },
            needsReason: true,
            undo: isUndone ? 'undone' : 'possible',
          }),
        ]),
  );
  respondTo(undoRecentAction, ({ body }) => {
    reasons.push(body.reason);
    isUndone = true;
    return { success: true };
  });
  await renderPanel(dialog());
  await expect.element(browser.getByText('Bạn chưa xử lý việc nào trong 24 giờ qua')).toBeVisible();
  browser.getByRole('tab', { name: 'Của tôi' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(rows()).toHaveLength(1);
  expect(textsOf()).toEqual(['Chờ xử lý → Từ chối · bài viết “Chợ nổi”Hoa · 21/11/2026 07:00']);
  rows().getByRole('button').element().focus();
  await userEvent.keyboard('{Enter}');
  const question = browser.getByRole('dialog', { name: 'Hoàn tác', exact: true });
  await expect.element(question.getByLabelText('Lý do')).toHaveFocus();
  await question.getByRole('button', { name: 'Hoàn tác', exact: true }).click();
  await expect.element(question.getByText('Vui lòng nhập lý do hoàn tác')).toBeVisible();
  await question.getByLabelText('Lý do').fill('Nhầm bài');
  await question.getByRole('button', { name: 'Hoàn tác', exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(rows().getByText('Đã hoàn tác')).toBeVisible();
  expect(reasons).toEqual(['Nhầm bài']);
});
