import { expect, type Page } from '@playwright/test';
import { openWebhookReceiver } from '../../server/src/testing/webhook-receiver.ts';
import { toast, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { test } from './harness/test.ts';

// The receivers of these tests are on this machine.
test.use({ settings: { WEBHOOK_ALLOW_PRIVATE: '1' } });

const SCREEN = '/admin/settings';
const TITLE = 'Thiết lập';
const URL_LABEL = 'Địa chỉ';
const section = (page: Page) => page.getByRole('region', { name: 'Webhook', exact: true });
const rows = (page: Page) => section(page).getByRole('list', { name: 'Webhook', exact: true }).locator(':scope > li');
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true });
const of = (page: Page, action: string) =>
  rows(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${action}: `) });
const dialog = (page: Page) => page.getByRole('dialog');
const secret = (page: Page) => page.getByRole('alertdialog', { name: 'Khóa của webhook' });

async function openScreen(page: Page): Promise<Page> {
  await page.goto(SCREEN);
  await waitForScreen(page, TITLE);
  await section(page).waitFor();
  return page;
}
test.describe('webhooks', () => {
  test('are added with a secret that is shown once, tested, paused and deleted; others see it', async ({ panel }) => {
    const receiver = await openWebhookReceiver();
    panel.onFinished(receiver.close);
    const page = await openScreen(await panel.newPage());
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    await other.waitForLoadState('networkidle');
    await section(page).getByText('Chưa có webhook nào').waitFor();
    await button(page, 'Thêm webhook').click();
    await dialog(page).getByRole('button', { name: 'Lưu' }).click();
    await dialog(page).getByText('Vui lòng nhập địa chỉ').waitFor();
    await dialog(page).getByLabel(URL_LABEL).fill(receiver.url);
    await dialog(page).getByRole('checkbox', { name: 'An toàn trẻ em' }).uncheck();
    await dialog(page).getByRole('button', { name: 'Lưu' }).click();
    await secret(page)
      .getByText(/whsec_[A-Za-z0-9+/]{43}=/)
      .waitFor();
    await secret(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await rows(page).getByText('Báo cáo quá hạn · Khiếu nại mới và quá hạn').waitFor();
    await rows(other).getByText(receiver.url).first().waitFor();

    await of(page, 'Gửi thử').click();
    await rows(page).getByText('Đã nhận').waitFor();
    await rows(page).getByText('mã 204').waitFor();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test']);

    await of(page, 'Tạm dừng').click();
    await rows(other).getByText('Tạm dừng', { exact: true }).first().waitFor();
    await expect(of(page, 'Gửi thử')).toHaveCount(0);

    await of(page, 'Tạo khóa mới').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tạo khóa mới' }).click();
    await secret(page).getByRole('button', { name: 'Tôi đã lưu' }).click();

    await of(page, 'Xóa').click();
    await page.getByRole('alertdialog').getByText(receiver.url).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await toast(page, 'Đã xóa webhook').waitFor();
    await section(other).getByText('Chưa có webhook nào').waitFor();
    const actions = await panel.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', 'webhook')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(
      ['create', 'test', 'update', 'renew_secret', 'delete'].map((what) => `webhook.${what}`),
    );
  });
});
