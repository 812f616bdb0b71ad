import type { AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { type Sample, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

interface Expectation {
  action: string;
  target: AuditTargetType | null;
  before: unknown;
  after: unknown;
  /** The response of the same call when nothing is left to change; null for a call that always changes something. */
  again: number | null;
}

const restoration = (target: AuditTargetType): Expectation => ({
  action: `${target}.restore`,
  target,
  before: { deletedAt: expect.any(String) },
  after: { deletedAt: null },
  again: 200,
});

const statusChange = (after: unknown): Expectation => ({
  action: 'report.status',
  target: 'report',
  before: { status: 'pending' },
  after,
  again: 200,
});

const expectations: Record<string, Expectation> = {
  login: { action: 'auth.login', target: null, before: null, after: null, again: null },
  loginWithSecondFactor: {
    action: 'auth.login',
    target: null,
    before: null,
    after: { secondFactor: 'totp' },
    again: 401,
  },
  logout: { action: 'auth.logout', target: null, before: null, after: null, again: 401 },
  endSession: {
    action: 'account.end_session',
    target: null,
    before: { device: 'Thiết bị không rõ', address: '127.0.0.1', createdAt: expect.any(String) },
    after: null,
    again: 404,
  },
  endOtherSessions: {
    action: 'account.end_other_sessions',
    target: null,
    before: null,
    after: { sessionsEnded: 1 },
    again: 200,
  },
  changePassword: {
    action: 'account.change_password',
    target: null,
    before: null,
    after: { sessionsEnded: 0 },
    again: null,
  },
  confirmPassword: { action: 'account.confirm_password', target: null, before: null, after: null, again: null },
  beginSecondFactor: { action: 'account.begin_second_factor', target: null, before: null, after: null, again: null },
  confirmSecondFactor: { action: 'account.enable_second_factor', target: null, before: null, after: null, again: 409 },
  renewRecoveryCodes: { action: 'account.renew_recovery_codes', target: null, before: null, after: null, again: null },
  disableSecondFactor: { action: 'account.disable_second_factor', target: null, before: null, after: null, again: 409 },
  disableUser: {
    action: 'user.disable',
    target: 'user',
    before: { isDisabled: false },
    after: { isDisabled: true, sessionsEnded: 0 },
    again: 200,
  },
  enableUser: {
    action: 'user.enable',
    target: 'user',
    before: { isDisabled: true },
    after: { isDisabled: false },
    again: 200,
  },
  deleteUser: {
    action: 'user.delete',
    target: 'user',
    before: {
      _id: expect.any(String),
      username: expect.any(String),
      role: 'user',
      followersCount: 0,
      followingCount: 0,
      postsCount: 0,
      travelPostsCount: 0,
    },
    after: { sessionsEnded: 0 },
    again: 404,
  },
  deletePost: {
    action: 'post.delete',
    target: 'post',
    before: { authorId: expect.any(String), createdAt: expect.any(String), likesCount: 0, commentsCount: 0 },
    after: null,
    again: 404,
  },
  deleteTravelPost: {
    action: 'travel_post.delete',
    target: 'travel_post',
    before: { authorId: expect.any(String), createdAt: expect.any(String), likesCount: 0, commentsCount: 0 },
    after: null,
    again: 404,
  },
  deleteComment: {
    action: 'comment.delete',
    target: 'comment',
    before: { authorId: expect.any(String), createdAt: expect.any(String), parentId: expect.any(String) },
    after: null,
    again: 404,
  },
  restorePost: restoration('post'),
  restoreTravelPost: restoration('travel_post'),
  restoreComment: restoration('comment'),
  markNotificationRead: {
    action: 'notification.read',
    target: 'notification',
    before: { read: false },
    after: { read: true },
    again: 200,
  },
  markAllNotificationsRead: {
    action: 'notification.read_all',
    target: null,
    before: null,
    after: { count: 1 },
    again: 200,
  },
  deleteNotification: {
    action: 'notification.delete',
    target: 'notification',
    before: expect.objectContaining({ type: 'new_report', reports: expect.any(String), read: false }),
    after: null,
    again: 404,
  },
  deleteAllNotifications: {
    action: 'notification.delete_all',
    target: null,
    before: { count: 1 },
    after: null,
    again: 200,
  },
  setReportStatus: statusChange({ status: 'resolved' }),
  setCaseStatus: {
    action: 'report.status_all',
    target: 'post',
    before: null,
    after: { reports: 1, status: 'resolved', decisionId: expect.any(String) },
    again: 409,
  },
  undoCaseStatus: {
    action: 'report.status_all',
    target: 'post',
    before: null,
    after: { reports: 1, decisionId: expect.any(String) },
    again: 200,
  },
  actOnReport: {
    action: 'user.disable',
    target: 'user',
    before: { isDisabled: false },
    after: { isDisabled: true, sessionsEnded: 0, reportId: expect.any(String) },
    again: 200,
  },
  deleteReport: {
    action: 'report.delete',
    target: 'report',
    before: expect.objectContaining({ itemType: 'Post', reason: 'spam', status: 'pending' }),
    after: null,
    again: 404,
  },
  createCannedReply: {
    action: 'canned_reply.create',
    target: 'canned_reply',
    before: null,
    after: { shortcut: expect.any(String), content: 'Chào {tên}!' },
    again: 409,
  },
  updateCannedReply: {
    action: 'canned_reply.update',
    target: 'canned_reply',
    before: { shortcut: expect.any(String), content: 'Chào {tên}!' },
    after: { shortcut: expect.any(String), content: 'Xin chào {tên}!' },
    again: 409,
  },
  deleteCannedReply: {
    action: 'canned_reply.delete',
    target: 'canned_reply',
    before: { shortcut: expect.any(String), content: 'Chào {tên}!' },
    after: null,
    again: 404,
  },
  createPolicy: {
    action: 'policy.create',
    target: 'policy',
    before: null,
    after: {
      title: expect.any(String),
      text: 'Không đăng lại bài của người khác.',
      severity: 1,
      points: 1,
      expiresDays: 90,
      defaultActions: ['warn'],
      suspendDays: null,
      isEnabled: true,
    },
    again: 409,
  },
  updatePolicy: {
    action: 'policy.update',
    target: 'policy',
    before: expect.objectContaining({ points: 2, isEnabled: true }),
    after: expect.objectContaining({ points: 3, isEnabled: true }),
    again: 409,
  },
  disablePolicy: {
    action: 'policy.disable',
    target: 'policy',
    before: expect.objectContaining({ points: 2, isEnabled: true }),
    after: expect.objectContaining({ points: 2, isEnabled: false }),
    again: 200,
  },
  updateSettings: {
    action: 'settings.update',
    target: 'settings',
    before: expect.objectContaining({ appealDueHours: expect.any(Number), isSealingOn: true }),
    after: expect.objectContaining({
      appealDueHours: expect.any(Number),
      ladder: [{ points: 4, action: 'disable', suspendDays: null }],
    }),
    again: 409,
  },
  setLetterTemplate: {
    action: 'letter_template.update',
    target: 'letter_template',
    before: { kind: 'warn', text: null },
    after: { kind: 'warn', text: 'Chào {tên}, xin đọc lại quy tắc {quy tắc}.' },
    again: 409,
  },
  decideSubject: {
    action: 'decision.make',
    target: 'post',
    before: null,
    after: {
      decisionId: expect.any(String),
      outcome: 'violation',
      actions: ['warn'],
      closed: 1,
      policy: 'spam',
      policyVersion: 1,
    },
    again: 409,
  },
  undoDecision: {
    action: 'decision.undo',
    target: 'post',
    before: null,
    after: { decisionId: expect.any(String) },
    again: 200,
  },
  decideAppeal: {
    action: 'appeal.decide',
    target: 'post',
    before: null,
    after: { appealId: expect.any(String), decisionId: expect.any(String), outcome: 'overturned' },
    again: 409,
  },
  exportAuditEntries: {
    action: 'audit.export',
    target: null,
    before: null,
    after: { targetType: 'post' },
    again: null,
  },
};

const changing = endpoints.filter(({ mutates, unaudited }) => mutates && !unaudited);
const unaudited = endpoints.filter((endpoint) => endpoint.unaudited);
const entriesFor = (requestId: unknown) =>
  testApp.database.db.selectFrom('audit_entries').selectAll().where('request_id', '=', String(requestId)).execute();
const countEntries = async () => (await testApp.database.db.selectFrom('audit_entries').select('id').execute()).length;

/** The caller: a new account, so that a call may end its session. */
async function freshCaller(endpoint: Endpoint, sample: Sample) {
  const { db } = testApp.database;
  if (endpoint.access === 'public') {
    const { email = '' } = sample.body as { email?: string };
    return {
      ...(await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb.or([eb('email', '=', email), eb('id', '=', sample.callerId ?? '')]))
        .executeTakeFirstOrThrow()),
      token: undefined,
    };
  }
  const id = sample.callerId ?? sample.ownerId;
  const account = id
    ? await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    : await insertUser(db, { role: endpoint.access === 'user' ? 'user' : 'admin' });
  return { ...account, token: await insertSession(db, account.id, testApp.clock.now()) };
}

/** A rule is named by its key; a decision is recorded for its subject. */
const createdId = (data: { _id?: string; key?: string; subject?: { subject: { itemId: string } } }) =>
  data._id ?? data.key ?? data.subject?.subject.itemId;
const targetIdOf = ({ targetId, params }: Sample) => (targetId === undefined ? (params?.['id'] ?? null) : targetId);

test('exactly the mutating endpoints are listed here', () => {
  expect(Object.keys(expectations).sort()).toEqual(changing.map(({ name }) => name).sort());
});

describe.each(changing)('$name', (endpoint) => {
  test('writes one entry: actor, action, target, states before and after, IP', async () => {
    const expected = expectations[endpoint.name];
    if (!expected) throw new Error(`no expectation for ${endpoint.name}`);
    const sample = await sampleOf(endpoint, testApp);
    const caller = await freshCaller(endpoint, sample);
    const count = await countEntries();
    const response = await sendSample(testApp, endpoint, sample, caller.token);
    expect(response.statusCode).toBe(endpoint.status);
    expect(await countEntries()).toBe(count + 1);
    const [entry] = await entriesFor(response.headers['x-request-id']);
    expect(entry).toMatchObject({
      actor_id: caller.id,
      actor_name: caller.username,
      action: expected.action,
      target_type: expected.target,
      target_id: endpoint.status === 201 ? createdId(response.json().data) : targetIdOf(sample),
      before: expected.before,
      after: expected.after,
      reason: null,
      ip: '127.0.0.1',
      created_at: testApp.clock.now(),
    });
    if (expected.target) expect(entry?.target_name).toMatch(/\S/);
    // The action is as expected; the rest contains no secret.
    expect(JSON.stringify({ ...entry, action: undefined })).not.toMatch(/password|token|argon2/i);
  });
});

test.each(changing.filter(({ name }) => expectations[name]?.again))(
  '$name changes and records nothing a second time',
  async (endpoint) => {
    const sample = await sampleOf(endpoint, testApp);
    const { token } = await freshCaller(endpoint, sample);
    await sendSample(testApp, endpoint, sample, token);
    const before = await fingerprint(testApp.database.db);
    const response = await sendSample(testApp, endpoint, sample, token);
    expect(response.statusCode).toBe(expectations[endpoint.name]?.again);
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  },
);

test.each(unaudited)('$name writes none', async (endpoint) => {
  const sample = await sampleOf(endpoint, testApp);
  const { token } = await freshCaller(endpoint, sample);
  const count = await countEntries();
  expect((await sendSample(testApp, endpoint, sample, token)).statusCode).toBe(endpoint.status);
  expect(await countEntries()).toBe(count);
});

test('audit log: an entry can be neither updated nor deleted', async () => {
  await testApp.post('/api/admin/login', { email: 'nobody@example.test', password: 'wrong' });
  expect(await countEntries()).toBeGreaterThan(0);
  const { db } = testApp.database;
  const alter = db.updateTable('audit_entries').set({ actor_id: 'someone else' }).execute();
  await expect(alter).rejects.toThrow('append-only');
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('append-only');
});
