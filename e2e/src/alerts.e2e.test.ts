import { expect, type Page } from '@playwright/test';
import { insertPost, insertReport, insertUser } from '../../server/src/testing/factories.ts';
import { ACCOUNT_SCREEN, ACCOUNT_TITLE, section } from './harness/account.ts';
import { ownAdmin } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import { items, NOTIFICATIONS_TITLE, replaceNotifications, untilLive } from './harness/notifications.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const ALERTS = 'Thông báo khi vắng mặt';
const ON = 'Hiện trên màn hình của trình duyệt này';
const NOTIFICATIONS_SCREEN = '/admin/notifications';

interface Notice {
  title: string;
  body: string;
}

/** Lets pages of a context show notices, which a wrapper of the real constructor keeps, and be hidden. */
async function watchNotices(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.context().addInitScript(() => {
    const state = { notices: [] as Notice[], asked: 0, isHidden: false };
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
        state.asked += 1;
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
const preferences = async (panel: Panel) => {
  const { id } = await ownAdmin(panel);
  return panel.db.selectFrom('administrator_preferences').selectAll().where('user_id', '=', id).executeTakeFirst();
};

test.describe('desktop notifications', () => {
  test('permission is requested by a click alone; a hidden tab shows a notification, which leads to the report', async ({
    panel,
  }) => {
    const reporter = await createReporter(panel, 'Nguyễn Thị Lan');
    const page = await panel.newPage();
    await watchNotices(page);
    await untilLive(page, () => openAccount(page));
    const asked = () => page.evaluate(() => Reflect.get(window, 'desktopTest').asked);
    expect(await asked()).toBe(0);
    await turnOn(page);
    expect(await asked()).toBe(1);

    await reporter.file();
    await page.getByRole('link', { name: 'Thông báo, 1 chưa đọc' }).first().waitFor();
    expect(await noticesOf(page)).toEqual([]);
    await setHidden(page, true);
    const reportId = await reporter.file();
    await eventually(() => noticesOf(page)).toHaveLength(1);
    const [notice] = await noticesOf(page);
    expect(notice?.title).toBe('Có báo cáo mới cần xử lý');
    expect(notice?.body).toMatch(/^Spam – Bài viết “.+” của .+$/);
    await page.evaluate(() => Reflect.get(window, 'lastNotice').onclick());
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
  });

  test('only one of several tabs shows it, and none while one of them is visible', async ({ panel }) => {
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
    await reporter.file();
    await eventually(() => noticesOf(second)).toHaveLength(1);
  });

  test('disabled kinds, and quiet hours, are respected', async ({ panel }) => {
    const reporter = await createReporter(panel, 'Nguyễn Thị Lan');
    const page = await panel.newPage();
    await watchNotices(page);
    await untilLive(page, () => openAccount(page));
    await turnOn(page);
    await box(page, 'Báo cáo mới').uncheck();
    await setHidden(page, true);
    await reporter.file();
    await page.getByRole('link', { name: 'Thông báo, 1 chưa đọc' }).first().waitFor();
    expect(await noticesOf(page)).toEqual([]);
    await box(page, 'Báo cáo mới').check();
    await box(page, 'Không báo trong khoảng giờ này').check();
    await section(page, ALERTS).getByLabel('Từ', { exact: true }).fill('00:00');
    await section(page, ALERTS).getByLabel('Đến', { exact: true }).fill('23:59');
    await eventually(async () => (await preferences(panel))?.quiet_until_minute).toBe(23 * 60 + 59);
    await reporter.file();
    await page.getByRole('link', { name: 'Thông báo, 2 chưa đọc' }).first().waitFor();
    expect(await noticesOf(page)).toEqual([]);
  });

  test('are offered on the notifications screen', async ({ panel }) => {
    const page = await panel.newPage();
    await watchNotices(page);
    await page.goto(NOTIFICATIONS_SCREEN);
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    await page.getByRole('button', { name: 'Bật thông báo trên màn hình' }).click();
    await page.getByRole('link', { name: 'Chọn loại thông báo và giờ yên lặng' }).click();
    await expect(box(page, ON)).toBeChecked();
  });
});

test.describe('e-mail alerts', () => {
  test('kinds and quiet hours are stored on the server, and the screen says where none can be sent', async ({
    panel,
  }) => {
    const page = await openAccount(await panel.newPage());
    await section(page, ALERTS).getByText('Máy chủ này chưa được thiết lập để gửi email.').waitFor();
    const group = section(page, ALERTS).getByRole('group', { name: 'Gửi email cho tôi khi có' });
    await group.getByRole('checkbox', { name: 'Báo cáo quá hạn' }).check();
    await group.getByRole('checkbox', { name: 'Khiếu nại mới và quá hạn' }).check();
    await box(page, 'Vẫn báo khi có báo cáo rất nặng (an toàn trẻ em)').uncheck();
    await eventually(() => preferences(panel)).toMatchObject({
      email_kinds: ['overdue', 'appeal'],
      is_child_safety_loud: false,
    });
    const again = await openAccount(await panel.newPage());
    await expect(box(again, 'Báo cáo quá hạn')).toBeChecked();
  });
});

test.describe('grouped notifications', () => {
  const about = (index: number) => ({
    subject_type: 'Post',
    subject_id: 'p1',
    subject_title: 'Bán vé giả',
    owner_name: 'Trang',
    reason: index % 2 ? 'spam' : 'harassment',
  });

  test('103 about one post are one row; opening it marks all as read, and its deletion deletes all', async ({
    panel,
  }) => {
    const author = await insertUser(panel.db);
    const post = await insertPost(panel.db, author.id);
    const { id: reportId } = await insertReport(panel.db, {
      itemType: 'Post',
      itemId: post.id,
      itemAuthorId: author.id,
    });
    await replaceNotifications(panel, 103, (index) => ({ ...about(index), report_id: reportId }));
    const page = await panel.open(NOTIFICATIONS_SCREEN);
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    await items(page).getByText('103 báo cáo về bài viết “Bán vé giả” của Trang').waitFor();
    await expect(items(page)).toHaveCount(1);
    await items(page).getByText('Quấy rối, Spam').or(items(page).getByText('Spam, Quấy rối')).first().waitFor();
    await items(page).getByText('và 102 người khác').waitFor();
    await items(page)
      .getByRole('button', { name: /103 báo cáo/ })
      .first()
      .click();
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
    const unread = () => panel.db.selectFrom('notifications').select('id').where('is_read', '=', false).execute();
    await eventually(unread).toEqual([]);
    await page.goBack();
    await page.getByRole('button', { name: /^Xóa 103 thông báo về/ }).click();
    await page.getByRole('alertdialog').getByText('Bạn có chắc chắn muốn xóa 103 thông báo này?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
    await page.getByText('Không có thông báo nào').waitFor();
    expect(await panel.db.selectFrom('notifications').select('id').execute()).toEqual([]);
  });
});
