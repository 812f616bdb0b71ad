import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '../../testing/run-cli.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';

const ADMIN = { email: 'first@example.com', password: 'một mật khẩu đủ dài' };
const loginSchema = z.object({ token: z.string() });

let folder: string;
const servers: SpawnedServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-drill-'));
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ exit }) => exit));
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ DATA_DIR: dataDir, ...settings });
  servers.push(server);
  await untilReady(server);
  return server;
}

async function stop({ child, exit }: SpawnedServer): Promise<void> {
  child.kill('SIGTERM');
  await exit;
}

const post = (server: SpawnedServer, address: string, body: object, token = '') =>
  fetch(`${server.url}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

const signIn = async (server: SpawnedServer): Promise<string> =>
  loginSchema.parse(await (await post(server, '/api/admin/login', ADMIN)).json()).token;

test('embedded database: backed up while it serves, lost, and restored by the commands', async () => {
  const [dataDir, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')];
  const first = await start(dataDir, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  const token = await signIn(first);
  const add = (shortcut: string) =>
    post(first, '/api/admin/canned-replies/create', { shortcut, content: 'Chào bạn' }, token);
  expect((await add('chao')).status).toBeLessThan(300);

  const taken = await runCli('backup.ts', ['--to', backup], { DATA_DIR: dataDir });
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(taken.output).toContain('is a backup as of');
  // The server continued, and later changes are not in the backup.
  expect((await add('sau')).status).toBeLessThan(300);
  await stop(first);
  await rm(dataDir, { recursive: true });

  const restored = await runCli('restore.ts', ['--from', backup], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0, errors: '' });
  const again = await runCli('restore.ts', ['--from', backup], { DATA_DIR: dataDir });
  expect(again.code).toBe(1);
  expect(again.errors).toMatch(/^This database is not empty/);

  const second = await start(dataDir);
  expect((await post(second, '/api/admin/canned-replies', {}, token)).status).toBe(401);
  const response = await post(second, '/api/admin/canned-replies', {}, await signIn(second));
  const replies = await response.text();
  expect(replies).toContain('"chao"');
  expect(replies).not.toContain('"sau"');
}, 120_000);

test('cli/backup and cli/restore: without a folder they print their usage', async () => {
  for (const file of ['backup.ts', 'restore.ts']) {
    const { code, errors } = await runCli(file, [], {});
    expect(code).toBe(1);
    expect(errors).toMatch(/^npm run (backup -- --to|restore -- --from) <folder>/);
  }
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(path.resolve(import.meta.dirname, '../../../../package.json'), 'utf8')));
  expect(scripts).toMatchObject({
    backup: expect.stringContaining('backup.ts'),
    restore: expect.stringContaining('restore.ts'),
  });
});
