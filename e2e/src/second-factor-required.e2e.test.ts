import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { databaseUrl, runAsAdmin } from '../../server/src/testing/database-server.ts';
import {
  ACCOUNT_SCREEN,
  ACCOUNT_TITLE,
  beginSetUp,
  finishSetUp,
  goToAccount,
  recoveryCodes,
  secondFactor,
  section,
} from './harness/account.ts';
import { serverSettings } from './harness/global-setup.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { hasBrowser, runningSystem } from './harness/running-system.ts';
import { addressOf, signIn, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { type ServerProcess, startServerProcess } from './harness/server-process.ts';
import { describeInBrowser, eventually, test } from './harness/test.ts';

const WHY = 'Bạn cần bật xác thực hai lớp trước khi tiếp tục';

describeInBrowser('where a second factor is required', () => {
  const databaseName = `hai_dang_required_${randomUUID().replaceAll('-', '')}`;
  let server: ServerProcess;
  const toClose: Array<() => Promise<unknown>> = [];

  beforeAll(async () => {
    if (!hasBrowser()) return;
    const system = runningSystem();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-required-'));
    toClose.unshift(() => rm(dataDir, { recursive: true, force: true }));
    await runAsAdmin(system.databaseAdminUrl, `create database ${databaseName} template ${system.databaseTemplate}`);
    toClose.unshift(() => runAsAdmin(system.databaseAdminUrl, `drop database if exists ${databaseName} with (force)`));
    server = await startServerProcess({
      ...serverSettings(databaseUrl(system.databaseAdminUrl, databaseName), dataDir),
      REQUIRE_2FA: '1',
    });
    toClose.unshift(server.stop);
  });

  afterAll(async () => {
    for (const close of toClose) await close();
  });

  test('one comes to the set-up and nowhere else, and from there to where one was going', async ({ panel }) => {
    panel.expectProblem(failedRequest(403));
    const page = await panel.open('/admin/users?status=banned', { signedIn: false, baseUrl: server.baseUrl });
    await page.clock.install();
    const heard: unknown[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => heard.push(payload)));
    await signIn(page, panel.system.admin);
    await waitForScreen(page, ACCOUNT_TITLE);
    await page.getByRole('alert').getByText(WHY).waitFor();
    expect(addressOf(page)).toBe(ACCOUNT_SCREEN);
    expect(await section(page, 'Mật khẩu').count()).toBe(0);

    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await eventually(() => addressOf(page)).toBe(ACCOUNT_SCREEN);
    await page.goto('/admin/users?status=banned');
    await waitForScreen(page, ACCOUNT_TITLE);
    const isJoined = () => heard.some((frame) => String(frame).includes('admin_connected'));
    expect(isJoined()).toBe(false);

    await finishSetUp(page, await beginSetUp(page));
    expect(addressOf(page), 'the codes are read first').toBe(ACCOUNT_SCREEN);
    await recoveryCodes(page).getByRole('button', { name: 'Tôi đã lưu' }).click();
    await waitForScreen(page, USERS_TITLE);
    expect(addressOf(page)).toBe('/admin/users?status=banned');
    await eventually(isJoined).toBe(true);

    // Without one again: the server closes the socket, and it is no broken connection that would come back by itself.
    await goToAccount(page);
    await secondFactor(page).getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tắt xác thực hai lớp' }).click();
    await page.getByRole('alert').getByText(WHY).waitFor();
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await waitForScreen(page, ACCOUNT_TITLE);
    await page.clock.fastForward(10_000);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await page.getByText('Mất kết nối trực tiếp').count()).toBe(0);
  });
});
