import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { hashPassword } from '../../auth/password.ts';
import { databaseTime } from '../../lib/db/database.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  accountSubject,
  type DecisionFields,
  makeDecision,
  readAccount,
  readSubject,
  undoDecision,
} from '../../testing/decisions.ts';
import { insertUser } from '../../testing/factories.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { untilStatementsWait } from '../../testing/waiting-statements.ts';
import { endSuspensions } from './end-suspensions.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

test('loginUser: of a suspended account answers 403 with the end of the suspension', async () => {
  const password = 'mat khau rat dai';
  const user = await insertUser(db(), { password_hash: await hashPassword(password) });
  const login = () =>
    testApp.send('POST', '/api/users/login', { token: undefined, body: { email: user.email, password } });
  const suspension: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 3 };
  const decisionId = await makeDecision(testApp, accountSubject(user.id), suspension);
  const response = await login();
  expect(response.statusCode).toBe(403);
  const until = new Date(testApp.clock.now().getTime() + 3 * DAY_MS).toISOString();
  expect(response.json()).toMatchObject({ message: 'Tài khoản đã bị vô hiệu hóa', details: { until } });
  await undoDecision(testApp, decisionId);
  expect((await login()).statusCode).toBe(200);
});

describe('undoDecision', () => {
  const suspension: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 3 };

  test('while the job sends its letter waits for the letter before it locks an account', async () => {
    const user = await insertUser(db());
    const decisionId = await makeDecision(testApp, accountSubject(user.id), suspension);
    let undoing: Promise<unknown> | undefined;
    await db()
      .transaction()
      .execute(async (tx) => {
        const locked = tx.selectFrom('letters').select('id').where('decision_id', '=', decisionId).forNoKeyUpdate();
        await locked.executeTakeFirstOrThrow();
        undoing = undoDecision(testApp, decisionId);
        await untilStatementsWait(db(), 1);
        await tx.selectFrom('users').select('id').where('id', '=', user.id).forKeyShare().noWait().execute();
      });
    await undoing;
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: false });
  });

  test('leaves an account disabled that another program has disabled since', async () => {
    const user = await insertUser(db());
    const decisionId = await makeDecision(testApp, accountSubject(user.id), suspension);
    await testApp.database.pool.query('update users set disabled_until = null where id = $1', [user.id]);
    await undoDecision(testApp, decisionId);
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
  });
});

describe('endSuspensions', () => {
  const suspended = async (suspendDays: number) => {
    const user = await insertUser(db());
    await makeDecision(testApp, accountSubject(user.id), { policy: 'spam', actions: ['suspend'], suspendDays });
    return user;
  };

  test('enables accounts whose suspension has ended, once, by any number of servers at once', async () => {
    const users = await Promise.all([suspended(1), suspended(1), suspended(2)]);
    await testApp.later(DAY_MS, async () => {
      await Promise.all(Array.from({ length: 4 }, () => endSuspensions(testApp.services.app)));
      const states = await Promise.all(users.map(async ({ id }) => (await readAccount(testApp, id)).vohieuhoa));
      expect(states).toEqual([false, false, true]);
      for (const { id } of users.slice(0, 2)) {
        const { events } = await readSubject(testApp, accountSubject(id));
        expect(events.filter(({ kind }) => kind === 'unsuspended')).toMatchObject([{ actor: null }]);
      }
    });
    // However long all servers were down.
    await testApp.later(40 * DAY_MS, async () => {
      await endSuspensions(testApp.services.app);
      expect(await readAccount(testApp, users[2]?.id ?? '')).toMatchObject({ vohieuhoa: false, disabledUntil: null });
    });
    await expectSubjectsReplayed(db());
  });

  test('uses the time of the database, not of the server', async () => {
    const user = await suspended(1);
    const server = createServices({
      database: { ...testApp.database, now: () => databaseTime(db()) },
      clock: createTestClock(new Date(Date.now() + 40 * DAY_MS)),
      images: createDiskImageStore('unused'),
      publisher: noopPublisher,
    });
    await endSuspensions(server.app);
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true });
    await testApp.database.pool.query("update accounts set disabled_until = now() - interval '1 s' where id = $1", [
      user.id,
    ]);
    await endSuspensions(server.app);
    expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: false });
  });

  test('leaves an account that was disabled without an end meanwhile', async () => {
    const user = await suspended(1);
    await testApp.post(`/api/admin/users/${user.id}/disable`);
    await testApp.later(2 * DAY_MS, async () => {
      await endSuspensions(testApp.services.app);
      expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: true, disabledUntil: null });
    });
  });

  test('an account that fails does not keep others suspended; the job fails, and retries it', async () => {
    const users = await Promise.all([suspended(1), suspended(1), suspended(2)]);
    const broken = users[0]?.id ?? '';
    const { pool } = testApp.database;
    await pool.query(`create or replace function fail_enabling() returns trigger language plpgsql as
      $$ begin raise exception 'cannot be enabled'; end $$`);
    await pool.query(`create or replace trigger fail_enabling before update of is_disabled on accounts for each row
      when (old.id = '${broken}') execute function fail_enabling()`);
    const isSuspended = async () => {
      const states = users.map(async ({ id }) => (await readAccount(testApp, id)).vohieuhoa);
      return Promise.all(states);
    };
    await testApp.later(2 * DAY_MS, async () => {
      await expect(endSuspensions(testApp.services.app)).rejects.toThrow('cannot be enabled');
      expect(await isSuspended()).toEqual([true, false, false]);
      await pool.query('drop trigger fail_enabling on accounts');
      await endSuspensions(testApp.services.app);
      expect(await isSuspended()).toEqual([false, false, false]);
    });
    await expectSubjectsReplayed(db());
  });

  test('more failing accounts than one step takes neither repeat for ever nor keep others suspended', async () => {
    const { pool } = testApp.database;
    await pool.query(
      `insert into users (id, username, email, password_hash, is_disabled, disabled_until, created_at, updated_at)
      select 'broken-' || n, 'broken ' || n, 'broken-' || n || '@example.test', '', true, $1::timestamptz, $1, $1
      from generate_series(1, 120) n`,
      [testApp.clock.now()],
    );
    await pool.query(`create or replace trigger fail_enabling before update of is_disabled on accounts for each row
      when (old.id like 'broken-%') execute function fail_enabling()`);
    const user = await suspended(1);
    await testApp.later(DAY_MS, async () => {
      await expect(endSuspensions(testApp.services.app)).rejects.toThrow('cannot be enabled');
      expect(await readAccount(testApp, user.id)).toMatchObject({ vohieuhoa: false });
    });
    await pool.query('drop trigger fail_enabling on accounts');
  });
});
