import { expect } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { faultsOf, TWO_WINDOWS, WIDE_WINDOW } from './harness/screen-check.ts';
import { fillDatabase } from './harness/screen-data.ts';
import { STATES } from './harness/screen-states.ts';
import { addressOf, routePaths, SCREENS } from './harness/screen-table.ts';
import { test } from './harness/test.ts';

test.describe('screens', () => {
  test('the table of the sweep: it has every route of the panel', () => {
    const routes = routePaths();
    expect(routes.length).toBeGreaterThan(15);
    expect(new Set(SCREENS.map(({ route }) => route))).toEqual(new Set(routes));
    for (const name of Object.keys(STATES)) expect(SCREENS.map((screen) => screen.name)).toContain(name);
  });

  for (const screen of SCREENS) {
    test(`${screen.name}: empty, filled, failed and opened → axe finds nothing in both themes, nothing is cut off at 320, 390 and 1280 px`, async ({
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
});
