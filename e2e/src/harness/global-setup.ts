import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findBrowsers } from '../../../scripts/lib/chromium.mjs';
import {
  databaseUrl,
  runAsAdmin,
  startTestServer,
  type TestServer,
} from '../../../server/src/testing/database-server.ts';
import { launchBrowser } from './chromium.ts';
import { startServerProcess } from './server-process.ts';
import { storeImage } from './stored-image.ts';

/** What a test file works on, alone; undefined where there is no browser to run it in. */
export interface RunningSystem {
  baseUrl: string;
  databaseUrl: string;
  /** The database server itself, for files that need a database beside their own. */
  databaseAdminUrl: string;
  databaseTemplate: string;
  /** Where the installed browsers are spoken to, the one that most tests run in first. */
  browsers: ReadonlyArray<{ readonly name: string; readonly endpoint: string }>;
  admin: { email: string; password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker; empty where there is no browser. */
    systems: RunningSystem[];
  }
}

const BUILT_PANEL = fileURLToPath(new URL('../../../panel/dist/index.html', import.meta.url));
const ADMIN = { email: 'admin@example.com', password: 'mật khẩu của hải đăng' };

/** Starts one PostgreSQL, and for each worker a database in it, a server on the built panel and the browsers. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const installed = findBrowsers();
  if (installed.length === 0) {
    project.provide('systems', []);
    return undefined;
  }
  if (!existsSync(BUILT_PANEL)) throw new Error('the panel is not built: run "npm run build -w panel" first');

  const database = await startTestServer(process.env['TEST_DATABASE_URL'] || undefined);
  const workers = Number(project.config.maxWorkers);
  const started: StartedSystem[] = [];
  // One after another: they copy the same template, which nobody else may be using.
  for (let worker = 1; worker <= workers; worker += 1) {
    started.push(await startSystem(database.server, worker, installed));
  }
  project.provide(
    'systems',
    started.map(({ system }) => system),
  );

  return async () => {
    for (const { stop } of started) await stop();
    await database.stop();
  };
}

interface StartedSystem {
  system: RunningSystem;
  stop: () => Promise<void>;
}

async function startSystem(
  { adminUrl, templateName }: TestServer,
  worker: number,
  installed: ReturnType<typeof findBrowsers>,
): Promise<StartedSystem> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-'));
  await storeImage(dataDir);
  const databaseName = `hai_dang_e2e_${worker}`;
  await runAsAdmin(adminUrl, `create database ${databaseName} template ${templateName}`);
  const url = databaseUrl(adminUrl, databaseName);
  const [server, ...launched] = await Promise.all([
    startServerProcess(serverSettings(url, dataDir)),
    ...installed.map(async ({ name, path: executable }) => ({ name, browser: await launchBrowser(executable) })),
  ]);
  return {
    system: {
      baseUrl: server.baseUrl,
      databaseUrl: url,
      databaseAdminUrl: adminUrl,
      databaseTemplate: templateName,
      browsers: launched.map(({ name, browser }) => ({ name, endpoint: browser.wsEndpoint() })),
      admin: ADMIN,
    },
    stop: async () => {
      for (const { browser } of launched) await browser.close();
      await server.stop();
      await runAsAdmin(adminUrl, `drop database if exists ${databaseName} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
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
    SUPPORT_EMAIL: 'hotro@example.com',
    LOG_LEVEL: 'warn',
  };
}
