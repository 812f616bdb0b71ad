import { POLICIES_MAX } from '@hai-dang/contract/constants.ts';
import { createPolicyBodySchema, type Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { REPORT_REASONS } from '@hai-dang/contract/moderation/reports.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openTwoAdminsAndUser } from '../../testing/chat-members.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

const LIST = '/api/admin/policies';
const CREATE = `${LIST}/create`;
let testApp: TestApp;
let made = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const list = async (): Promise<Policy[]> => (await testApp.post(LIST)).json().data;
const find = async (key: string) => (await list()).find((policy) => policy.key === key);
const put = (key: string, body: object) => testApp.send('PUT', `${LIST}/${key}`, { token: testApp.admin.token, body });
const switchOff = (key: string) => testApp.send('DELETE', `${LIST}/${key}`);
const versionsOf = (key: string) =>
  testApp.database.db.selectFrom('policy_versions').selectAll().where('key', '=', key).orderBy('version').execute();
const entriesOf = (key: string) =>
  testApp.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('target_id', '=', key)
    .where('target_type', '=', 'policy')
    .orderBy('id')
    .execute();

/** The body of a new rule, with a unique title. */
function newRule(fields: object = {}) {
  made += 1;
  return {
    title: `Đăng lại bài ${made}`,
    text: 'Không đăng lại bài của người khác khi chưa được phép.',
    severity: 2,
    points: 2,
    expiresDays: 90,
    defaultActions: ['takedown', 'suspend'],
    suspendDays: 3,
    ...fields,
  };
}
const create = async (fields: object = {}): Promise<Policy> => {
  const response = await testApp.post(CREATE, newRule(fields));
  expect(response.statusCode).toBe(201);
  return response.json().data;
};

describe('listPolicies: seeded rules', () => {
  test('are ten: one for each reason of a report, scam, impersonation and child safety; all valid and in use', async () => {
    const { db } = testApp.database;
    const rows = await db.selectFrom('policy_versions').selectAll().where('created_by_id', 'is', null).execute();
    expect(rows.map(({ key }) => key).toSorted()).toEqual(
      [...REPORT_REASONS, 'scam', 'impersonation', 'child_safety'].toSorted(),
    );
    for (const { key, version } of rows) {
      expect(version).toBe(1);
      const policy = await find(key);
      expect(policy).toMatchObject(createPolicyBodySchema.parse(policy));
      expect(policy).toMatchObject({ isEnabled: true, version: 1, appliedCount: 0, overturnedCount: 0 });
      expect(policy?.defaultActions.length).toBeGreaterThan(0);
      expect(policy?.suspendDays !== null).toBe(policy?.defaultActions.includes('suspend'));
    }
    expect(await find('child_safety')).toMatchObject({ severity: 4 });
  });
});

describe('createPolicy: rules', () => {
  test('are listed by severity, the most severe first, then by title regardless of case and diacritics', async () => {
    for (const title of ['ẩn danh', 'Ấm ức', 'ảnh mờ']) await create({ title, severity: 4 });
    await create({ title: 'a nhẹ', severity: 1 });
    const policies = await list();
    expect(policies.filter(({ severity }) => severity === 4).map(({ title }) => title)).toEqual([
      'Ấm ức',
      'ẩn danh',
      'An toàn trẻ em',
      'ảnh mờ',
    ]);
    expect(policies.map(({ severity }) => severity)).toEqual(
      policies.map(({ severity }) => severity).toSorted((one, other) => other - one),
    );
  });

  test('are stored as written, with a key from the title and their first version', async () => {
    const response = await testApp.post(CREATE, {
      ...newRule({ defaultActions: ['disable', 'suspend', 'takedown', 'suspend'], suspendDays: 30 }),
      title: '  Bán   hàng\ncấm ',
      text: '\n Không bán hàng cấm.\nVí dụ: pháo nổ. ',
    });
    expect(response.json().data).toEqual({
      key: 'ban_hang_cam',
      title: 'Bán hàng cấm',
      text: 'Không bán hàng cấm.\nVí dụ: pháo nổ.',
      severity: 2,
      points: 2,
      expiresDays: 90,
      defaultActions: ['takedown', 'suspend', 'disable'],
      suspendDays: 30,
      isEnabled: true,
      version: 1,
      appliedCount: 0,
      overturnedCount: 0,
      updatedAt: testApp.clock.now().toISOString(),
    });
    expect(await find('ban_hang_cam')).toEqual(response.json().data);
    expect(await versionsOf('ban_hang_cam')).toEqual([
      expect.objectContaining({
        version: 1,
        title: 'Bán hàng cấm',
        created_by_id: testApp.admin.id,
        created_at: testApp.clock.now(),
      }),
    ]);
  });

  test('may have a given key; one that is in use is rejected, and one made of a title gets a number', async () => {
    expect(await create({ key: 'meo_vat_1' })).toMatchObject({ key: 'meo_vat_1' });
    const taken = await testApp.post(CREATE, newRule({ key: 'meo_vat_1' }));
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: 'POLICY_EXISTS' });
    await create({ key: 'khoe_khoang', title: 'Tên khác hẳn' });
    expect(await create({ title: 'Khoe khoang' })).toMatchObject({ key: 'khoe_khoang_2' });
  });

  test.each(['lam phien', 'LÀM PHIỀN', 'Làm  phiền'.normalize('NFD')])(
    'the title %j is rejected as a duplicate of "Làm phiền"',
    async (title) => {
      if (!(await list()).some((policy) => policy.title === 'Làm phiền')) await create({ title: 'Làm phiền' });
      const other = await create();
      const before = await fingerprint(testApp.database.db);
      for (const response of [
        await testApp.post(CREATE, newRule({ title })),
        await put(other.key, { title, version: other.version }),
      ]) {
        expect(response.statusCode).toBe(409);
        expect(response.json()).toMatchObject({ code: 'POLICY_EXISTS', message: 'Đã có quy tắc khác mang tên này' });
      }
      expect(await fingerprint(testApp.database.db)).toEqual(before);
    },
  );

  test.each([
    ['a title of 2 characters', { title: ' ab ' }, 'Tên quy tắc cần ít nhất 3 ký tự'],
    ['a title that nobody can see', { title: '\u202E\u202E\u202E' }, 'Tên quy tắc cần ít nhất 3 ký tự'],
    ['a title of 81', { title: 'x'.repeat(81) }, 'Tên quy tắc dài quá 80 ký tự'],
    ['no title', { title: undefined }, 'Vui lòng nhập tên quy tắc'],
    ['a text of 9 characters', { text: 'x'.repeat(9) }, 'Nội dung cần ít nhất 10 ký tự'],
    ['a text of 1 001', { text: 'x'.repeat(1_001) }, 'Nội dung dài quá 1.000 ký tự'],
    ['severity 0', { severity: 0 }, 'Mức độ là một số từ 1 đến 4'],
    ['severity 5', { severity: 5 }, 'Mức độ là một số từ 1 đến 4'],
    ['−1 points', { points: -1 }, 'Điểm là một số nguyên từ 0 đến 20'],
    ['21 points', { points: 21 }, 'Điểm là một số nguyên từ 0 đến 20'],
    ['half a point', { points: 0.5 }, 'Điểm là một số nguyên từ 0 đến 20'],
    ['points as text', { points: '2' }, 'Điểm là một số nguyên từ 0 đến 20'],
    ['0 days', { expiresDays: 0 }, 'Thời hạn là một số ngày từ 1 đến 730'],
    ['731 days', { expiresDays: 731 }, 'Thời hạn là một số ngày từ 1 đến 730'],
    ['a suspension of 0 days', { suspendDays: 0 }, 'Số ngày tạm khóa từ 1 đến 365'],
    ['one of 366 days', { suspendDays: 366 }, 'Số ngày tạm khóa từ 1 đến 365'],
    ['an unknown action', { defaultActions: ['ban'] }, 'Hình thức xử lý không hợp lệ'],
    ['a key with capitals', { key: 'Spam' }, 'Mã quy tắc chỉ gồm chữ thường không dấu, chữ số và dấu _'],
  ])('%s is rejected, with a message', async (_, fields, message) => {
    const before = await fingerprint(testApp.database.db);
    const response = await testApp.post(CREATE, newRule(fields));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', message });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('at the limits are accepted; actions and the length of a suspension may be omitted', async () => {
    const largest = { points: 20, expiresDays: 730, suspendDays: 365, severity: 4 };
    expect(await create({ ...largest, title: `${made} ${'x'.repeat(77)}`, text: 'y'.repeat(1_000) })).toMatchObject(
      largest,
    );
    const smallest = { points: 0, expiresDays: 1, suspendDays: 1, severity: 1 };
    expect(await create({ ...smallest, text: 'x'.repeat(10) })).toMatchObject(smallest);
    expect(await create({ defaultActions: undefined, suspendDays: undefined })).toMatchObject({
      defaultActions: [],
      suspendDays: null,
    });
  });

  test('a rule without the action has no length of a suspension', async () => {
    const { key, version } = await create({ defaultActions: ['warn'], suspendDays: 7 });
    expect(await find(key)).toMatchObject({ suspendDays: null });
    const changed = await put(key, { version, defaultActions: ['suspend'], suspendDays: 7 });
    expect(changed.json().data).toMatchObject({ suspendDays: 7 });
    const again = await put(key, { version: 2, defaultActions: ['warn'] });
    expect(again.json().data).toMatchObject({ defaultActions: ['warn'], suspendDays: null });
  });
});

