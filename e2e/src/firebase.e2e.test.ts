import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { databaseUrl, runAsAdmin } from '../../server/src/testing/database-server.ts';
import { type FirebaseServer, startFirebaseServer } from '../../server/src/testing/firebase/firebase-server.ts';
import { createReporter, type Reporter } from './harness/filed-reports.ts';
import { serverSettings } from './harness/global-setup.ts';
import { bell, items, NEW_REPORT, NOTIFICATIONS_TITLE } from './harness/notifications.ts';
import { hasBrowser, runningSystem } from './harness/running-system.ts';
import { addressOf, DASHBOARD_TITLE, toast, waitForScreen } from './harness/screens.ts';
import { type ServerProcess, startServerProcess } from './harness/server-process.ts';
import { describeInBrowser, eventually, type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/notifications';
/** Both ends pause between their attempts to come back. */
const BACK_WITHIN_MS = 30_000;
const REPORTER = 'Nguyễn Thị Lan';

/** The same build of the panel, served by a server that keeps notifications in Firebase too. */
describeInBrowser('with Firebase', () => {
  const databaseName = `hai_dang_firebase_${randomUUID().replaceAll('-', '')}`;
  let google: FirebaseServer;
  let server: ServerProcess;
  let database: Database;
  let reporter: Reporter;
  let adminId = '';
  const toClose: Array<() => Promise<unknown>> = [];

  beforeAll(async () => {
    if (!hasBrowser()) return;
    const system = runningSystem();
    google = await startFirebaseServer();
    toClose.unshift(() => google.stop());
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-firebase-'));
    toClose.unshift(() => rm(dataDir, { recursive: true, force: true }));
    await runAsAdmin(system.databaseAdminUrl, `create database ${databaseName} template ${system.databaseTemplate}`);
    toClose.unshift(() => runAsAdmin(system.databaseAdminUrl, `drop database if exists ${databaseName} with (force)`));
    const url = databaseUrl(system.databaseAdminUrl, databaseName);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    server = await startServerProcess({
      ...serverSettings(url, dataDir),
      FIREBASE_DATABASE_URL: google.databaseUrl,
      FIREBASE_PROJECT_ID: 'hai-dang-test',
      FIREBASE_CLIENT_EMAIL: 'server@hai-dang-test.iam.gserviceaccount.com',
      FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      FIREBASE_API_KEY: 'an-api-key',
      FIREBASE_AUTH_EMULATOR_HOST: google.authHost,
    });
    toClose.unshift(() => server.stop());
    database = await openDatabase({
      databaseUrl: url,
      dataDir: '',
      logger: createLogger({ level: 'warn' }),
      maxConnections: 2,
    });
    toClose.unshift(() => database.close());
    const { db } = database;
    const admin = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
    adminId = admin.id;
    reporter = await createReporter({ db, system: server }, REPORTER);
  });
  afterAll(async () => {
    for (const close of toClose) await close();
  });

  beforeEach(async () => {
    await database.db.deleteFrom('notifications').execute();
    await database.db.deleteFrom('notification_outbox').execute();
    google.set('notifications', null);
  });
  afterEach(() => google.deny(false));

  const ownPath = () => `notifications/${adminId}`;
  const inGoogle = () => Object.entries(Object(google.at(ownPath())) as Record<string, { read: boolean }>);
  const inOurs = () =>
    database.db.selectFrom('notifications').select(['id', 'is_read']).where('admin_id', '=', adminId).execute();
  async function open(panel: Panel, screen = SCREEN): Promise<Page> {
    const page = await panel.open(screen, { baseUrl: server.baseUrl });
    if (screen === SCREEN) await waitForScreen(page, NOTIFICATIONS_TITLE);
    return page;
  }
  /** Files reports one after the other and waits until the database has them. */
  async function file(count: number): Promise<string[]> {
    const reportIds: string[] = [];
    for (let n = 0; n < count; n += 1) reportIds.push(await reporter.file());
    await eventually(() => inGoogle().length).toBe(count);
    return reportIds;
  }

  test('what is filed is told at once on any screen, and read in both places when it is opened', async ({ panel }) => {
    const [before] = await file(1);
    const said: string[] = [];
    const page = await panel.newPage({ baseUrl: server.baseUrl });
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await eventually(() => said).toContain('The notifications’ database is connected.');
    await bell(page, 1).waitFor();
    expect(await page.locator('[data-sonner-toast]').count(), 'what is there already').toBe(0);
    const reportId = await reporter.file();
    expect(reportId).not.toBe(before);
    await toast(page, REPORTER).getByText(NEW_REPORT).waitFor();
    await bell(page, 2).click();
    await items(page).nth(0).getByRole('button', { name: NEW_REPORT }).click();
    await eventually(() => addressOf(page)).toBe(`/admin/reports/${reportId}`);
    await bell(page, 1).waitFor();
    await eventually(() => inGoogle().map(([, { read }]) => read)).toEqual([false, true]);
    expect((await inOurs()).map(({ is_read }) => is_read).sort()).toEqual([false, true]);
    // The browser writes after our server has, and the server's own delivery may be quicker.
    await eventually(() => google.writes.some(({ caller }) => caller === adminId)).toBe(true);
  });

  test('all are marked, one is removed, then all, in both places and in the other tab', async ({ panel }) => {
    await file(3);
    const [page, other] = [await open(panel), await open(panel)];
    await items(other).nth(2).waitFor();
    await page.getByRole('button', { name: 'Đánh dấu tất cả đã đọc' }).click();
    await toast(page, 'Đã đánh dấu tất cả đã đọc').waitFor();
    await bell(other, 0).waitFor();
    expect(inGoogle().map(([, { read }]) => read)).toEqual([true, true, true]);

    const dialog = page.getByRole('alertdialog');
    await items(page)
      .nth(0)
      .getByRole('button', { name: /^Xóa thông báo/ })
      .click();
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await eventually(() => items(other).count()).toBe(2);
    await eventually(() => inGoogle().length).toBe(2);
    expect(await inOurs()).toHaveLength(2);

    await page.getByRole('button', { name: 'Xóa tất cả thông báo' }).click();
    await dialog.getByRole('button', { name: 'Xóa tất cả', exact: true }).click();
    for (const each of [page, other]) await each.getByText('Không có thông báo nào').waitFor();
    expect(google.at(ownPath())).toBeNull();
    expect(await inOurs()).toEqual([]);
    const pathsOfPanel = google.writes.flatMap(({ caller, paths }) => (caller === adminId ? paths : []));
    expect(pathsOfPanel).toEqual(expect.arrayContaining([ownPath(), expect.stringMatching(/\/[^/]+\/read$/)]));
    const trail = await database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'notification.%')
      .where('actor_id', '=', adminId)
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['notification.read_all', 'notification.delete', 'notification.delete_all']),
    );
  });

  test('when the database has been away, what came meanwhile is there by itself', async ({ panel }) => {
    panel.expectProblem(/WebSocket connection to 'ws:.* failed/);
    await file(1);
    const page = await open(panel);
    await items(page).nth(0).waitFor();
    await google.stop();
    await page.getByText('Đang mất kết nối').waitFor();
    await reporter.file();
    expect(await items(page).count()).toBe(1);
    await google.start();
    await items(page).nth(1).waitFor({ timeout: BACK_WITHIN_MS });
    await page.getByText('Đang mất kết nối').waitFor({ state: 'detached', timeout: BACK_WITHIN_MS });
    expect(inGoogle()).toHaveLength(2);
  });

  test('older ones are watched as one comes to them', async ({ panel }) => {
    const all = Array.from({ length: 250 }, (_, n) => [
      `n-${String(n).padStart(3, '0')}`,
      { type: 'user_report', read: n < 245, createdAt: Date.UTC(2026, 0, 1) + n, senderName: `Người gửi ${n}` },
    ]);
    google.set(ownPath(), Object.fromEntries(all));
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

  test('a database that lets nobody in says so, and is asked again', async ({ panel }) => {
    await file(1);
    google.deny(true);
    const page = await open(panel);
    await page.getByText('Không thể tải thông báo').waitFor();
    google.deny(false);
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await items(page).nth(0).waitFor();

    // What one looks at stays when it is refused later.
    google.deny(true);
    await page.getByText('Không thể tải thông báo').waitFor();
    expect(await items(page).count()).toBe(1);
  });
});

describeInBrowser('without Firebase', () => {
  test('nothing of its SDK is fetched', async ({ panel }) => {
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
