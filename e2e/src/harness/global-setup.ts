import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowsers } from '../../../scripts/lib/browsers.mjs';
import { startTestServer } from '../../../server/src/testing/database-server.ts';
import { DATABASE_SERVER_VARIABLE } from './system.ts';

const BUILT_PANEL = fileURLToPath(new URL('../../../panel/dist/index.html', import.meta.url));

/** Starts the PostgreSQL in which each worker has a database; TEST_DATABASE_URL uses an existing one instead. */
export default async function setup(): Promise<() => Promise<void>> {
  if (findBrowsers().length === 0) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
  if (!existsSync(BUILT_PANEL)) throw new Error('the panel is not built: run "npm run build -w panel" first');
  const { server, stop } = await startTestServer(process.env['TEST_DATABASE_URL'] || undefined);
  process.env[DATABASE_SERVER_VARIABLE] = JSON.stringify(server);
  return stop;
}
