import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createReporter } from './harness/filed-reports.ts';
import {
  bell,
  items,
  NEW_REPORT,
  NOTIFICATIONS_TITLE,
  replaceNotifications,
  untilLive,
} from './harness/notifications.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/notifications';

async function openLive(panel: Panel, screen: string): Promise<Page> {
  const page = await panel.newPage();
  await untilLive(page, () => page.goto(screen));
  return page;
}

/** Counts the tones that a page's scripts start. */
async function countTones(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      const counter = window as unknown as { tones?: number };
      counter.tones = (counter.tones ?? 0) + 1;
      start.call(this, when);
    };
  });
}
const tonesOf = (page: Page) => page.evaluate(() => (window as unknown as { tones?: number }).tones ?? 0);

test.describe('notifications: a new report', () => {
  test('is shown at once in two browsers, on any screen; a click opens the notifications', async ({ panel }) => {
    await replaceNotifications(panel, 1);
    const reporter = await createReporter(panel, 'Nguyễn Thị Lan');
    const [one, other] = [await openLive(panel, '/admin/dashboard'), await openLive(panel, '/admin/users')];
    expect(await one.locator('[data-sonner-toast]').count(), 'what is there already').toBe(0);
    const reportId = await reporter.file();
    for (const page of [one, other]) {
      await toast(page, reporter.username).getByText(NEW_REPORT).waitFor();
      await bell(page, 2).waitFor();
      await expect(page).toHaveTitle(/^\(2\) /);
      expect(await page.locator('p[aria-live="polite"]').textContent()).toBe(`${reporter.username}: ${NEW_REPORT}`);
    }
    await toast(one, reporter.username).getByRole('button').press('Enter');
    await waitForScreen(one, NOTIFICATIONS_TITLE);
    await toast(one, reporter.username).waitFor({ state: 'detached' });
    await items(one).nth(0).getByRole('button', { name: NEW_REPORT }).click();
    await eventually(() => urlOf(one)).toBe(`/admin/reports/${reportId}`);
    await bell(other, 1).waitFor();
    await toast(other, reporter.username).waitFor({ state: 'detached' });
  });
});

test.describe('notifications: marked or deleted', () => {
  test('is updated at once in another browser', async ({ panel }) => {
    await replaceNotifications(panel, 120);
    const [one, other] = [await openLive(panel, SCREEN), await openLive(panel, SCREEN)];
    await bell(other, 120).waitFor();
    await items(one).nth(0).getByRole('button', { name: /^Xóa/ }).click();
    await one.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
    await bell(other, 119).waitFor();
    // More than the limit for single toasts.
    await one.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await bell(one, 0).waitFor();
    await bell(other, 0).waitFor();
    await one.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
    await one.getByRole('button', { name: 'Xóa tất cả', exact: true }).click();
    await other.getByText('Không có thông báo nào').waitFor();
  });
});

/** How many tabs play the sound, and how many wait for their turn. */
const soundLocks = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const [playing, waiting] = [held, pending].map(
      (locks) => locks.filter(({ name }) => name === 'hai-dang-notification-sound').length,
    );
    return { held: playing, pending: waiting };
  });

test.describe('notification sound', () => {
  test('is off by default, every tab has its setting, and only one plays it', async ({ panel }) => {
    await replaceNotifications(panel, 0);
    const reporter = await createReporter(panel, 'Phạm Quốc Bảo');
    const first = await panel.newPage();
    await countTones(first.context());
    await untilLive(first, () => first.goto(SCREEN));
    const toggle = (page: Page) => page.getByRole('switch', { name: 'Âm báo khi có thông báo mới' });
    await toggle(first).focus();
    await reporter.file();
    await items(first).nth(0).waitFor();
    expect(await tonesOf(first)).toBe(0);

    await first.keyboard.press('Space');
    await expect(toggle(first)).toHaveAttribute('aria-checked', 'true');
    const second = await first.context().newPage();
    await untilLive(second, () => second.goto(SCREEN));
    await eventually(() => toggle(second).getAttribute('aria-checked')).toBe('true');
    await second.getByRole('heading', { level: 1 }).click();
    await reporter.file();
    await items(first).nth(1).waitFor();
    await items(second).nth(1).waitFor();
    await eventually(async () => (await tonesOf(first)) + (await tonesOf(second))).toBe(2);

    // Another tab takes over when that one is closed.
    await first.close();
    await eventually(() => soundLocks(second)).toEqual({ held: 1, pending: 0 });
    expect(await tonesOf(second)).toBe(0);
    await reporter.file();
    await eventually(() => tonesOf(second)).toBe(2);
    await toggle(second).click();
    await reporter.file();
    await items(second).nth(3).waitFor();
    expect(await tonesOf(second)).toBe(2);
  });
});
