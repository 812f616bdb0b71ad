import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openAdmin, openMember, sendText } from '../../testing/chat-members.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { endPauses } from '../../testing/jobs-clock.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

const DAY_MS = 24 * 3_600_000;
const GRACE_MS = 15_000;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
/** Runs `work` a while later, with a session of then. */
async function later(ms: number, work: (token: string) => Promise<void>): Promise<void> {
  testApp.clock.advance(ms);
  try {
    await work(await insertSession(db(), testApp.admin.id, testApp.clock.now()));
  } finally {
    testApp.clock.advance(-ms);
  }
}

/** A post with reports of as many users, by the names of these. */
async function reportedPost(names: readonly string[] = ['Mai'], fields: Parameters<typeof insertPost>[2] = {}) {
  const author = await insertUser(db());
  const post = await insertPost(db(), author.id, { title: 'Bán vé rẻ', ...fields });
  const subject = { itemType: 'Post' as const, itemId: post.id };
  const reporters: Array<{ id: string; username: string; reportId: string }> = [];
  for (const name of names) {
    const reporter = await insertUser(db(), { username: `${name} ${post.id}` });
    const fields = { reporter_id: reporter.id, created_at: testApp.clock.now() };
    const report = await insertReport(db(), { ...subject, itemAuthorId: author.id }, fields);
    reporters.push({ ...reporter, reportId: report.id });
  }
  return { author, subject, reporters };
}

async function decide(subject: { itemType: string; itemId: string }, decision: object = {}): Promise<string> {
  const { version } = (await testApp.post(`/api/admin/subjects/${subject.itemType}/${subject.itemId}`)).json().data;
  const body = { subject, outcome: 'violation', policy: 'scam', actions: ['takedown'], version, ...decision };
  const response = await testApp.post('/api/admin/decisions', body);
  expect(response.json()).toMatchObject({ success: true });
  return response.json().data.decisionId;
}
const undo = (id: string, body: object = {}, token = testApp.admin.token) =>
  testApp.send('POST', `/api/admin/decisions/${id}/undo`, { token, body });

/** Lets the letters that wait be due, and sends them. */
async function send({ services }: Pick<TestApp, 'services'> = testApp): Promise<void> {
  await testApp.database.pool.query("update pgboss.job set start_after = now() where state < 'active'");
  await services.jobs.runDue();
}
const messagesOf = (userId: string) =>
  db().selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute();
const noticesOf = (userId: string) =>
  db().selectFrom('notices').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
const lettersOf = (decisionId: string) =>
  db().selectFrom('letters').selectAll().where('decision_id', '=', decisionId).orderBy('id').execute();
const historyOf = async (userId: string) => (await testApp.post(`/api/admin/chat/${userId}`)).json().data;

