import { expect } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { CHAT_SCREEN } from './harness/chat-list.ts';
import { createUsers } from './harness/data.ts';
import { test } from './harness/firefox.ts';
import { find, shown } from './harness/firefox-page.ts';
import { createReports, REPORTS_SCREEN } from './harness/report-list.ts';
import { NARROW, WIDE } from './harness/test.ts';
import { having, named, row } from './harness/xpaths.ts';

const PHONE = { width: 390, height: 844 };
/** The screens with days among their filters, and the button that shows these. */
const SCREENS = [
  { screen: `${REPORTS_SCREEN}`, opener: 'Lọc' },
  { screen: '/admin/content' },
  { screen: '/admin/audit', opener: 'Hiện bộ lọc' },
  { screen: '/admin/statistics' },
];

/** The missing width of each field for a day, in pixels, and of the page in its window. */
const missingWidths = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const fields = [...document.querySelectorAll<HTMLInputElement>('input[type="date"]')].map((field) => {
      const given = field.offsetWidth;
      field.style.width = 'max-content';
      const needed = field.offsetWidth;
      field.style.width = '';
      return Math.max(0, needed - given);
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return { fields, page: scrollWidth - clientWidth };
  });

test('report list: one report, then more than the window shows → the scrollbar moves nothing', async ({ firefox }) => {
  await createReports(firefox, 30);
  const page = await firefox.open(`${REPORTS_SCREEN}?q=Người báo 01`);
  await shown(page, row('Người báo 01'));
  const edges = () =>
    page.$eval('[role="grid"]', (grid) => {
      const { left, right } = grid.getBoundingClientRect();
      return { left, right, scrolls: document.documentElement.scrollHeight > window.innerHeight };
    });
  const before = await edges();
  await find(page, named('input', 'Tìm trong báo cáo')).click();
  await page.keyboard.press('Escape');
  await shown(page, row('Người báo 30'));
  expect(await edges()).toEqual({ ...before, scrolls: true });
  expect(before.scrolls).toBe(false);
});

test('filters by day: at 1440, 390 and 320 px → the whole date is shown, and nothing is wider than the window', async ({
  firefox,
}) => {
  for (const viewport of [WIDE, PHONE, NARROW]) {
    const page = await firefox.newPage({ viewport });
    for (const { screen, opener } of SCREENS) {
      await page.goto(firefox.system.baseUrl + screen);
      if (opener) await find(page, having('button', opener)).click();
      await shown(page, '//input[@type="date"]');
      expect(await missingWidths(page), `${screen} at ${viewport.width} px`).toEqual({ fields: [0, 0], page: 0 });
    }
  }
});

test('chat list: more users than it shows → no line of a row runs into the scrollbar', async ({ firefox }) => {
  await createUsers(firefox.db, 30);
  const page = await firefox.open(CHAT_SCREEN);
  await shown(page, '//*[@data-chat-user]');
  const gaps = await page.$$eval('[data-chat-user]', (rows) =>
    rows.flatMap((link) =>
      [link, ...link.querySelectorAll('*')]
        .filter((element) => getComputedStyle(element).borderBottomWidth !== '0px')
        .map((element) => link.getBoundingClientRect().right - element.getBoundingClientRect().right),
    ),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
});
