import { expect, type Page } from '@playwright/test';
import { ACCOUNT_SCREEN, ACCOUNT_TITLE, section } from './harness/account.ts';
import { createReporter } from './harness/filed-reports.ts';
import { untilLive } from './harness/notifications.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const ALERTS = 'Thông báo khi vắng mặt';
const ON = 'Hiện trên màn hình của trình duyệt này';

interface Notice {
  title: string;
  body: string;
}

/** Lets pages of a context show notices, which a wrapper of the real constructor keeps, and be hidden. */
async function watchNotices(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.context().addInitScript(() => {
    const state = { notices: [] as Notice[], isHidden: false };
    Object.assign(window, { desktopTest: state });
    const Real = Notification;
    class Watched extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        state.notices.push({ title, body: options?.body ?? '' });
        Object.assign(window, { lastNotice: this });
      }
      // The headless shell says 'denied', although it has granted it.
      static override get permission(): NotificationPermission {
        return 'granted';
      }
      static override requestPermission(): Promise<NotificationPermission> {
        return Real.requestPermission();
      }
    }
    Object.assign(window, { Notification: Watched });
    Object.defineProperty(document, 'hidden', { get: () => state.isHidden });
  });
}

const noticesOf = (page: Page): Promise<Notice[]> => page.evaluate(() => Reflect.get(window, 'desktopTest').notices);
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Reflect.get(window, 'desktopTest').isHidden = value;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

async function openAccount(page: Page): Promise<Page> {
  await page.goto(ACCOUNT_SCREEN);
  await waitForScreen(page, ACCOUNT_TITLE);
  await section(page, ALERTS).waitFor();
  return page;
}
const box = (page: Page, name: string) => section(page, ALERTS).getByRole('checkbox', { name, exact: true });
/** It is checked once the browser has given the permission. */
async function turnOn(page: Page): Promise<void> {
  await box(page, ON).click();
  await expect(box(page, ON)).toBeChecked();
}

test.describe('desktop notifications', () => {
  test('only one of several tabs shows it, which leads to the report, and none while one of them is visible', async ({
    panel,
  }) => {
    const reporter = await createReporter(panel, 'Nguyễn Thị Lan');
    const first = await panel.newPage();
    await watchNotices(first);
    await untilLive(first, () => openAccount(first));
    await turnOn(first);
    const second = await first.context().newPage();
    await untilLive(second, () => openAccount(second));
    await setHidden(first, true);
    await reporter.file();
    for (const page of [first, second])
      await page.getByRole('link', { name: 'Thông báo, 1 chưa đọc' }).first().waitFor();
    expect([await noticesOf(first), await noticesOf(second)]).toEqual([[], []]);
    await setHidden(second, true);
    await reporter.file();
    await eventually(async () => [...(await noticesOf(first)), ...(await noticesOf(second))]).toHaveLength(1);
    await first.close();
    // The browser passes the lock of the closed tab on.
    const waiting = () => second.evaluate(async () => (await navigator.locks.query()).pending);
    await eventually(waiting).toEqual([]);
    const before = (await noticesOf(second)).length;
    const reportId = await reporter.file();
    await eventually(() => noticesOf(second)).toHaveLength(before + 1);
    const notice = (await noticesOf(second)).at(-1);
    expect(notice?.title).toBe('Có báo cáo mới cần xử lý');
    expect(notice?.body).toMatch(/^Spam – Bài viết “.+” của .+$/);
    await second.evaluate(() => Reflect.get(window, 'lastNotice').onclick());
    await eventually(() => urlOf(second)).toBe(`/admin/reports/${reportId}`);
  });
});
