import { generateKeyPairSync } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type FirebaseServer, startFirebaseServer } from '../../server/src/testing/firebase/firebase-server.ts';
import { ownAdmin } from './harness/data.ts';
import { createReporter } from './harness/filed-reports.ts';
import { bell, items, NEW_REPORT, NOTIFICATIONS_TITLE, storedNotifications } from './harness/notifications.ts';
import { DASHBOARD_TITLE, toast, urlOf, waitForScreen } from './harness/screens.ts';
import { test as base, eventually, type Panel } from './harness/test.ts';

const SCREEN = '/admin/notifications';
/** Server and browser both wait between reconnect attempts. */
const BACK_WITHIN_MS = 30_000;
const REPORTER = 'Nguyễn Thị Lan';

/** The same build of the panel, on a server with notifications in Firebase as well. */
const test = base.extend<{ notifications: Notifications }, { google: FirebaseServer }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape the test runner reads
    async ({}, use) => {
      const google = await startFirebaseServer();
      await use(google);
      await google.stop();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ google }, use) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      await use({
        FIREBASE_DATABASE_URL: google.databaseUrl,
        FIREBASE_PROJECT_ID: 'hai-dang-test',
        FIREBASE_CLIENT_EMAIL: 'server@hai-dang-test.iam.gserviceaccount.com',
        FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        FIREBASE_API_KEY: 'an-api-key',
        FIREBASE_AUTH_EMULATOR_HOST: google.authHost,
      });
    },
    { scope: 'worker' },
  ],
  notifications: async ({ google, panel }, use) => {
    const { db } = panel;
    for (const table of ['notification_outbox', 'announcement_outbox', 'announcement_changes'] as const) {
      await db.deleteFrom(table).execute();
    }
    google.set('notifications', null);
    const { id: adminId } = await ownAdmin(panel);
    const ownPath = `notifications/${adminId}`;
    const inGoogle = () => Object.entries(Object(google.at(ownPath)) as Record<string, { read: boolean }>);
    const { file } = await createReporter(panel, REPORTER);
    await use({
      adminId,
      ownPath,
      inGoogle,
      inOurs: () => storedNotifications(panel),
      file,
      async fileMany(count) {
        const reportIds: string[] = [];
        for (let n = 0; n < count; n += 1) reportIds.push(await file());
        await eventually(() => inGoogle().length).toBe(count);
        return reportIds;
      },
    });
    google.deny(false);
  },
});

/** The administrator's notifications in PostgreSQL and in Firebase. */
interface Notifications {
  adminId: string;
  ownPath: string;
  inGoogle: () => Array<[string, { read: boolean }]>;
  inOurs: () => Promise<Array<{ id: string; is_read: boolean }>>;
  /** Files a report, which creates a notification. @returns its id */
  file: () => Promise<string>;
  /** Files reports one after the other and waits until the database has them. */
  fileMany: (count: number) => Promise<string[]>;
}

async function open(panel: Panel): Promise<Page> {
  const page = await panel.open(SCREEN);
  await waitForScreen(page, NOTIFICATIONS_TITLE);
  return page;
}

