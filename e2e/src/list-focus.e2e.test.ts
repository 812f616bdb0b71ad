import { expect, type Locator, type Page } from '@playwright/test';
import { AUDIT_SCREEN, createEntries, details, entries } from './harness/audit-log.ts';
import { createReports, REPORTS_SCREEN, reportRow, reportTable } from './harness/report-list.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, NARROW, type Panel, test, WIDE } from './harness/test.ts';

const COUNT = 60;
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/** Clicks without Playwright's scrolling, which moves elements near the edge of the window. */
async function press(page: Page, locator: Locator): Promise<void> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing there to press');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function openReports(panel: Panel, options?: Parameters<Panel['newPage']>[0]): Promise<Page> {
  const page = await panel.open(REPORTS_SCREEN, options);
  await reportRow(page, 'Người báo 30').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

test.describe('lists: scroll position and focus', () => {
  test.beforeEach(async ({ panel }) => {
    await createReports(panel, COUNT);
  });

  for (const size of [
    { size: 'at 1440 px', viewport: WIDE },
    { size: 'at 320 px', viewport: NARROW },
  ]) {
    test(`stay when a bulk decision is cancelled, and when it is confirmed ${size.size}`, async ({ panel }) => {
      const page = await openReports(panel, size);
      const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
      const rows = reportTable(page).locator('[data-row]');
      await rows.nth(0).evaluate((row) => row.scrollIntoView({ block: 'center' }));
      await press(page, rows.nth(0).getByRole('checkbox'));
      await bar.waitFor();
      const before = await scrolled(page);
      const decide = bar.getByRole('button', { name: 'Đã xử lý' });
      for (const leave of ['Escape', 'cancel']) {
        await press(page, decide);
        const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
        await dialog.waitFor();
        if (leave === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: 'Hủy' }).click();
        await dialog.waitFor({ state: 'hidden' });
        await expect(decide).toBeFocused();
        expect(await scrolled(page), leave).toBe(before);
      }
      // A sticky element needs no scrolling either.
      for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
      await expect(decide).toBeFocused();
      expect(await scrolled(page)).toBe(before);
      await press(page, decide);
      await page.getByRole('button', { name: 'Cập nhật' }).click();
      await page.getByText('Đã cập nhật trạng thái 1 báo cáo').waitFor();
      await bar.waitFor({ state: 'hidden' });
      await eventually(() => isFocusLost(page)).toBe(false);
      expect(await scrolled(page)).toBe(before);
    });
  }

  test('Space on a row selects and deselects it, and neither scrolls nor moves the focus', async ({ panel }) => {
    const page = await openReports(panel);
    await page.keyboard.press('j');
    const row = reportTable(page).locator('[data-row]').first();
    await expect(row).toBeFocused();
    const before = await scrolled(page);
    for (const isSelected of ['true', 'false']) {
      await page.keyboard.press('Space');
      await expect(row).toHaveAttribute('aria-selected', isSelected);
      // A scroll would start within the next frames.
      await page.waitForTimeout(200);
      expect(await scrolled(page)).toBe(before);
      await expect(row).toBeFocused();
    }
  });

  test('scrolling the focused row out of view keeps the focus in the list, and keys continue from it', async ({
    panel,
  }) => {
    const page = await openReports(panel);
    await page.keyboard.press('j');
    const names = reportTable(page).locator('[data-row]');
    const ids = await names.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator(`[data-row="${ids[0]}"]`)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(`[data-row="${ids[1]}"]`)).toBeFocused();
    // Tab reaches the row also while it is not rendered.
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator(`[data-row="${ids[1]}"]`)).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Chọn tất cả' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.locator(`[data-row="${ids[1]}"]`)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('checkbox', { name: 'Chọn tất cả' })).toBeFocused();
  });

  test('Shift+Tab from below a list focuses the last control of a row that is not rendered', async ({ panel }) => {
    const page = await openReports(panel);
    await page.keyboard.press('j');
    const row = reportTable(page).locator('[data-row]').first();
    const id = await row.getAttribute('data-row');
    await page.keyboard.press('Shift+Tab');
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0);
    await page.evaluate(() => {
      const behind = Object.assign(document.createElement('button'), {
        id: 'behind',
        style: 'position: fixed; top: 0',
      });
      document.body.append(behind);
      behind.focus({ preventScroll: true });
    });
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator(`[data-row="${id}"]`).getByRole('button').last()).toBeFocused();
  });

  test('a list scrolled away from its focus keeps its scroll position when the window gets the focus again', async ({
    panel,
  }) => {
    const page = await openReports(panel);
    await page.keyboard.press('j');
    const id = await reportTable(page).locator('[data-row]').first().getAttribute('data-row');
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 3_000);
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0);
    // Emulates a window that loses and gets the focus: Playwright keeps each page focused.
    for (const type of ['focusout', 'focusin']) {
      await page.evaluate((of) => document.activeElement?.dispatchEvent(new FocusEvent(of, { bubbles: true })), type);
    }
    // A scroll back to the row would start within the next frames.
    await page.waitForTimeout(200);
    expect(await page.locator(`[data-row="${id}"]`).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await expect(page.locator(`[data-row="${id}"]`)).toBeFocused();
  });

  test('arrow keys move between the cells of a row and, in one column, between rows; Enter opens', async ({
    panel,
  }) => {
    const page = await openReports(panel);
    await page.keyboard.press('j');
    const rows = reportTable(page).locator('[data-row]');
    await page.keyboard.press('ArrowRight');
    await expect(rows.nth(0).getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1).getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(rows.nth(1).getByRole('gridcell').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows.nth(1).getByRole('button').last()).toBeFocused();
    for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowLeft');
    await expect(rows.nth(1)).toBeFocused();
    const id = await rows.nth(1).getAttribute('data-row');
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}/${id}`);
  });

  test('Enter and Space on an audit entry expand and collapse it', async ({ panel }) => {
    const target = await createEntries(panel, 3, () => ({ before: JSON.stringify({ isDisabled: false }) }));
    const page = await panel.open(`${AUDIT_SCREEN}?target=${target}`);
    await entries(page).first().waitFor();
    await entries(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(details(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Space');
    await expect(details(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(entries(page).first()).toBeFocused();
  });
});
