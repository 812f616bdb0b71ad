import { createWebhook, listWebhooks, updateWebhook } from '@hai-dang/contract/alerts/webhooks.endpoints.ts';
import type { Webhook, WebhookDelivery } from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const CREATED = '2026-11-21T00:00:00.000Z';
const URL = `https://example.com/${'khong-co-cho-xuong-dong'.repeat(8)}`;

const DELIVERY: WebhookDelivery = {
  _id: 'delivery',
  event: 'test',
  state: 'delivered',
  attempts: 1,
  status: 204,
  error: null,
  createdAt: CREATED,
  attemptedAt: CREATED,
};
const WEBHOOK: Webhook = {
  _id: 'webhook',
  url: URL,
  kinds: ['overdue', 'appeal'],
  isEnabled: true,
  version: 1,
  createdAt: CREATED,
  deliveries: [
    { ...DELIVERY, _id: 'refused', state: 'failed', attempts: 3, status: null, error: 'refused' },
    { ...DELIVERY, _id: 'failed', state: 'failed', status: 500 },
    DELIVERY,
  ],
};
const listed = (...data: Webhook[]) => ({ success: true as const, data });
const section = () => <WebhooksSection />;

testStates('WebhooksSection', {
  render: section,
  endpoint: listWebhooks,
  filled: listed(WEBHOOK, { ...WEBHOOK, _id: 'paused', isEnabled: false, deliveries: [] }),
  shows: 'Báo cáo quá hạn · Khiếu nại mới và quá hạn',
  empty: { response: listed(), says: 'Chưa có webhook nào' },
  loading: 'Đang tải webhook...',
  failed: 'Không thể tải webhook',
});

test('WebhooksSection: says of each delivery how it went', async () => {
  respondTo(listWebhooks, () => listed(WEBHOOK));
  const page = await renderPanel(section());
  for (const text of ['Đã nhận', 'mã 204', 'mã 500', 'không kết nối được', '3 lần thử']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('WebhooksSection: a missing and a rejected address have an error, and the text stays', async () => {
  respondTo(listWebhooks, () => listed());
  let isFailing = true;
  respondTo(createWebhook, () => {
    if (isFailing) throw new ErrorResponse('WEBHOOK_URL_REJECTED');
    return { success: true, data: { webhook: WEBHOOK, secret: 'whsec_secret' } };
  });
  const page = await renderPanel(section());
  await page.getByRole('button', { name: 'Thêm webhook' }).click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabelText('Địa chỉ');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(url).toHaveAccessibleDescription(/Vui lòng nhập địa chỉ/);
  await expectAccessible('the dialog of a webhook, with an error');
  await url.fill(URL);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(url).toHaveAccessibleDescription(/Máy chủ không gửi đến địa chỉ này/);
  await expect.element(url).toHaveValue(URL);
  isFailing = false;
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(page.getByRole('alertdialog').getByText(/whsec_secret/)).toBeVisible();
});

test('WebhooksSection: a change of a webhook that is deleted meanwhile says so', async () => {
  respondTo(listWebhooks, () => listed(WEBHOOK));
  respondTo(updateWebhook, () => {
    throw new ErrorResponse('WEBHOOK_NOT_FOUND');
  });
  const page = await renderPanel(section());
  await page.getByRole('button', { name: /^Sửa: / }).click();
  await expect.element(page.getByRole('dialog').getByLabelText('Địa chỉ')).toHaveValue(URL);
  await expectAccessible('the dialog of a stored webhook');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'An toàn trẻ em' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect.element(alert.getByText('Webhook này đã bị quản trị viên khác xóa')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'An toàn trẻ em' })).toBeChecked();
});

test('WebhooksSection: a webhook is changed by keyboard alone', async () => {
  let stored = WEBHOOK;
  respondTo(listWebhooks, () => listed(stored));
  respondTo(updateWebhook, ({ body }) => {
    stored = { ...WEBHOOK, ...body, version: 2 };
    return { success: true, data: stored };
  });
  const page = await renderPanel(section());
  const edit = page.getByRole('button', { name: /^Sửa: / });
  await expect.element(edit).toBeVisible();
  edit.element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabelText('Địa chỉ');
  await expect.element(url).toHaveFocus();
  await userEvent.keyboard('{Tab} ');
  url.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Khiếu nại mới và quá hạn', { exact: true })).toBeVisible();
  expect(stored.kinds).toEqual(['appeal']);
});
