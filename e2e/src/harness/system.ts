import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createFromTemplate, runAsAdmin, type TestServer } from '../../../server/src/testing/database-server.ts';
import { startServerProcess } from './server-process.ts';
import { storeImage } from './stored-image.ts';

/** The environment variable with the database server's URL, set by the global setup for the workers. */
export const DATABASE_SERVER_VARIABLE = 'E2E_DATABASE_SERVER';
const ADMIN = { email: 'admin@example.com', password: 'mật khẩu của hải đăng' };

/** A server with the built panel and its own database, which contains one administrator only. */
export interface System {
  baseUrl: string;
  databaseUrl: string;
  admin: { email: string; password: string };
  stop: () => Promise<void>;
}

/** Starts one. @param settings in addition to those of every test server */
export async function startSystem(settings: Record<string, string>): Promise<System> {
  const testServer = JSON.parse(process.env[DATABASE_SERVER_VARIABLE] ?? '') as TestServer;
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-'));
  await storeImage(dataDir);
  const url = await createFromTemplate(testServer, name);
  const server = await startServerProcess({ ...serverSettings(url, dataDir), ...settings });
  // Gives the audit log an entry, as a real sign-in does.
  await logIn(server.baseUrl, ADMIN);
  return {
    baseUrl: server.baseUrl,
    databaseUrl: url,
    admin: ADMIN,
    stop: async () => {
      await server.stop();
      await runAsAdmin(testServer.adminUrl, `drop database if exists ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs an administrator in over HTTP, as the login form does. @throws if that fails */
export async function logIn(baseUrl: string, admin: { email: string; password: string }): Promise<void> {
  const response = await fetch(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!response.ok) throw new Error(`the sign-in was answered with ${response.status}: ${await response.text()}`);
}

/** The settings of a server with one administrator. */
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
