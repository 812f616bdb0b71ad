import { expect, type Page } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { log, minutesAgo, openConversation, storeConversation } from './harness/conversation.ts';
import { createUser, createUsers } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { type HeldKey, holdKey, watchFocus } from './harness/held-keys.ts';
import { createReports, REPORTS_SCREEN } from './harness/report-list.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

/** More than two pages of each list. */
const COUNT = 120;
/** Tab may pass the end of the page and start again at its beginning. */
const REPEATS = { ArrowDown: 40, ArrowUp: 40, Tab: 6 } as const;
/** Upper limit for holding a key until the target has the focus, loading included; far below the test timeout. */
const HELD_MAX_MS = 15_000;

const nameOf = (index: number): string => `Hàng ${String(index).padStart(3, '0')}`;
const NAMES = Array.from({ length: COUNT }, (_, index) => nameOf(index));

interface List {
  readonly name: string;
  /** Inserts COUNT rows. @returns the URL of the list and the rows' names from the top */
  readonly fill: (panel: Panel) => Promise<{ address: string; names: readonly string[] }>;
  readonly row: string;
  /** The element with a row's name. */
  readonly rowName: string;
}

const LISTS: readonly List[] = [
  {
    name: 'reports',
    async fill(panel) {
      await createReports(panel, COUNT, (index) => ({ reason: nameOf(COUNT - 1 - index) }));
      return { address: REPORTS_SCREEN, names: NAMES };
    },
    row: '[role=row]',
    rowName: 'bdi.wrap-anywhere',
  },
  {
    name: 'chat users',
    async fill({ db }) {
      await createUsers(db, COUNT, (index) => ({ username: nameOf(index), last_seen_at: minutesAgo(10 + index) }));
      return { address: '/admin/chat', names: NAMES };
    },
    row: '[data-chat-user]',
    rowName: 'bdi',
  },
];

/** Holds a key until `last` has the focus. @returns the rows that had the focus, after those in `visited` */
async function holdUntil(
  page: Page,
  read: () => Promise<string[]>,
  { key, shift = false, visited, last }: { key: HeldKey; shift?: boolean; visited: string[]; last: string },
): Promise<string[]> {
  const deadline = Date.now() + HELD_MAX_MS;
  while (!visited.includes(last) && Date.now() < deadline) {
    await holdKey(page, key, REPEATS[key], { shift });
    visited.push(...(await read()));
  }
  return visited.slice(0, visited.indexOf(last) + 1);
}

test.describe('lists: holding a key', BY_KEYBOARD, () => {
  for (const list of LISTS) {
    test(`${list.name}: leads through every row to the end and back; Tab leaves the list`, async ({ panel }) => {
      const { address, names } = await list.fill(panel);
      const [first = '', last = ''] = [names[0], names.at(-1)];
      const page = await panel.open(address);
      await page.locator(list.row).filter({ hasText: first }).waitFor();
      await page.waitForLoadState('networkidle');
      const read = await watchFocus(page, list.row, list.rowName);
      await page.locator(`${list.row}[tabindex="0"]`).focus();
      expect(await holdUntil(page, read, { key: 'ArrowDown', visited: await read(), last })).toEqual(names);
      expect(await holdUntil(page, read, { key: 'ArrowUp', visited: [last], last: first })).toEqual(names.toReversed());
      // Each row is recorded once: the focus moved directly from row to row.
      await holdKey(page, 'Tab', 8);
      expect((await read()).filter((name) => names.includes(name) && name !== first)).toEqual([]);
      expect(await page.evaluate((row) => document.activeElement?.closest(row) ?? null, list.row)).toBeNull();
    });
  }

  test('Tab and Shift+Tab in a conversation reach every link, also those that are not loaded at first', async ({
    panel,
  }) => {
    const user = await createUser(panel.db, { username: 'Người gửi liên kết' });
    const length = 260;
    // Far apart, so that the next link is not rendered while the one before has the focus.
    const linkAt = (seq: number) => `https://example.com/${seq}`;
    const seqs = Array.from({ length }, (_, index) => index + 1).filter((seq) => seq % 35 === 3);
    await storeConversation(
      panel,
      user,
      Array.from({ length }, (_, index) => ({
        text: seqs.includes(index + 1) ? `Xem ${linkAt(index + 1)}` : `tin số ${index + 1}`,
        at: minutesAgo(length - index),
      })),
    );
    const page = await openConversation(await panel.newPage(), user);
    await log(page, user).getByText(`tin số ${length}`, { exact: true }).waitFor();
    const read = await watchFocus(page, '[role=log] [data-index]', 'a');
    await log(page, user).getByRole('link').last().focus();
    const links = seqs.map(linkAt);
    const up = await holdUntil(page, read, { key: 'Tab', shift: true, visited: await read(), last: links[0] ?? '' });
    expect(up).toEqual(links.toReversed());
    await log(page, user).getByRole('link').first().focus();
    const down = await holdUntil(page, read, { key: 'Tab', visited: [], last: links.at(-1) ?? '' });
    expect(down).toEqual(links);
    await log(page, user).getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    const newest = page.locator('[role=log] [data-index]').last();
    // Says where the focus is instead.
    const place = () => page.evaluate(() => document.activeElement?.closest('[data-index]')?.textContent ?? '');
    await eventually(place).toBe(await newest.textContent());
    await expect(newest.getByRole('button', { name: 'Tùy chọn tin nhắn' })).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=log]') ?? null)).toBeNull();
  });

  test('Shift+Tab at the oldest loaded link keeps the focus until the older messages are loaded, despite new ones', async ({
    panel,
  }) => {
    const user = await createAppUser(panel, { username: 'Người gửi thêm' });
    const length = 120;
    const oldest = 'https://example.com/1';
    const newer = 'https://example.com/118';
    const links = new Map([
      [1, oldest],
      [118, newer],
    ]);
    await storeConversation(
      panel,
      user,
      Array.from({ length }, (_, index) => ({
        text: links.get(index + 1) ?? `tin số ${index + 1}`,
        at: minutesAgo(length - index),
      })),
    );
    await user.come();
    const page = await openConversation(await panel.newPage(), user);
    await log(page, user).getByText(`tin số ${length}`, { exact: true }).waitFor();
    const older = Promise.withResolvers<void>();
    await spoil(page, `/api/admin/chat/${user.id}`, { until: older.promise });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await log(page, user).getByRole('link').last().focus();
    await page.keyboard.press('Shift+Tab');
    await user.write('Còn đây nữa');
    await page.getByText('Còn đây nữa').first().waitFor();
    expect(await focused()).toBe(newer);
    older.resolve();
    await eventually(focused).toBe(oldest);
  });
});
