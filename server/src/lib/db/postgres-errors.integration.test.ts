import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isDatabaseUnavailable, isUnstorableText, violatedConstraint } from './postgres-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('nothing failed');
    },
    (error: unknown) => error,
  );

async function withClient<T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url, ...config });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

describe('isDatabaseUnavailable: true', () => {
  test('on a connection timeout', async () => {
    const error = await withClient({ query_timeout: 50 }, (client) => errorOf(client.query('select pg_sleep(0.3)')));
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('on a statement timeout', async () => {
    const error = await withClient({ statement_timeout: 50 }, (client) => errorOf(client.query('select pg_sleep(5)')));
    expect(error).toMatchObject({ code: '57014' });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('when the server ended the connection', async () => {
    const error = await withClient({}, (client) =>
      errorOf(client.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)')),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('when its disk is full', async () => {
    const error = await errorOf(database.pool.query(`do $$ begin raise exception using errcode = 'disk_full'; end $$`));
    expect(error).toMatchObject({ code: '53100' });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('when the port is closed', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1 });
    const error = await errorOf(client.connect());
    expect(isDatabaseUnavailable(error)).toBe(true);
    // The same happens for 'localhost' with ::1 and 127.0.0.1.
    expect(isDatabaseUnavailable(new AggregateError([error, error]))).toBe(true);
  });

  test('when all connections are in use', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const only = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    expect(isDatabaseUnavailable(await errorOf(pool.connect()))).toBe(true);
    only.release();
    await pool.end();
  });

  test('when the pool is already closed', async () => {
    const closed = await createTestDatabase();
    await closed.close();
    expect(isDatabaseUnavailable(await errorOf(closed.pool.query('select 1')))).toBe(true);
    expect(isDatabaseUnavailable(await errorOf(closed.db.selectFrom('users').select('id').execute()))).toBe(true);
  });
});

test.each(['selec 1', 'select 1 / 0', 'select * from nowhere', "insert into app_meta values ('x', null)"])(
  'isDatabaseUnavailable: false for an invalid statement: %s',
  async (statement) => {
    expect(isDatabaseUnavailable(await errorOf(database.pool.query(statement)))).toBe(false);
  },
);

test('isUnstorableText: true for a text that cannot be stored', async () => {
  expect(isUnstorableText(await errorOf(database.pool.query('select $1::text', ['a\0b'])))).toBe(true);
  expect(isUnstorableText(await errorOf(database.pool.query('select $1::jsonb', [JSON.stringify('a\0b')])))).toBe(true);
  expect(isUnstorableText(await errorOf(database.pool.query('select 1 / 0')))).toBe(false);
});

test('violatedConstraint: returns the name of the violated constraint', async () => {
  const insert = () => database.pool.query("insert into users (id, username, email) values ('1', 'Mai', 'mai@x.test')");
  await insert();
  expect(violatedConstraint(await errorOf(insert()))).toBe('accounts_pkey');
  expect(violatedConstraint(await errorOf(database.pool.query('select 1 / 0')))).toBeUndefined();
});
