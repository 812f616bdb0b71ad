import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createPosts, createUser, createUsers } from './harness/data.ts';
import { openPalette, paletteField } from './harness/palette.ts';
import { toast } from './harness/screens.ts';
import { test } from './harness/test.ts';
import { rowOf, USERS_SCREEN } from './harness/user-table.ts';

const exportButton = (page: Page) => page.getByRole('button', { name: 'Tải CSV', exact: true });

/** Presses the button and reads the file. */
async function download(page: Page): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent('download');
  await exportButton(page).click();
  const file = await coming;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.split('\r\n').slice(0, -1) };
}

test.describe('list export: CSV', () => {
  test('has all users of the search in the URL, not only the loaded ones', async ({ panel }) => {
    await createUsers(panel.db, 130, (index) => ({ username: index < 120 ? `Mai ${index}` : `Lan ${index}` }));
    const page = await panel.open(`${USERS_SCREEN}?q=mai`);
    await rowOf(page, 'Mai 1').first().waitFor();
    const { name, lines } = await download(page);
    expect(name).toMatch(/^nguoi-dung-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines).toHaveLength(121);
    expect(lines.slice(1).every((line) => line.startsWith('"Mai '))).toBe(true);
    await toast(page, 'Đã tải tệp CSV, 120 dòng').waitFor();
  });

  test('of content is found in the palette', async ({ panel }) => {
    const author = await createUser(panel.db, { username: 'Tác giả' });
    await createPosts(panel.db, author.id, 2, (index) => ({ title: `=Chợ nổi ${index}` }));
    const page = await panel.open('/admin/content');
    await page.getByText('=Chợ nổi 0').first().waitFor();
    await openPalette(page);
    await paletteField(page).fill('tải csv');
    const coming = page.waitForEvent('download');
    await page.getByRole('option', { name: /Tải CSV/ }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^noi-dung-\d{4}/);
    expect(await readFile(await file.path(), 'utf8')).toContain(`"'=Chợ nổi 0"`);
  });
});
