import { expect } from '@playwright/test';
import { createEntries, details, entries, filteredBy } from './harness/audit-log.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

test.describe('audit log', () => {
  test('can be read and filtered with the keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const target = await createEntries(panel, 3, () => ({ before: JSON.stringify({ isDisabled: false }) }));
    const page = await panel.open(filteredBy(target));
    await entries(page).first().waitFor();
    await page.getByRole('button', { name: 'Tải CSV' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Hiện bộ lọc/ })).toBeFocused();
    for (const control of [
      entries(page).nth(0),
      entries(page).nth(0).getByRole('button', { name: 'Quản trị Lan' }),
      entries(page).nth(0).getByRole('link'),
      details(page),
    ]) {
      await page.keyboard.press('Tab');
      await expect(control).toBeFocused();
    }
    expect(await details(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await eventually(() => details(page).getAttribute('aria-expanded')).toBe('true');
    await entries(page).nth(0).getByRole('table').waitFor();
    await page.keyboard.press('Space');
    await expect(entries(page).nth(0).getByRole('table')).toHaveCount(0);
    await expect(details(page)).toBeFocused();
  });
});