test.describe('notifications with Firebase', () => {
  // One worker for all tests: its servers are needed only here.
  test.describe.configure({ mode: 'default' });

  test('a new one is shown at once on any screen, and opening it marks it as read in both stores', async ({
    panel,
    google,
    notifications,
  }) => {
    const [before] = await notifications.fileMany(1);
    const said: string[] = [];
    const page = await panel.newPage();
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await eventually(() => said).toContain('The notifications’ database is connected.');
    await bell(page, 1).waitFor();
    expect(await page.locator('[data-sonner-toast]').count(), 'what is there already').toBe(0);
    const reportId = await notifications.file();
    expect(reportId).not.toBe(before);
    await toast(page, REPORTER).getByText(NEW_REPORT).waitFor();
    await bell(page, 2).click();
    await items(page).nth(0).getByRole('button', { name: NEW_REPORT }).click();
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
    await bell(page, 1).waitFor();
    await eventually(() => notifications.inGoogle().map(([, { read }]) => read)).toEqual([false, true]);
    expect((await notifications.inOurs()).map(({ is_read }) => is_read).sort()).toEqual([false, true]);
    // The browser writes after our server; the server's own delivery may be faster.
    await eventually(() => google.writes.some(({ caller }) => caller === notifications.adminId)).toBe(true);
  });

  test('mark all, delete one, delete all: applied in both stores and in the other tab', async ({
    panel,
    google,
    notifications,
  }) => {
    await notifications.fileMany(3);
    const [page, other] = [await open(panel), await open(panel)];
    await items(other).nth(2).waitFor();
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await toast(page, 'Đã đánh dấu tất cả đã đọc').waitFor();
    await bell(other, 0).waitFor();
    expect(notifications.inGoogle().map(([, { read }]) => read)).toEqual([true, true, true]);

    const dialog = page.getByRole('alertdialog');
    await items(page)
      .nth(0)
      .getByRole('button', { name: /^Xóa thông báo/ })
      .click();
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect(items(other)).toHaveCount(2);
    await eventually(() => notifications.inGoogle().length).toBe(2);
    expect(await notifications.inOurs()).toHaveLength(2);

    await page.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
    await dialog.getByRole('button', { name: 'Xóa tất cả', exact: true }).click();
    for (const each of [page, other]) await each.getByText('Không có thông báo nào').waitFor();
    expect(google.at(notifications.ownPath)).toBeNull();
    expect(await notifications.inOurs()).toEqual([]);
    const pathsOfPanel = google.writes.flatMap(({ caller, paths }) => (caller === notifications.adminId ? paths : []));
    expect(pathsOfPanel).toEqual(
      expect.arrayContaining([notifications.ownPath, expect.stringMatching(/\/[^/]+\/read$/)]),
    );
    const entries = await panel.db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'notification.%')
      .where('actor_id', '=', notifications.adminId)
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['notification.read_all', 'notification.delete', 'notification.delete_all']),
    );
  });

  test('after Firebase was unreachable the missed ones are added without an action', async ({
    panel,
    google,
    notifications,
  }) => {
    panel.expectProblem(/WebSocket connection to 'ws:.* failed/);
    await notifications.fileMany(1);
    const page = await open(panel);
    await items(page).nth(0).waitFor();
    await google.stop();
    await page.getByText('Đang mất kết nối').waitFor();
    await notifications.file();
    expect(await items(page).count()).toBe(1);
    await google.start();
    await items(page).nth(1).waitFor({ timeout: BACK_WITHIN_MS });
    await page.getByText('Đang mất kết nối').waitFor({ state: 'detached', timeout: BACK_WITHIN_MS });
    expect(notifications.inGoogle()).toHaveLength(2);
  });

  test('older ones are watched as they are scrolled into view', async ({ panel, google, notifications }) => {
    const all = Array.from({ length: 250 }, (_, n) => [
      `n-${String(n).padStart(3, '0')}`,
      { type: 'user_report', read: n < 245, createdAt: Date.UTC(2026, 0, 1) + n, senderName: `Người gửi ${n}` },
    ]);
    google.set(notifications.ownPath, Object.fromEntries(all));
    const page = await open(panel);
    await items(page).nth(199).waitFor();
    expect(await items(page).count()).toBe(200);
    await bell(page, 5).waitFor();
    await items(page).nth(199).scrollIntoViewIfNeeded();
    await items(page).nth(249).waitFor();
    await items(page).nth(0).getByText('Người gửi 249', { exact: true }).waitFor();
    await items(page).nth(249).getByText('Người gửi 0', { exact: true }).waitFor();
    await page.getByText('Đã hiện tất cả thông báo').waitFor();
  });

  test('a database that denies access shows an error, and is retried', async ({ panel, google, notifications }) => {
    await notifications.fileMany(1);
    google.deny(true);
    const page = await open(panel);
    await page.getByText('Không thể tải thông báo').waitFor();
    google.deny(false);
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await items(page).nth(0).waitFor();

    // Visible rows stay when access is denied later.
    google.deny(true);
    await page.getByText('Không thể tải thông báo').waitFor();
    expect(await items(page).count()).toBe(1);
  });
});

base.describe('notifications without Firebase', () => {
  base('nothing of its SDK is fetched', async ({ panel }) => {
    const page = await panel.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(SCREEN);
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((file) => file.startsWith('/assets/server-feed'))).toHaveLength(1);
    expect(fetched.filter((file) => /firebase/i.test(file))).toEqual([]);
  });
});
