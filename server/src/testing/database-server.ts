import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../lib/db/embedded-postgres.ts';
import { migrate } from '../lib/db/migrate.ts';
import { createLogger } from '../lib/logger.ts';

/** Serialisable: it is passed to the workers of a test run. */
export type TestServer = { adminUrl: string; templateName: string };

/**
 * Starts one PostgreSQL in a temporary folder and migrates one database in it as a template.
 * @param externalUrl an existing server to use instead; its user must be allowed to create databases
 */
export async function startTestServer(
  externalUrl?: string,
): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-test-'));
  const embedded = externalUrl
    ? null
    : await startEmbeddedPostgres({
        dir: path.join(dir, 'pg'),
        logger: createLogger({ level: 'warn' }),
        throwaway: true,
      });
  const adminUrl = externalUrl ?? socketUrl(embedded?.connection.host ?? '');
  const templateName = `hai_dang_template_${process.pid}`;
  await runAsAdmin(adminUrl, `create database ${templateName}`);
  await migrate({ connectionString: databaseUrl(adminUrl, templateName) });
  return {
    server: { adminUrl, templateName },
    stop: async () => {
      if (externalUrl) await runAsAdmin(adminUrl, `drop database if exists ${templateName} with (force)`);
      await embedded?.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database that is a copy of the template.
 * @returns its URL
 */
export async function createFromTemplate({ adminUrl, templateName }: TestServer, name: string): Promise<string> {
  // By default each page is copied through the buffers and the log, which takes several times the CPU.
  await runAsAdmin(adminUrl, `create database ${name} template ${templateName} strategy file_copy`);
  return databaseUrl(adminUrl, name);
}

/** The URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement outside a transaction, which creating and dropping databases requires. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function socketUrl(socketDir: string): string {
  return `postgres://hai_dang@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}
