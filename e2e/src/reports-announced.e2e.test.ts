import { expect, type Locator } from '@playwright/test';
import { createReporter } from './harness/filed-reports.ts';
import { bell, replaceNotifications } from './harness/notifications.ts';
import { statusBox } from './harness/report-detail.ts';
import { openListening, REPORTS_SCREEN } from './harness/report-list.ts';
import { openAsOther } from './harness/second-admin.ts';
import { NARROW, test, WIDE } from './harness/test.ts';

test.describe('notifications bell: counts of new reports', () => {
  test('bell: a decided report is not counted, for its administrator and, once it is closed, for all', async ({
    panel,
  }) => {
    const page = await openListening(panel, '/admin/dashboard');
    const other = await openAsOther(panel, '/admin/dashboard', 'Trưởng ca');
    await bell(other, 0).waitFor();
    const id = await (await createReporter(panel, 'Người vừa báo')).file();
    for (const one of [page, other]) await bell(one, 1).waitFor();
    await page.goto(`${REPORTS_SCREEN}/${id}`);
    await statusBox(page).waitFor();
    await page.keyboard.press('2');
    await bell(page, 0).waitFor();
    await bell(other, 1).waitFor();
    await page.keyboard.press('3');
    await bell(other, 0).waitFor();
  });

  for (const viewport of [WIDE, NARROW]) {
    test(`bell: a large number covers no more than its corner, and no other button, ${viewport.width} px wide`, async ({
      panel,
    }) => {
      await replaceNotifications(panel, 120);
      const page = await panel.open('/admin/dashboard', { viewport });
      const link = bell(page, 120);
      const boxOf = async (part: Locator) => {
        const box = await part.boundingBox();
        if (!box) throw new Error('not in sight');
        return { ...box, right: box.x + box.width, bottom: box.y + box.height };
      };
      const badge = await boxOf(link.getByText('99+'));
      const icon = await boxOf(link.locator('svg'));
      const following = link.locator('xpath=following-sibling::*').filter({ visible: true });
      const next = await boxOf(following.first().locator('svg'));
      expect(badge.x).toBeGreaterThanOrEqual(icon.x + icon.width / 2);
      expect(badge.bottom).toBeLessThanOrEqual(icon.bottom - icon.height / 4);
      expect(badge.y).toBeGreaterThanOrEqual(0);
      expect(badge.right).toBeLessThanOrEqual(next.x);
      const overflowPx = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflowPx).toBeLessThanOrEqual(0);
    });
  }
});
