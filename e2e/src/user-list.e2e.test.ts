import { expect } from '@playwright/test';
import { createUser, daysAgo } from './harness/data.ts';
import { waitForScreen } from './harness/screens.ts';
import { test } from './harness/test.ts';
import { rowOf, USERS_SCREEN } from './harness/user-table.ts';

const NAME = 'Nguyễn Thị Thanh Hương';

test('user list and user page: an ordinary name is shown in full, and beside or below the actions', async ({
  panel,
}) => {
  const user = await createUser(panel.db, {
    username: NAME,
    is_verified: true,
    is_disabled: true,
    last_seen_at: daysAgo(3),
  });
  const page = await panel.open(USERS_SCREEN);
  const row = rowOf(page, NAME);
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await row.waitFor();
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll('*')]
        .filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== 'visible')
        .map((part) => part.textContent),
    );
    expect(cut, `${width} px`).not.toContain(NAME);
  }

  await page.goto(`${USERS_SCREEN}/${user.id}`);
  await waitForScreen(page, NAME);
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const name = await page.getByRole('heading', { level: 1 }).boundingBox();
    const message = await page.getByRole('main').getByRole('link', { name: 'Nhắn tin' }).boundingBox();
    if (!name || !message) throw new Error('not on the screen');
    const isApart = name.y >= message.y + message.height || name.x + name.width <= message.x;
    expect(isApart, `${width} px`).toBe(true);
  }
});
