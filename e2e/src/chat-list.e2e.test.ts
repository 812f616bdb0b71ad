import { expect } from '@playwright/test';
import { composer, openChat, pane, replaceUsers, row, rows } from './harness/chat-list.ts';
import { chatUrl } from './harness/conversation.ts';
import { spoil } from './harness/guarded-page.ts';
import { shifted, watchShifts } from './harness/layout-shifts.ts';
import { hitsWhileScrolling } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const LIST_CALL = '/api/admin/online-users';

test.describe('chat list', () => {
  test('loads more on scroll, and all of it is reachable by keyboard', BY_KEYBOARD, async ({ panel }) => {
    const names = Array.from({ length: 120 }, (_, index) => `Người ${String(index).padStart(3, '0')}`);
    await replaceUsers(panel, names);
    const page = await openChat(panel);
    await row(page, 'Người 000').waitFor();
    const list = pane(page).locator('ul').locator('..');
    expect(await hitsWhileScrolling(list, '[data-chat-user]')).not.toContain(false);
    await row(page, 'Người 000').focus();
    await page.keyboard.press('End');
    await eventually(async () => {
      await page.keyboard.press('End');
      return row(page, 'Người 119').count();
    }).toBe(1);
    expect(await rows(page).count()).toBeLessThan(60);
    await page.keyboard.press('ArrowUp');
    await expect(row(page, 'Người 118')).toBeFocused();
  });
});

test.describe('chat screen', () => {
  test('does not shift while it loads, and the page itself does not scroll', async ({ panel }) => {
    const names = Array.from({ length: 40 }, (_, index) => `Người ${index}`);
    const [first] = await replaceUsers(panel, names);
    const page = await panel.newPage();
    await watchShifts(page);
    await spoil(page, LIST_CALL, { delayMs: 500 });
    await page.goto(chatUrl({ id: first?.id ?? '' }));
    await composer(page).waitFor();
    await row(page, 'Người 5').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toBeLessThan(0.01);
    const { scrollHeight, clientHeight } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
  });
});