describe('decideSubject queues letters', () => {
  test('to the owner and to the reporters, as messages with notices, with one event for each letter', async () => {
    const { author, subject, reporters } = await reportedPost(['Mai', 'Lan']);
    const decisionId = await decide(subject);
    expect(await messagesOf(author.id)).toEqual([]);
    await send();
    const sendAt = new Date(testApp.clock.now().getTime() + GRACE_MS);
    const appealUntil = new Date(sendAt.getTime() + 30 * DAY_MS);
    const [message] = await messagesOf(author.id);
    expect(message).toMatchObject({ seq: 1, sender_id: testApp.admin.id, is_from_admin: true, type: 'text' });
    expect(message?.content).toContain(`Chào ${author.username}`);
    expect(message?.content).toContain('Chúng tôi đã gỡ bài viết “Bán vé rẻ” vì vi phạm quy tắc “Lừa đảo”');
    expect(await noticesOf(author.id)).toMatchObject([
      {
        kind: 'takedown',
        decision_id: decisionId,
        report_id: null,
        policy_title: 'Lừa đảo',
        text: message?.content,
        message_id: message?.id,
        appeal_until: appealUntil,
      },
    ]);
    for (const { id, username, reportId } of reporters) {
      const [letter] = await messagesOf(id);
      expect(letter?.content).toContain(`Chào ${username}`);
      expect(letter?.content).toContain('bài viết “Bán vé rẻ” (đã bị gỡ)');
      expect(await noticesOf(id)).toMatchObject([
        { kind: 'report_upheld', report_id: reportId, message_id: letter?.id, appeal_until: null },
      ]);
    }
    const { events } = (await testApp.post(`/api/admin/subjects/Post/${subject.itemId}`)).json().data;
    const kinds = events.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'letter_queued')).toHaveLength(2);
    expect(kinds.filter((kind: string) => kind === 'letter_sent')).toHaveLength(2);
    await expectSubjectsReplayed(db());
  });

  test.each([
    ['warn', { actions: ['takedown', 'warn'] }, 'thấy vi phạm quy tắc “Lừa đảo”. Đây là một lời cảnh cáo'],
    ['suspend', { actions: ['warn', 'suspend'], suspendDays: 7 }, 'bị tạm khóa đến '],
    ['disable', { actions: ['takedown', 'disable'] }, 'đã bị vô hiệu hóa. Lý do: bài viết “Bán vé rẻ” (đã bị gỡ)'],
  ])('of the strongest of what follows: %s', async (kind, decision, text) => {
    const { author, subject } = await reportedPost();
    await decide(subject, decision);
    await send();
    expect(await noticesOf(author.id)).toMatchObject([{ kind, text: expect.stringContaining(text) }]);
  });

  test('a suspension that would shorten another says how long the account is disabled anyway', async () => {
    const { author, subject } = await reportedPost();
    const user = { itemType: 'User', itemId: author.id };
    await decide(user, { actions: ['suspend'], suspendDays: 30 });
    const until = new Date(testApp.clock.now().getTime() + 30 * DAY_MS);
    await decide(subject, { actions: ['suspend'], suspendDays: 1 });
    await send();
    expect(await noticesOf(author.id)).toMatchObject([
      { kind: 'suspend', until },
      { kind: 'suspend', until },
    ]);
  });

  test('without a violation the reporters alone get one, and may ask once more', async () => {
    const { author, subject, reporters } = await reportedPost();
    await decide(subject, { outcome: 'no_violation', policy: null, actions: [] });
    await send();
    expect(await noticesOf(author.id)).toEqual([]);
    const [reporter] = reporters;
    expect(await noticesOf(reporter?.id ?? '')).toMatchObject([
      { kind: 'report_rejected', policy_title: null, appeal_until: expect.any(Date) },
    ]);
  });

  test('without an owner or open reports nothing is queued', async () => {
    const decisionId = await decide((await reportedPost([])).subject, { actions: [] });
    expect(await lettersOf(decisionId)).toEqual([]);
  });

  test('a text of the administrator is sent with the name filled in; null sends none to reporters', async () => {
    const { author, subject, reporters } = await reportedPost();
    const letters = { owner: '{tên} ơi, xem lại {abc} nhé', reporters: null };
    const decisionId = await decide(subject, { letters });
    await send();
    expect(await messagesOf(author.id)).toMatchObject([{ content: `${author.username} ơi, xem lại {abc} nhé` }]);
    expect(await noticesOf(reporters[0]?.id ?? '')).toEqual([]);
    expect(await lettersOf(decisionId)).toHaveLength(1);
  });

  test('an owner whose letter is skipped has a notice without a message', async () => {
    const { author, subject } = await reportedPost();
    await decide(subject, { letters: { owner: null } });
    await send();
    expect(await messagesOf(author.id)).toEqual([]);
    expect(await noticesOf(author.id)).toMatchObject([
      { kind: 'takedown', message_id: null, text: expect.stringContaining('Chúng tôi đã gỡ') },
    ]);
  });

  test('a text of 4 001 characters or of blanks is rejected', async () => {
    const { subject } = await reportedPost();
    const body = { subject, outcome: 'violation', policy: 'scam', actions: ['takedown'], version: 1 };
    for (const owner of ['a'.repeat(4_001), ' \n ']) {
      const response = await testApp.post('/api/admin/decisions', { ...body, letters: { owner } });
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('VALIDATION_FAILED');
    }
  });

  test('the text of the rule comes before the one for every rule', async () => {
    const own = { policy: 'scam', kind: 'takedown', text: 'Lừa đảo thì gỡ, {tên}.', version: 0 };
    const stored = (await testApp.send('PUT', '/api/admin/letter-templates', { body: own })).json().data;
    const { author, subject } = await reportedPost();
    await decide(subject);
    await testApp.send('PUT', '/api/admin/letter-templates', { body: { ...own, text: null, version: stored.version } });
    const other = await reportedPost();
    await decide(other.subject);
    await send();
    expect(await messagesOf(author.id)).toMatchObject([{ content: `Lừa đảo thì gỡ, ${author.username}.` }]);
    expect((await messagesOf(other.author.id))[0]?.content).toContain('Chúng tôi đã gỡ');
  });
});

