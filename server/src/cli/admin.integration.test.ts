import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../auth/password.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const PASSWORD = 'một mật khẩu đủ dài';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const runAdmin = (args: string[], input = '') => runCli('admin.ts', args, { DATABASE_URL: database.url }, input);

const findAccount = (email: string) =>
  database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

test('makes an administrator with the password of standard input and a name from the e-mail', async () => {
  const { code, output } = await runAdmin(['create', 'lan@example.com'], `${PASSWORD}\n`);
  expect(code).toBe(0);
  expect(output).toContain('lan@example.com is an administrator now');
  const account = await findAccount('lan@example.com');
  expect(account).toMatchObject({ username: 'lan', role: 'admin', is_disabled: false });
  expect(await verifyPassword(account?.password_hash, PASSWORD)).toBe(true);
});

test('takes another name, and leaves an entry in the trail', async () => {
  const { code } = await runAdmin(['create', 'b@example.com', '--username', 'Trần Văn Bình'], `${PASSWORD}\n`);
  expect(code).toBe(0);
  const account = await findAccount('b@example.com');
  expect(account?.username).toBe('Trần Văn Bình');
  const entries = await database.db
    .selectFrom('audit_entries')
    .select('action')
    .where('target_id', '=', account?.id ?? '')
    .execute();
  expect(entries).toEqual([{ action: 'user.create_admin' }]);
});

test('an e-mail that is taken is said so, whatever its letter case', async () => {
  await runAdmin(['create', 'taken@example.com'], `${PASSWORD}\n`);
  const { code, errors } = await runAdmin(['create', 'TAKEN@example.com', '--username', 'other'], `${PASSWORD}\n`);
  expect(code).toBe(1);
  expect(errors).toContain('taken');
});

test.each([
  ['a short password', ['create', 'c@example.com'], 'short\n', 'at least 12 characters'],
  ['no password', ['create', 'c@example.com'], '', 'No password was given'],
  ['a password as an argument', ['create', 'c@example.com', '--password', PASSWORD], '', '--password'],
  ['what is no e-mail', ['create', 'nobody'], `${PASSWORD}\n`, 'not an e-mail'],
  ['another command', ['delete', 'c@example.com'], `${PASSWORD}\n`, 'npm run admin -- create'],
])('%s is refused and nothing is made', async (_case, args, input, message) => {
  const { code, errors } = await runAdmin(args, input);
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors).not.toContain('    at ');
  expect(await findAccount('c@example.com')).toBeUndefined();
});
