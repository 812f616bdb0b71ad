import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { AUDIT_SCREEN, createEntries, details, entries, filteredBy } from './harness/audit-log.ts';
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
});