describe('a sent letter', () => {
  test('does not make what another administrator looks at stale', async () => {
    const { subject } = await reportedPost();
    await decide(subject);
    const { version } = (await testApp.post(`/api/admin/subjects/Post/${subject.itemId}`)).json().data;
    await send();
    const body = { subject, outcome: 'no_violation', actions: [], version };
    expect((await testApp.post('/api/admin/decisions', body)).statusCode).toBe(201);
    expect((await testApp.post('/api/admin/decisions', body)).json().code).toBe('SUBJECT_CHANGED');
    expect((await testApp.post('/api/admin/decisions', { ...body, version: 1_000 })).json().code).toBe(
      'SUBJECT_CHANGED',
    );
  });

  test('to an administrator, or to somebody who was deleted meanwhile, is a notice alone, or nothing', async () => {
    const { subject, reporters } = await reportedPost(['Mai', 'Lan']);
    const [gone, stays] = reporters;
    const admin = await insertAdmin(db());
    await insertReport(db(), subject, { reporter_id: admin.id, created_at: testApp.clock.now() });
    await decide(subject);
    await testApp.send('DELETE', `/api/admin/users/${gone?.id}`);
    await send();
    expect(await noticesOf(gone?.id ?? '')).toEqual([]);
    expect(await messagesOf(stays?.id ?? '')).toHaveLength(1);
    expect(await noticesOf(admin.id)).toMatchObject([{ kind: 'report_upheld', message_id: null }]);
    expect(await messagesOf(admin.id)).toEqual([]);
  });

  test('is published to the user, with its notice, and to the administrators, in order with other messages', async () => {
    const { author, subject } = await reportedPost([]);
    const [user, admin] = [
      await openMember(testApp, sockets, { id: author.id, role: 'user' }),
      await openAdmin(testApp, sockets),
    ];
    await sendText(user, 'Có ai không?');
    await eventsOf(user);
    await eventsOf(admin);
    await decide(subject);
    await eventsOf(admin);
    await send();
    const notice = (await noticesOf(author.id))[0];
    const expected = {
      _id: notice?.message_id,
      content: notice?.text,
      type: 'text',
      seq: 2,
      isAdminMessage: true,
      sender: { _id: testApp.admin.id, username: testApp.admin.username },
      receiver: author.id,
      notice: {
        _id: notice?.id,
        kind: 'takedown',
        canAppeal: true,
        appealUntil: notice?.appeal_until?.toISOString(),
      },
    };
    for (const member of [user, admin]) {
      const events = await eventsOf(member);
      expect(events.map(([name]) => name)).toEqual(['receive_message', 'conversation_updated']);
      expect(events[0]?.[1]).toMatchObject(expected);
      expect(events[0]?.[1]).not.toHaveProperty('tempId');
    }
    expect((await historyOf(author.id))[1]).toMatchObject(expected);
    const [own] = await messagesOf(author.id);
    expect(own?.id).toBeDefined();
    await later(31 * DAY_MS, async (token) => {
      const history = (await testApp.send('POST', `/api/admin/chat/${author.id}`, { token, body: {} })).json().data;
      expect(history[0]).not.toHaveProperty('notice');
      expect(history[1].notice).toMatchObject({ canAppeal: false });
    });
  });

  test('reaches everybody once, whatever number of servers sends it at once', async () => {
    const { subject, reporters } = await reportedPost(Array.from({ length: 120 }, (_, i) => `Người ${i}`));
    const decisionId = await decide(subject);
    const other = createServices({
      database: testApp.database,
      clock: testApp.clock,
      images: createDiskImageStore('unused'),
      publisher: noopPublisher,
    });
    // A server was killed after its first step: the job starts again from what was enqueued.
    await Promise.all([send(), send({ services: other }), send()]);
    const [, ofReporters] = await lettersOf(decisionId);
    await db()
      .updateTable('letters')
      .set({ sent_at: null })
      .where('id', '=', ofReporters?.id ?? '')
      .execute();
    await other.letterSending.resumeLetters();
    await Promise.all([send(), send({ services: other })]);
    for (const { id } of reporters) {
      expect(await messagesOf(id)).toHaveLength(1);
      expect(await noticesOf(id)).toHaveLength(1);
    }
    const letters = await lettersOf(decisionId);
    expect(letters.every(({ sent_at }) => sent_at !== null)).toBe(true);
    await expectSubjectsReplayed(db());
  });

  test('to reporters waits until all their reports are closed', async () => {
    const { subject, reporters } = await reportedPost(['Mai']);
    const decisionId = await decide(subject);
    const closing = { decision_id: decisionId, subject_type: 'Post', subject_id: subject.itemId, status: 'resolved' };
    const values = { ...closing, versions: '{}', created_at: testApp.clock.now() };
    await db().insertInto('report_closings').values(values).execute();
    const [{ id } = { id: '' }] = reporters;
    await send();
    expect(await messagesOf(id)).toEqual([]);
    await db().deleteFrom('report_closings').where('decision_id', '=', decisionId).execute();
    await send();
    expect(await messagesOf(id)).toHaveLength(1);
  });

  test('whose step fails half-way leaves neither message nor notice, and the next try sends all', async () => {
    const { author, subject } = await reportedPost(['Mai']);
    await decide(subject);
    const { pool } = testApp.database;
    await pool.query('alter table notices add constraint none check (false) not valid');
    await send();
    expect(await messagesOf(author.id)).toEqual([]);
    await pool.query('alter table notices drop constraint none');
    await endPauses(testApp.database);
    await send();
    expect(await messagesOf(author.id)).toHaveLength(1);
    expect(await noticesOf(author.id)).toHaveLength(1);
  });
});

