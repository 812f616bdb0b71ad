import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { AUDIT_SCREEN, createEntries, details, EXPORT_CALL, entries, filteredBy } from './harness/audit-log.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { toast } from './harness/screens.ts';
import { test } from './harness/test.ts';

test.describe('audit log export', () => {
  test('downloads a CSV of the filtered entries that is safe to open in a spreadsheet', async ({ panel }) => {
    const target = await createEntries(panel, 120, (index) => ({
      target_name: index === 0 ? '=HYPERLINK("http://x")' : `Đối tượng ${index + 1}`,
      actor_name: index === 0 ? '\t+Lan' : 'Quản trị Lan',
    }));
    const page = await panel.open(filteredBy(target));
    await entries(page).first().waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Tải CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^nhat-ky-\d{4}-\d\d-\d\d\.csv$/);
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'hai-dang-export-')), 'file.csv');
    await download.saveAs(file);
    const bytes = await readFile(file);
    await rm(path.dirname(file), { recursive: true });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines).toHaveLength(122);
    expect(lines[1]).toContain('"2026-05-01 11:59:00","Quản trị Lan","lan","user.disable","user"');
    expect(lines[120]).toContain(`"'\t+Lan"`);
    expect(lines[120]).toContain(`"'=HYPERLINK(""http://x"")"`);
    await toast(page, 'Đã tải tệp CSV, 120 dòng').waitFor();
    await page.goto(`${AUDIT_SCREEN}?action=audit.export`);
    await entries(page).first().waitFor();
    await details(page).click();
    await entries(page).first().getByRole('row').filter({ hasText: target }).waitFor();
  });

  test('can be cancelled', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const page = await panel.open(AUDIT_SCREEN);
    await entries(page).first().waitFor();
    await spoil(page, EXPORT_CALL, { delayMs: 3_000 });
    const button = page.getByRole('button', { name: 'Tải CSV' });
    await button.click();
    await page.getByText('Đang tải, 0 dòng').waitFor();
    await page.getByRole('button', { name: 'Hủy tải CSV' }).click();
    await button.waitFor();
    await expect(button).toBeFocused();
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  test('shows an error when it fails', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.open(AUDIT_SCREEN);
    await entries(page).first().waitFor();
    await spoil(page, EXPORT_CALL, { status: 500 });
    await page.getByRole('button', { name: 'Tải CSV' }).click();
    await toast(page, 'Không thể tải tệp CSV').waitFor();
    await page.getByRole('button', { name: 'Tải CSV' }).waitFor();
  });
});
