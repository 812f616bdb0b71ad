import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../auth/password.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { runCli } from '../testing/run-cli.ts';
import { insertSecondFactor } from '../testing/second-factors.ts';
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

test('cli/admin: creates an administrator with the password of standard input and a name from the e-mail', async () => {
  const { code, output } = await runAdmin(['create', 'lan@example.com'], `${PASSWORD}\n`);
  expect(code).toBe(0);
  expect(output).toContain('lan@example.com is an administrator now');
  const account = await findAccount('lan@example.com');
  expect(account).toMatchObject({ username: 'lan', role: 'admin', is_disabled: false });
  expect(await verifyPassword(account?.password_hash, PASSWORD)).toBe(true);
});

test('cli/admin: uses another name if it is in use, and writes an audit entry', async () => {
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

test('cli/admin: an e-mail in use is rejected by that reason, in any letter case', async () => {
  await runAdmin(['create', 'taken@example.com'], `${PASSWORD}\n`);
  const { code, errors } = await runAdmin(['create', 'TAKEN@example.com', '--username', 'other'], `${PASSWORD}\n`);
  expect(code).toBe(1);
  expect(errors).toContain('taken');
});

describe('cli/admin: lost two-factor', () => {
  test('is disabled, with its recovery codes and all sessions, and an audit entry is written', async () => {
    const { id, username, email } = await insertAdmin(database.db);
    await insertSecondFactor(database.db, id, new Date(), 1);
    await insertSession(database.db, id);
    const { code, output } = await runAdmin(['reset-second-factor', email.toUpperCase()]);
    expect(code).toBe(0);
    expect(output).toContain('signs in with the password alone now');
    for (const table of ['mfa_enrolments', 'recovery_codes', 'sessions'] as const) {
      const rows = await database.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
      expect(rows, table).toEqual([]);
    }
    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'target_name', 'after'])
      .where('target_id', '=', id)
      .execute();
    expect(entries).toEqual([
      { action: 'account.reset_second_factor', actor_id: null, target_name: username, after: { sessionsEnded: 1 } },
    ]);
  });

  test('that does not exist is reported, and sessions continue', async () => {
    const { id, email } = await insertAdmin(database.db);
    await insertSecondFactor(database.db, id, null);
    await insertSession(database.db, id);
    const user = await insertUser(database.db);
    for (const [target, message] of [
      [email, 'has no second factor'],
      [user.email, 'No administrator'],
      ['nobody@example.com', 'No administrator'],
    ] as const) {
      const { code, errors } = await runAdmin(['reset-second-factor', target]);
      expect(code).toBe(1);
      expect(errors).toContain(message);
    }
    const sessions = await database.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    expect(sessions).toHaveLength(1);
  });
});

test.each([
  ['a short password', ['create', 'c@example.com'], 'short\n', 'at least 12 characters'],
  ['a password that can be guessed', ['create', 'c@example.com'], 'password1234\n', 'one that many people use'],
  [
    'a password with the name',
    ['create', 'c@example.com', '--username', 'quynhtram'],
    'quynhtram1234\n',
    'holds the name',
  ],
  ['no password', ['create', 'c@example.com'], '', 'No password was given'],
  ['a password as an argument', ['create', 'c@example.com', '--password', PASSWORD], '', '--password'],
  ['what is no e-mail', ['create', 'nobody'], `${PASSWORD}\n`, 'not an e-mail'],
  ['another command', ['delete', 'c@example.com'], `${PASSWORD}\n`, 'npm run admin -- create'],
])('cli/admin: %s is rejected and no account is created', async (_case, args, input, message) => {
  const { code, errors } = await runAdmin(args, input);
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors).not.toContain('    at ');
  expect(await findAccount('c@example.com')).toBeUndefined();
});
