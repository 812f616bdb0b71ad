import { expect } from '@playwright/test';
import {
  AUDIT_CALL,
  AUDIT_SCREEN,
  AUDIT_TITLE,
  createEntries,
  details,
  EXPORT_CALL,
  entries,
  filteredBy,
} from './harness/audit-log.ts';
import { expectAccessibleInThemes } from './harness/axe.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, SIZES, test } from './harness/test.ts';

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

  for (const size of SIZES) {
    test(`an open entry and each state pass axe and fit the window, in both themes ${size.size}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(500));
      const long = 'khôngcóchỗxuốngdòng'.repeat(8);
      const target = await createEntries(panel, 12, (index) => ({
        actor_name: index % 2 === 0 ? `${long} ${index}` : 'Quản trị Lan',
        target_name: long,
        action: index % 3 === 0 ? `${long}.${index}`.slice(0, 90) : 'travel_post.delete',
        reason: index % 4 === 0 ? 'PROTECTED_ACCOUNT' : null,
        before: JSON.stringify({ content: `${long}\n${long}`, [long.slice(0, 60)]: [long], likes_count: 3 }),
        after: JSON.stringify({ content: long }),
        request_id: long,
      }));
      const page = await panel.open(filteredBy(target), size);
      const check = (state: string) => expectAccessibleInThemes(page, state);
      await details(page).click();
      await entries(page).first().getByRole('table').waitFor();
      await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
      await check('entries and filters');
      await spoil(page, EXPORT_CALL, { delayMs: 60_000 });
      await page.getByRole('button', { name: 'Tải CSV' }).click();
      await page.getByRole('button', { name: 'Hủy tải CSV' }).waitFor();
      await check('export');
      await page.getByLabel('Hành động').selectOption('user.create_admin');
      await page.getByText('Không có mục nào phù hợp').waitFor();
      await check('nothing found');
      const mend = await spoil(page, AUDIT_CALL, { delayMs: 60_000 });
      await page.goto(AUDIT_SCREEN);
      await waitForScreen(page, AUDIT_TITLE);
      await check('loading');
      await mend();
      await spoil(page, AUDIT_CALL, { status: 500 });
      await page.goto(`${AUDIT_SCREEN}?type=user`);
      await page.getByRole('alert').waitFor();
      await check('failure');
    });
  }
});
