import { describe, expect, test, vi } from 'vitest';
import { login, prepareServerFolders } from './testing/server-folder.ts';
import { untilReady } from './testing/spawn-server.ts';

const ADMIN = { email: 'first@example.com', password: 'a long enough password' };
const LONG_TEST_MS = 60_000;
const folder = prepareServerFolders();

describe('npm start: first start', { timeout: LONG_TEST_MS }, () => {
  test('creates the administrator of ADMIN_EMAIL, and a second start does not change the password', async () => {
    const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    const first = await folder.spawn(settings);
    await untilReady(first);
    expect((await login(first.url, ADMIN)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);

    const second = await folder.spawn({ ...settings, ADMIN_PASSWORD: 'quite another password' });
    await untilReady(second);
    expect((await login(second.url, ADMIN)).status).toBe(200);
  });

  test('with demo data prints working logins, as does a second one; production rejects this database by name', async () => {
    const { email, password } = folder.firstStart.admin;
    expect(folder.firstStart.output).toMatch(/Demo app user +\S+@\S+ \/ \S+/);
    await folder.fill();
    const production = await folder.spawn({ NODE_ENV: 'production', DEMO_DATA: '' });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('DEMO_DATA');

    // These logins are read from the database.
    const again = await folder.spawn({ DEMO_DATA: '1' });
    await vi.waitFor(() => expect(again.output()).toContain(`${email} / ${password}`), { timeout: 10_000 });
    expect((await login(again.url, folder.firstStart.admin)).status).toBe(200);
  });

  test('exposes demo accounts to other machines only with DEMO_DATA=1, with a warning', async () => {
    const HOST = '0.0.0.0';
    const unasked = await folder.spawn({ HOST, DEMO_DATA: '' });
    await untilReady(unasked);
    expect(unasked.output()).toContain('npm run admin -- create');
    expect(unasked.output()).not.toContain('Demo');
    unasked.child.kill('SIGTERM');
    await unasked.exit;

    await folder.fill();
    const asked = await folder.spawn({ HOST, DEMO_DATA: '1' });
    await untilReady(asked);
    await vi.waitFor(() => expect(asked.output()).toContain('Demo app user'));
    expect(asked.output()).toContain('DEMO ACCOUNTS ARE OPEN');
    asked.child.kill('SIGTERM');
    await asked.exit;

    const forgotten = await folder.spawn({ HOST, DEMO_DATA: '' });
    expect(await forgotten.exit).toBe(1);
    expect(forgotten.output()).toContain('HOST 0.0.0.0 is open to other machines');
  });

  test('in production with the password of the demo data is rejected by name', async () => {
    const settings = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'quan-tri-hai-dang' };
    const trial = await folder.spawn(settings);
    await untilReady(trial);
    trial.child.kill('SIGTERM');
    await trial.exit;
    const production = await folder.spawn({ NODE_ENV: 'production', DEMO_DATA: '' });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('DEMO_DATA');
  });

  test("in production rejects the demo data's password for its first administrator", async () => {
    const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: 'quan-tri-hai-dang' };
    const production = await folder.spawn({ NODE_ENV: 'production', DEMO_DATA: '', ...settings });
    expect(await production.exit).toBe(1);
    expect(production.output()).toContain('ADMIN_PASSWORD');
  });

  test('prints how to create an administrator when there is none', async () => {
    const server = await folder.spawn();
    await untilReady(server);
    expect(server.output()).toContain('npm run admin -- create');
  });

  test('creates the administrator of ADMIN_EMAIL under another name if the derived one is in use', async () => {
    await folder.fill();
    const admin = { email: 'admin@company.example', password: ADMIN.password };
    const server = await folder.spawn({ DEMO_DATA: '1', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
    await untilReady(server);
    const response = await login(server.url, admin);
    expect(await response.json()).toMatchObject({ admin: { username: admin.email } });
  });
});
