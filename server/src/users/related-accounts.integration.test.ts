import { RELATED_ACCOUNTS_MAX, RELATED_SHARED_MAX } from '@hai-dang/contract/constants.ts';
import type { RelatedAccounts } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { openPlanReader } from '../testing/query-plan.ts';
import { relatedAccountsStore } from './related-accounts.store.ts';

const PHONE = 'HaiDang/2.1 (Android 15; Pixel 9)';

let testApp: TestApp;
let made = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
/** Names and e-mails without five letters that others have, unless given. */
const insertDistinct = (fields: Parameters<typeof insertUser>[1] = {}) => {
  made += 1;
  return insertUser(db(), { username: `U${made}`, email: `u${made}@x.test`, ...fields });
};
const signedInFrom = (userId: string, ip: string, at = testApp.clock.now()) =>
  db().insertInto('sign_in_ips').values({ user_id: userId, ip, last_at: at }).execute();
async function relatedTo(id: string): Promise<RelatedAccounts> {
  const response = await testApp.post(`/api/admin/users/${id}/related`, {});
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
const relationsOf = ({ accounts }: RelatedAccounts) =>
  Object.fromEntries(accounts.map(({ username, relations }) => [username, relations]));

describe('listRelatedAccounts', () => {
  test('an account alone: none', async () => {
    expect(await relatedTo((await insertDistinct()).id)).toEqual({ accounts: [], isCut: false });
  });

  test('accounts with the same IP, each once with its state; no IP in the response', async () => {
    const user = await insertDistinct();
    const [disabled, suspended] = [
      await insertDistinct({ is_disabled: true }),
      await insertDistinct({ is_disabled: true, disabled_until: new Date('2030-01-01T00:00:00Z') }),
    ];
    for (const { id } of [user, disabled, suspended]) {
      await signedInFrom(id, '198.51.100.7');
      await signedInFrom(id, '2001:db8:7:7::/64');
    }
    await signedInFrom((await insertDistinct()).id, '198.51.100.8');
    const related = await relatedTo(user.id);
    expect(relationsOf(related)).toEqual({ [disabled.username]: ['ip'], [suspended.username]: ['ip'] });
    expect(related.accounts.map(({ vohieuhoa, disabledUntil }) => ({ vohieuhoa, disabledUntil }))).toEqual([
      { vohieuhoa: true, disabledUntil: '2030-01-01T00:00:00.000Z' },
      { vohieuhoa: true, disabledUntil: null },
    ]);
    expect(JSON.stringify(related)).not.toMatch(/198\.51|2001:db8/);
  });

  test('an IP that more accounts share than the limit, such as of a carrier, relates none; one less does', async () => {
    const users = await Promise.all(Array.from({ length: RELATED_SHARED_MAX }, () => insertDistinct()));
    for (const { id } of users) await signedInFrom(id, '203.0.113.1');
    const [user] = users;
    if (!user) throw new Error('no users');
    expect((await relatedTo(user.id)).accounts).toHaveLength(RELATED_SHARED_MAX - 1);
    await signedInFrom((await insertDistinct()).id, '203.0.113.1');
    expect((await relatedTo(user.id)).accounts).toEqual([]);
  });

  test('the same browser in one network is the same device; in another network it is not', async () => {
    const user = await insertDistinct();
    const [same, elsewhere, other] = [await insertDistinct(), await insertDistinct(), await insertDistinct()];
    const signIn = (id: string, ip: string, user_agent = PHONE) =>
      insertSession(db(), id, testApp.clock.now(), { ip, user_agent });
    await signIn(user.id, '192.0.2.10');
    for (let session = 0; session < 3; session += 1) await signIn(same.id, '192.0.2.77');
    await signIn(elsewhere.id, '192.0.3.10');
    await signIn(other.id, '192.0.2.10', 'HaiDang/2.1 (iOS 26)');
    expect(relationsOf(await relatedTo(user.id))).toEqual({ [same.username]: ['device'] });
  });

  test('names and e-mails that differ in case, diacritics, digits, dots and plus parts alone are alike', async () => {
    const user = await insertDistinct({ username: 'Tráng Shop 01', email: 'hang.re.01@x.test' });
    const byName = await insertDistinct({ username: 'trang.shop_02' });
    const byEmail = await insertDistinct({ email: 'HangRe77+khuyenmai@other.test' });
    const byBoth = await insertDistinct({ username: 'TRANGSHOP', email: 'h.a.n.g.r.e@y.test' });
    await insertDistinct({ username: 'Trang Shops', email: 'hangrex@x.test' });
    const related = await relatedTo(user.id);
    expect(relationsOf(related)).toEqual({
      [byBoth.username]: ['name', 'email'],
      [byName.username]: ['name'],
      [byEmail.username]: ['email'],
    });
    expect(related.accounts[0]?.username).toBe(byBoth.username);
  });

  test('short and frequent names are no relation', async () => {
    const short = await insertDistinct({ username: 'Hoa 1' });
    await insertDistinct({ username: 'Hoa 2' });
    expect((await relatedTo(short.id)).accounts).toEqual([]);
    const frequent = await Promise.all(
      Array.from({ length: RELATED_SHARED_MAX + 1 }, (_, index) => insertDistinct({ username: `Lê Văn Nam ${index}` })),
    );
    expect((await relatedTo(frequent[0]?.id ?? '')).accounts).toEqual([]);
  });

  test('administrators and deleted accounts are not listed; the response says what is beyond the limit', async () => {
    const user = await insertDistinct();
    const admin = await insertAdmin(db());
    const deleted = await insertDistinct();
    await db().updateTable('accounts').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
    for (const { id } of [user, admin, deleted]) await signedInFrom(id, '198.51.100.50');
    expect(await relatedTo(user.id)).toEqual({ accounts: [], isCut: false });
    for (let ip = 0; ip < 2; ip += 1) {
      await signedInFrom(user.id, `198.51.100.${60 + ip}`);
      for (let other = 0; other < 12; other += 1) {
        await signedInFrom((await insertDistinct()).id, `198.51.100.${60 + ip}`);
      }
    }
    const { accounts, isCut } = await relatedTo(user.id);
    expect({ count: accounts.length, isCut }).toEqual({ count: RELATED_ACCOUNTS_MAX, isCut: true });
  });

  test('each look-up among many accounts is by an index', async () => {
    await sql`
      insert into accounts (id, username, email)
      select 'many-' || i, 'Nhiều ' || translate(i::text, '0123456789', 'abcdefghij'),
        'nhieu' || translate(i::text, '0123456789', 'abcdefghij') || '@x.test'
      from generate_series(1, 6000) i`.execute(db());
    await sql`
      insert into sign_in_ips (user_id, ip, last_at)
      select 'many-' || i, '10.' || i / 250 || '.0.' || i % 250, now() from generate_series(1, 6000) i`.execute(db());
    await sql`
      insert into sessions (token_hash, id, user_id, ip, user_agent, created_at, last_used_at, expires_at)
      select decode(md5(i::text), 'hex'), 's-' || i, 'many-' || i, '10.' || i / 250 || '.' || i % 250 || '.1', 'app', now(), now(), now()
      from generate_series(1, 6000) i`.execute(db());
    const planOf = await openPlanReader(testApp.database.pool);
    const keys = { name: 'nhieubbb', email: 'nhieubbb' };
    const { indexes, scanned } = await planOf((on) => relatedAccountsStore.findRelated(on, 'many-700', keys));
    expect(new Set(indexes)).toEqual(
      new Set([
        'sign_in_ips_pkey',
        'sign_in_ips_by_ip',
        'sessions_user',
        'sessions_by_device',
        'users_by_name_key',
        'users_by_email_key',
        'accounts_pkey',
      ]),
    );
    expect(scanned).toEqual([]);
  });
});
