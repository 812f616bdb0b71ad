import { expect, type Locator } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { chooseStatus, historyOf, reportScreen, section, statusBox } from './harness/report-detail.ts';
import { faultsOf, TWO_WINDOWS, WIDE_WINDOW, type Window } from './harness/screen-check.ts';
import { fillDatabase, UNBROKEN } from './harness/screen-data.ts';
import { doubleTextFaults, forcedColourFaults, motionFaults, printFaults, zoomFaults } from './harness/screen-modes.ts';
import { STATES } from './harness/screen-states.ts';
import { addressOf, routePaths, SCREENS } from './harness/screen-table.ts';
import { toast } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { walk, watchLiveRegions } from './harness/wcag.ts';

test.describe('screens', () => {
  test('the table of the sweep: it has every route of the panel', () => {
    const routes = routePaths();
    expect(routes.length).toBeGreaterThan(15);
    expect(new Set(SCREENS.map(({ route }) => route))).toEqual(new Set(routes));
    for (const name of Object.keys(STATES)) expect(SCREENS.map((screen) => screen.name)).toContain(name);
  });

  for (const screen of SCREENS) {
    // Empty, filled, failed, and with what opens in it; filled also by keyboard, magnified and in forced colours.
    test(`${screen.name}: every state, theme, width and zoom, and Tab → axe finds nothing, nothing is cut off or hidden`, async ({
      panel,
    }) => {
      panel.expectProblem(failedRequest(404));
      const faults: string[] = [];
      const page = await panel.newPage({ signedIn: screen.signedIn ?? true });
      const silent = await watchLiveRegions(page);
      const note = (found: readonly string[]) => faults.push(...found.map((fault) => `${screen.name}, ${fault}`));
      const check = async (state: string, windows?: readonly Window[]) => note(await faultsOf(page, state, windows));
      if (screen.empty) {
        await page.goto(screen.empty.address ?? screen.route);
        await page.getByText(screen.empty.says).first().waitFor();
        await check('empty');
      }
      const data = await fillDatabase(panel);
      await page.goto(addressOf(screen, data));
      await screen.ready(page, data);
      await page.waitForLoadState('networkidle');
      note((await silent()).map((text) => `a live region came with its text: ${text}`));
      note(await motionFaults(page));
      const { faults: caught, stops } = await walk(page);
      note(caught);
      expect(stops, 'places that Tab reaches').toBeGreaterThan(3);
      await check('filled');
      note([...(await forcedColourFaults(page)), ...(await zoomFaults(page)), ...(await doubleTextFaults(page))]);
      for (const { name, opener, shown } of screen.overlays ?? []) {
        await page.setViewportSize(WIDE_WINDOW);
        await opener(page, data).focus();
        await page.keyboard.press('Enter');
        await shown(page).waitFor();
        const isInside = () => shown(page).evaluate((element) => element.contains(document.activeElement));
        await eventually(isInside, `focus goes into ${name}`).toBe(true);
        await check(name, TWO_WINDOWS);
        // In the narrow window some openers are in a closed menu.
        await page.setViewportSize(WIDE_WINDOW);
        await page.keyboard.press('Escape');
        await shown(page).waitFor({ state: 'hidden' });
        await expect(opener(page, data), `focus comes back from ${name}`).toBeFocused();
      }
      for (const [name, open] of Object.entries(STATES[screen.name] ?? {})) {
        await page.setViewportSize(WIDE_WINDOW);
        await open(page, data, panel);
        await check(name, TWO_WINDOWS);
      }
      if (screen.failing) {
        panel.expectProblem(failedRequest(500));
        await spoil(page, screen.failing, { status: 500 });
        // An address that differs in its hash alone would not be loaded again.
        await page.goto('about:blank');
        await page.goto(addressOf(screen, data));
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
    await isPrinted(section(page, 'Báo cáo này').getByText(UNBROKEN));
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