describe('updatePolicy: a change of a rule', () => {
  test('raises the version, stores the previous one, and keeps omitted fields', async () => {
    const before = await create();
    testApp.clock.advance(60_000);
    const response = await put(before.key, { points: 5, version: 1 });
    expect(response.statusCode).toBe(200);
    const after = { ...before, points: 5, version: 2, updatedAt: testApp.clock.now().toISOString() };
    expect(response.json().data).toEqual(after);
    expect(await find(before.key)).toEqual(after);
    expect(await versionsOf(before.key)).toEqual([
      expect.objectContaining({ version: 1, points: 2, title: before.title }),
      expect.objectContaining({ version: 2, points: 5, title: before.title, created_at: testApp.clock.now() }),
    ]);
  });

  test('keeps the counters', async () => {
    const { key } = await insertPolicy(testApp.database.db, { applied_count: 7, overturned_count: 2 });
    await put(key, { points: 5, version: 1 });
    await switchOff(key);
    expect(await find(key)).toMatchObject({ version: 3, appliedCount: 7, overturnedCount: 2 });
  });

  test('to the current values has no effect', async () => {
    const { key, title, text, defaultActions } = await create();
    const before = await fingerprint(testApp.database.db);
    const body = {
      title: ` ${title} `,
      text,
      defaultActions: defaultActions.toReversed(),
      isEnabled: true,
      version: 1,
    };
    expect((await put(key, body)).json().data).toMatchObject({ version: 1 });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('may alter the diacritics of its own title', async () => {
    const { key } = await create({ title: 'To tieng' });
    expect((await put(key, { title: 'To tiếng', version: 1 })).json().data).toMatchObject({ key, title: 'To tiếng' });
  });
});

describe('updatePolicy: a disabled rule', () => {
  test('stays in the list, can be enabled, and each change is a version and an audit entry', async () => {
    const { key } = await create();
    const off = await switchOff(key);
    expect(off.statusCode).toBe(200);
    expect(off.json().data).toMatchObject({ key, isEnabled: false, version: 2 });
    expect(await find(key)).toMatchObject({ isEnabled: false });
    const on = await put(key, { isEnabled: true, version: 2 });
    expect(on.json().data).toMatchObject({ isEnabled: true, version: 3 });
    await put(key, { points: 9, version: 3 });
    expect((await versionsOf(key)).map((row) => row.is_enabled)).toEqual([true, false, true, true]);
    const entries = await entriesOf(key);
    expect(entries.map(({ action }) => action)).toEqual([
      'policy.create',
      'policy.disable',
      'policy.enable',
      'policy.update',
    ]);
    expect(entries[1]).toMatchObject({
      actor_id: testApp.admin.id,
      before: { isEnabled: true, points: 2 },
      after: { isEnabled: false, points: 2 },
    });
    expect(entries[3]).toMatchObject({ before: { points: 2 }, after: { points: 9 } });
  });

  test('stays disabled when its text is changed', async () => {
    const { key } = await create();
    await switchOff(key);
    const response = await put(key, { text: 'Không làm phiền người khác.', version: 2 });
    expect(response.json().data).toMatchObject({ isEnabled: false, version: 3 });
  });
});

test('policy_versions: a stored version can be neither altered nor deleted, and so no rule be deleted', async () => {
  const { db } = testApp.database;
  await expect(db.updateTable('policy_versions').set({ points: 0 }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('policy_versions').execute()).rejects.toThrow('append-only');
  await expect(testApp.database.pool.query('truncate policy_versions cascade')).rejects.toThrow('append-only');
  await expect(db.deleteFrom('policies').execute()).rejects.toThrow('policy_versions');
});

describe('policies_changed', () => {
  let url: string;
  beforeAll(async () => {
    url = await listen(testApp.app);
  });
  const sockets = createSocketOpener(() => url);
  afterEach(() => sockets.closeAll());

  test('names the rule to all administrators, and to no other account', async () => {
    const members = await openTwoAdminsAndUser(testApp, sockets);
    const { key } = await create();
    await put(key, { points: 4, version: 1 });
    await put(key, { points: 5, version: 1 });
    await switchOff(key);
    const three = Array(3).fill(['policies_changed', { key }]);
    expect(await Promise.all(members.map(eventsOf))).toEqual([three, three, []]);
  });
});

describe('createPolicy: the limit', () => {
  test(`${POLICIES_MAX} is the maximum, including disabled ones, also for parallel additions`, async () => {
    const { db } = testApp.database;
    const stored = (await list()).length;
    for (let index = stored; index < POLICIES_MAX - 2; index += 1) await insertPolicy(db, { is_enabled: false });
    const responses = await Promise.all(Array.from({ length: 5 }, () => testApp.post(CREATE, newRule())));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'TOO_MANY_POLICIES' });
    expect(await list()).toHaveLength(POLICIES_MAX);
  });
});