describe('undoDecision', () => {
  test('within the grace unsends: nobody is told anything', async () => {
    const { author, subject, reporters } = await reportedPost();
    const decisionId = await decide(subject);
    expect((await undo(decisionId)).statusCode).toBe(200);
    await send();
    expect(await messagesOf(author.id)).toEqual([]);
    expect(await noticesOf(reporters[0]?.id ?? '')).toEqual([]);
    const letters = await lettersOf(decisionId);
    expect(letters).toHaveLength(2);
    expect(letters.every(({ withdrawn_at, sent_at }) => withdrawn_at !== null && sent_at === null)).toBe(true);
  });

  test('later tells those who were told, each in the way they were, and once', async () => {
    const { author, subject, reporters } = await reportedPost(['Mai', 'Lan']);
    const decisionId = await decide(subject, { letters: { owner: null } });
    await send();
    await later(60_000, async (token) => {
      await undo(decisionId, { reason: 'Nhầm bài' }, token);
      await undo(decisionId, { reason: 'Nhầm bài' }, token);
      await send();
    });
    expect((await noticesOf(author.id)).map(({ kind, message_id }) => [kind, message_id])).toEqual([
      ['takedown', null],
      ['decision_undone', null],
    ]);
    for (const { id } of reporters) {
      expect((await noticesOf(id)).map(({ kind }) => kind)).toEqual(['report_upheld', 'decision_undone']);
      const [, letter] = await messagesOf(id);
      expect(letter?.content).toContain('đã hủy quyết định về bài viết “Bán vé rẻ”');
    }
  });

  test('in the middle of sending stops it, and tells only those who were reached', async () => {
    const { subject, reporters } = await reportedPost(Array.from({ length: 60 }, (_, i) => `Nửa ${i}`));
    const decisionId = await decide(subject, { letters: { owner: null } });
    const reached = [...reporters].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 50);
    const { pool } = testApp.database;
    // The second step fails until the decision is undone.
    await pool.query(`create function fail_later() returns trigger language plpgsql as $$
      begin
        if (select count(*) from notices where letter_id = new.letter_id) >= 50 then raise exception 'later'; end if;
        return new;
      end $$`);
    await pool.query('create trigger fail_later before insert on notices for each row execute function fail_later()');
    await send();
    await pool.query('drop function fail_later() cascade');
    await later(60_000, async (token) => {
      await undo(decisionId, { reason: 'Nhầm' }, token);
      await endPauses(testApp.database);
      await send();
    });
    for (const { id } of reporters) {
      const kinds = (await noticesOf(id)).map(({ kind }) => kind);
      expect(kinds).toEqual(reached.some((one) => one.id === id) ? ['report_upheld', 'decision_undone'] : []);
    }
  });
});

