import { expect } from '@playwright/test';
import { AUDIT_CALL, AUDIT_SCREEN, createEntries, details, entries, filteredBy } from './harness/audit-log.ts';
import { pressWhileComposing, setFieldsAtOnce } from './harness/fields.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

test.describe('audit filters', () => {
  test('are kept in the URL; Back undoes them one by one', async ({ panel }) => {
    const target = await createEntries(panel, 4, (index) => ({
      action: index % 2 === 0 ? 'user.disable' : 'user.enable',
      actor_id: index < 2 ? 'lan' : 'mai',
    }));
    const page = await panel.open(filteredBy(target));
    await expect(entries(page)).toHaveCount(4);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByLabel('Hành động').selectOption('user.enable');
    await expect(entries(page)).toHaveCount(2);
    expect(urlOf(page)).toBe(`${AUDIT_SCREEN}?action=user.enable&target=${target}`);
    await entries(page).first().getByRole('button', { name: 'Quản trị Lan' }).click();
    await expect(entries(page)).toHaveCount(1);
    expect(urlOf(page)).toBe(`${AUDIT_SCREEN}?actor=mai&action=user.enable&target=${target}`);
    await expect(page.getByRole('button', { name: /^Ẩn bộ lọc/ })).toBeFocused();
    await page.reload();
    await expect(entries(page)).toHaveCount(1);
    await page.goBack();
    await expect(entries(page)).toHaveCount(2);
    await page.goBack();
    await expect(entries(page)).toHaveCount(4);
  });

  test('filter by days and by target id, and are cleared together', async ({ panel }) => {
    const year = 2025;
    const target = await createEntries(panel, 3, (index) => ({ created_at: new Date(Date.UTC(year, 0, 1 + index)) }));
    const page = await panel.open(`${AUDIT_SCREEN}?from=${year}-01-01&to=${year}-01-03&to=x`);
    await expect(entries(page)).toHaveCount(3);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByLabel('Từ ngày').fill(`${year}-01-02`);
    await expect(entries(page)).toHaveCount(2);
    await page.getByLabel('Đến ngày').fill(`${year}-01-02`);
    await expect(entries(page)).toHaveCount(1);
    await page.getByLabel('Mã đối tượng').fill('khong-co');
    await page.keyboard.press('Enter');
    await page.getByText('Không có mục nào phù hợp').waitFor();
    expect(urlOf(page)).toBe(`${AUDIT_SCREEN}?target=khong-co&from=${year}-01-02&to=${year}-01-02`);
    await page.getByLabel('Mã đối tượng').fill(` ${target} `);
    await page.keyboard.press('Tab');
    await expect(entries(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await eventually(() => urlOf(page)).toBe(AUDIT_SCREEN);
    await expect(page.getByLabel('Mã đối tượng')).toHaveValue('');
  });

  test('audit filter by target: Enter of an input method filters by nothing, Enter alone does', async ({ panel }) => {
    const page = await panel.open(AUDIT_SCREEN);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    const target = page.getByLabel('Mã đối tượng');
    await target.fill('khong-co');
    await pressWhileComposing(target, 'Enter');
    expect(urlOf(page)).toBe(AUDIT_SCREEN);
    await target.press('Enter');
    await eventually(() => urlOf(page)).toBe(`${AUDIT_SCREEN}?target=khong-co`);
  });

  test('audit date filter: an entered day is one step in the history and one request', async ({ panel }) => {
    const page = await panel.open(AUDIT_SCREEN);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    const from = page.getByLabel('Từ ngày');
    await page.waitForLoadState('networkidle');
    const before = await page.evaluate(() => history.length);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await from.focus();
    await page.keyboard.type('05052026', { delay: 30 });
    expect(urlOf(page)).toBe(AUDIT_SCREEN);
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`${AUDIT_SCREEN}?from=2026-05-05`);
    await page.getByText('Không có mục nào phù hợp').or(entries(page).first()).first().waitFor();
    await eventually(() => calls.filter((path) => path === AUDIT_CALL).length).toBe(1);
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  });

  test('audit date filter: an incomplete year filters by nothing', async ({ panel }) => {
    const page = await panel.open(AUDIT_SCREEN);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    const from = page.getByLabel('Từ ngày');
    await from.focus();
    await page.keyboard.type('0505202', { delay: 30 });
    await page.keyboard.press('Enter');
    await expect(from).toHaveValue('');
    expect(urlOf(page)).toBe(AUDIT_SCREEN);
  });

  test('audit filters: this week starts on Monday', async ({ panel }) => {
    const page = await panel.newPage();
    await page.clock.setFixedTime('2026-11-22T12:00:00+07:00');
    await page.goto(AUDIT_SCREEN);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByRole('button', { name: 'Tuần này' }).click();
    await eventually(() => urlOf(page)).toBe(`${AUDIT_SCREEN}?from=2026-11-16&to=2026-11-22`);
  });

  test('list the administrators with audit entries, and ignore an unknown value in the URL', async ({ panel }) => {
    const page = await panel.open(`${AUDIT_SCREEN}?from=hôm-qua&type=mars&action=${'x'.repeat(65)}`);
    await page.getByText('Không có mục nào phù hợp').waitFor();
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    const actors = page.getByLabel('Người thực hiện');
    await eventually(() => actors.getByRole('option').allTextContents()).toContain('admin');
    await expect(page.getByLabel('Loại đối tượng')).toHaveValue('mars');
    await expect(page.getByLabel('Từ ngày')).toHaveValue('');
    await page.getByLabel('Loại đối tượng').selectOption('');
    await actors.selectOption({ label: 'admin' });
    await entries(page).first().waitFor();
    for (const name of await entries(page).getByRole('button', { name: 'admin' }).allTextContents()) {
      expect(name).toBe('admin');
    }
  });

  test('two filters chosen in one task are both in the URL', async ({ panel }) => {
    const page = await panel.open(`${AUDIT_SCREEN}?type=post`);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByLabel('Hành động').waitFor();
    await setFieldsAtOnce(page, [
      [page.getByLabel('Loại đối tượng', { exact: true }), ''],
      [page.getByLabel('Hành động'), 'user.enable'],
    ]);
    await eventually(() => urlOf(page)).toBe(`${AUDIT_SCREEN}?action=user.enable`);
  });

  test('a target filter shows all entries of the target', async ({ panel }) => {
    const target = await createEntries(panel, 2);
    const page = await panel.open(`${AUDIT_SCREEN}?target=${target}&action=user.disable`);
    await details(page).click();
    await page.getByRole('button', { name: 'Chỉ xem đối tượng này' }).click();
    await eventually(() => urlOf(page)).toBe(`${AUDIT_SCREEN}?action=user.disable&type=user&target=${target}`);
  });
});
