import { expect, type Locator } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { chooseStatus, historyOf, reportScreen, section, statusBox } from './harness/report-detail.ts';
import { faultsOf, TWO_WINDOWS, WIDE_WINDOW } from './harness/screen-check.ts';
import { fillDatabase, UNBROKEN } from './harness/screen-data.ts';
import { forcedColourFaults, motionFaults, printFaults, zoomFaults } from './harness/screen-modes.ts';
import { STATES } from './harness/screen-states.ts';
import { addressOf, routePaths, SCREENS } from './harness/screen-table.ts';
import { toast } from './harness/screens.ts';
import { test } from './harness/test.ts';

test.describe('screens', () => {
  test('the table of the sweep: it has every route of the panel', () => {
    const routes = routePaths();
    expect(routes.length).toBeGreaterThan(15);
    expect(new Set(SCREENS.map(({ route }) => route))).toEqual(new Set(routes));
    for (const name of Object.keys(STATES)) expect(SCREENS.map((screen) => screen.name)).toContain(name);
  });

  for (const screen of SCREENS) {
    // Empty, filled, failed, and with what opens in it; then magnified, in forced colours and with less motion.
    test(`${screen.name}: every state, theme, width and zoom → axe finds nothing, nothing is cut off or hidden`, async ({
      panel,
    }) => {
      panel.expectProblem(failedRequest(404));
      const faults: string[] = [];
      const page = await panel.newPage({ signedIn: screen.signedIn ?? true });
      const check = async (state: string, windows?: typeof TWO_WINDOWS) =>
        void faults.push(...(await faultsOf(page, `${screen.name}, ${state}`, windows)));
      if (screen.empty) {
        await page.goto(screen.empty.address ?? screen.route);
        await page.getByText(screen.empty.says).first().waitFor();
        await check('empty');
      }
      const data = await fillDatabase(panel);
      await page.goto(addressOf(screen, data));
      await screen.ready(page, data);
      await check('filled');
      for (const { name, opener, shown } of screen.overlays ?? []) {
        await page.setViewportSize(WIDE_WINDOW);
        await opener(page, data).click();
        await shown(page).waitFor();
        await check(name, TWO_WINDOWS);
        await page.keyboard.press('Escape');
        await shown(page).waitFor({ state: 'hidden' });
      }
      for (const [name, open] of Object.entries(STATES[screen.name] ?? {})) {
        await page.setViewportSize(WIDE_WINDOW);
        await open(page, data, panel);
        await check(name, TWO_WINDOWS);
      }
      await page.setViewportSize(WIDE_WINDOW);
      await page.goto(addressOf(screen, data));
      await screen.ready(page, data);
      faults.push(...(await motionFaults(page)), ...(await forcedColourFaults(page)), ...(await zoomFaults(page)));
      if (screen.failing) {
        panel.expectProblem(failedRequest(500));
        await spoil(page, screen.failing, { status: 500 });
        await page.goto(addressOf(screen, data));
        await page.reload();
        await page.getByRole('alert').first().waitFor();
        await check('failed');
      }
      expect(faults).toEqual([]);
    });
  }

  test('users: loading → the placeholders move, and stand where less motion is wanted', async ({ panel }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await panel.newPage();
      await page.emulateMedia({ reducedMotion });
      const loaded = Promise.withResolvers<void>();
      await spoil(page, '/api/admin/users', { until: loaded.promise });
      await page.goto('/admin/users');
      await page.locator('[aria-busy="true"]').first().waitFor();
      const moving = await motionFaults(page);
      loaded.resolve();
      if (reducedMotion === 'reduce') expect(moving).toEqual([]);
      else expect(moving.length).toBeGreaterThan(0);
    }
  });

  test('a report on paper: white and whole, without navigation, tools and toasts', async ({ panel }) => {
    const { reportId } = await fillDatabase(panel);
    const page = await panel.open(reportScreen(reportId), { viewport: WIDE_WINDOW });
    await chooseStatus(page, 'Đang xem xét');
    await toast(page, 'Đang xem xét').waitFor();
    await historyOf(page).first().waitFor();
    expect(await printFaults(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const isPrinted = (part: Locator) => expect(part.first()).toBeVisible();
    await isPrinted(page.getByRole('heading', { level: 1 }));
    await isPrinted(section(page, 'Báo cáo').getByText(UNBROKEN));
    await isPrinted(statusBox(page));
    await isPrinted(historyOf(page));
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(toast(page, 'Đang xem xét')).toBeHidden();
  });

  test('the decisions on an account on paper: white and whole, without navigation and tools', async ({ panel }) => {
    const { punished } = await fillDatabase(panel);
    const page = await panel.open(`/admin/users/${punished.user.id}`, { viewport: WIDE_WINDOW });
    await page.getByRole('button', { name: 'Xem 2 quyết định' }).click();
    const decisions = page.getByRole('list', { name: 'Quyết định' }).getByRole('listitem');
    await expect(decisions).toHaveCount(2);
    expect(await printFaults(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    for (const decision of await decisions.all()) await expect(decision).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
  });
});