describe('the end of a suspension', () => {
  test('is told by letter, once, by whoever ends it', async () => {
    const user = await insertUser(db());
    const subject = { itemType: 'User', itemId: user.id };
    const decisionId = await decide(subject, { actions: ['suspend'], suspendDays: 1 });
    await send();
    await later(DAY_MS + 1, async () => {
      await Promise.all([testApp.services.users.endSuspensions(), testApp.services.users.endSuspensions()]);
      await send();
    });
    expect((await noticesOf(user.id)).map(({ kind, decision_id }) => [kind, decision_id])).toEqual([
      ['suspend', decisionId],
      ['suspension_ended', decisionId],
    ]);
    expect((await messagesOf(user.id))[1]?.content).toContain('Mong bạn lưu ý quy tắc “Lừa đảo”');
    await expectSubjectsReplayed(db());
  });
});

describe('previewDecision', () => {
  const preview = (body: object) => testApp.post('/api/admin/decisions/preview', body);

  test('says what would be sent to whom and what would follow, and changes nothing', async () => {
    const { author, subject, reporters } = await reportedPost();
    const before = await fingerprint(db());
    const body = {
      subject,
      outcome: 'violation',
      policy: 'scam',
      actions: ['takedown', 'suspend'],
      suspendDays: 30,
      version: 0,
    };
    const { data } = (await preview(body)).json();
    const until = new Date(testApp.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(data).toMatchObject({
      letters: {
        owner: {
          kind: 'suspend',
          name: author.username,
          text: expect.stringContaining(`Chào ${author.username}`),
          draft: expect.stringContaining('Chào {tên}'),
        },
        reporters: { kind: 'report_upheld', name: reporters[0]?.username },
      },
      consequences: [
        { code: 'takedown', until: null, count: null },
        { code: 'suspend', until, count: null },
        { code: 'points', until: null, count: 5 },
        { code: 'close_reports', until: null, count: 1 },
      ],
      recommended: { action: 'suspend', suspendDays: 7 },
    });
    expect(await fingerprint(db())).toEqual(before);
    const { version: _any, ...decision } = body;
    await decide(subject, decision);
    await send();
    expect((await messagesOf(author.id))[0]?.content).toBe(data.letters.owner.text);
  });

  test('shows an edited text as it will be sent, and none where none would be', async () => {
    const { subject } = await reportedPost([]);
    const body = { subject, outcome: 'violation', policy: 'scam', actions: ['warn'], version: 0 };
    const edited = (await preview({ ...body, letters: { owner: 'Này {tên}\u202E' } })).json().data.letters;
    expect(edited).toMatchObject({ owner: { draft: 'Này {tên}' }, reporters: null });
    expect((await preview({ ...body, letters: { owner: null } })).json().data.letters.owner).toBeNull();
    const harmless = { subject, outcome: 'no_violation', actions: [], version: 0 };
    expect((await preview(harmless)).json().data.letters).toEqual({ owner: null, reporters: null });
  });

  test('of what is impossible, or of a rule that is unknown, answers as the decision would', async () => {
    const { author } = await reportedPost([]);
    const body = { subject: { itemType: 'User', itemId: author.id }, outcome: 'violation', policy: 'scam', version: 0 };
    expect((await preview({ ...body, actions: ['takedown'] })).json().code).toBe('DECISION_IMPOSSIBLE');
    expect((await preview({ ...body, policy: 'nothing', actions: ['warn'] })).json().code).toBe('POLICY_NOT_FOUND');
  });
});

test('deleteUser: nothing of what an account was told stays', async () => {
  const { author, subject } = await reportedPost();
  const decisionId = await decide(subject);
  await send();
  expect(await noticesOf(author.id)).toHaveLength(1);
  await testApp.send('DELETE', `/api/admin/users/${author.id}`);
  await send();
  expect(await noticesOf(author.id)).toEqual([]);
  expect((await lettersOf(decisionId)).filter(({ recipient_id }) => recipient_id === author.id)).toEqual([]);
});
