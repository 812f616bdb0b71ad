import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { databaseUrl, runAsAdmin, startTestServer } from '../../../server/src/testing/database-server.ts';
import { findChromium, launchBrowser } from './chromium.ts';
import { storePicture } from './picture.ts';
import { startServerProcess } from './server-process.ts';

/** What every test file of the run shares; undefined where there is no browser to run them in. */
export interface RunningSystem {
  baseUrl: string;
  databaseUrl: string;
  /** The database server itself, for files that need a database beside the shared one. */
  databaseAdminUrl: string;
  databaseTemplate: string;
  browserEndpoint: string;
  admin: { email: string; password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    system: RunningSystem | undefined;
  }
}

const BUILT_PANEL = fileURLToPath(new URL('../../../panel/dist/index.html', import.meta.url));
const ADMIN = { email: 'admin@example.com', password: 'mật khẩu của hải đăng' };
const DATABASE_NAME = 'hai_dang_e2e';

/** Starts one database, one server on the built panel and one browser for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chromiumPath = findChromium();
  if (!chromiumPath) {
    project.provide('system', undefined);
    return undefined;
  }
  if (!existsSync(BUILT_PANEL)) throw new Error('the panel is not built: run "npm run build -w panel" first');

  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-'));
  await storePicture(dataDir);
  const database = await startTestServer(process.env['TEST_DATABASE_URL'] || undefined);
  const { adminUrl, templateName } = database.server;
  await runAsAdmin(adminUrl, `create database ${DATABASE_NAME} template ${templateName}`);
  const url = databaseUrl(adminUrl, DATABASE_NAME);
  const [server, browser] = await Promise.all([
    startServerProcess(serverSettings(url, dataDir)),
    launchBrowser(chromiumPath),
  ]);
  project.provide('system', {
    baseUrl: server.baseUrl,
    databaseUrl: url,
    databaseAdminUrl: adminUrl,
    databaseTemplate: templateName,
    browserEndpoint: browser.wsEndpoint(),
    admin: ADMIN,
  });

  return async () => {
    await browser.close();
    await server.stop();
    await runAsAdmin(adminUrl, `drop database if exists ${DATABASE_NAME} with (force)`);
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The settings of a server with one administrator and nothing else in it. */
export function serverSettings(url: string, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEMO_DATA: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  };
}
