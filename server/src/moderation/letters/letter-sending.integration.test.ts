import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openAdmin, openMember, sendText } from '../../testing/chat-members.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { type DecisionFields, makeDecision, readSubject } from '../../testing/decisions.ts';
import { insertAdmin, insertReport } from '../../testing/factories.ts';
import { endPauses } from '../../testing/jobs-clock.ts';
import { findLetters, findMessages, findNotices, insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { resumeLetters } from './letter-sending.ts';

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
const historyOf = async (userId: string) => (await testApp.post(`/api/admin/chat/${userId}`)).json().data;
const TAKEDOWN: DecisionFields = { policy: 'scam', actions: ['takedown'] };

describe('sendLetters: a letter', () => {
  test('does not make the version stale that another administrator has loaded', async () => {
    const { subject } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, subject, TAKEDOWN);
    const { version } = await readSubject(testApp, subject);
    await sendLetters(testApp);
    const body = { subject, outcome: 'no_violation', actions: [], version };
    expect((await testApp.post('/api/admin/decisions', body)).statusCode).toBe(201);
    expect((await testApp.post('/api/admin/decisions', body)).json().code).toBe('SUBJECT_CHANGED');
    expect((await testApp.post('/api/admin/decisions', { ...body, version: 1_000 })).json().code).toBe(
      'SUBJECT_CHANGED',
    );
  });

  test('to an administrator, or to an account that was deleted meanwhile, is a notice alone, or nothing', async () => {
    const { subject, reporters } = await insertPostReportedBy(testApp, ['Mai', 'Lan']);
    const [gone, stays] = reporters;
    const admin = await insertAdmin(db());
    await insertReport(db(), subject, { reporter_id: admin.id, created_at: testApp.clock.now() });
    await makeDecision(testApp, subject, TAKEDOWN);
    await testApp.send('DELETE', `/api/admin/users/${gone?.id}`);
    await sendLetters(testApp);
    expect(await findNotices(db(), gone?.id ?? '')).toEqual([]);
    expect(await findMessages(db(), stays?.id ?? '')).toHaveLength(1);
    expect(await findNotices(db(), admin.id)).toMatchObject([{ kind: 'report_upheld', message_id: null }]);
    expect(await findMessages(db(), admin.id)).toEqual([]);
  });

  test('is published to the user, with its notice, and to the administrators, in order with other messages', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const [user, admin] = [
      await openMember(testApp, sockets, { id: author.id, role: 'user' }),
      await openAdmin(testApp, sockets),
    ];
    await sendText(user, 'Có ai không?');
    await eventsOf(user);
    await eventsOf(admin);
    await makeDecision(testApp, subject, TAKEDOWN);
    await eventsOf(admin);
    await sendLetters(testApp);
    const notice = (await findNotices(db(), author.id))[0];
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
    const [own] = await findMessages(db(), author.id);
    expect(own?.id).toBeDefined();
    await testApp.later(31 * DAY_MS, async () => {
      const history = await historyOf(author.id);
      expect(history[0]).not.toHaveProperty('notice');
      expect(history[1].notice).toMatchObject({ canAppeal: false });
    });
  });

  test('is an ordinary message for a panel or an app that does not support notices', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const admin = await openAdmin(testApp, sockets);
    const user = await openMember(testApp, sockets, { id: author.id, role: 'user' });
    await sendText(admin, 'Chào bạn', author);
    const [[, text]] = (await eventsOf(user)) as [[string, object]];
    await makeDecision(testApp, subject, TAKEDOWN);
    await sendLetters(testApp);
    const [[name, letter]] = (await eventsOf(user)) as [[string, object]];
    expect(name).toBe('receive_message');
    const known = (message: object) => Object.keys(message).filter((key) => key !== 'notice' && key !== 'tempId');
    expect(known(letter)).toEqual(known(text));
    const [first, second] = await historyOf(author.id);
    expect(known(second)).toEqual(known(first));
  });

  test('is sent once to each recipient, however many servers send at once', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `Người ${i}`);
    const { subject, reporters } = await insertPostReportedBy(testApp, names);
    const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
    const other = createServices({
      database: testApp.database,
      clock: testApp.clock,
      images: createDiskImageStore('unused'),
      publisher: noopPublisher,
    });
    // A server was killed after its first step: the job starts again from what was enqueued.
    await Promise.all([sendLetters(testApp), sendLetters(testApp, other), sendLetters(testApp)]);
    const [, ofReporters] = await findLetters(db(), decisionId);
    await db()
      .updateTable('letters')
      .set({ sent_at: null })
      .where('id', '=', ofReporters?.id ?? '')
      .execute();
    await resumeLetters(other.app);
    await Promise.all([sendLetters(testApp), sendLetters(testApp, other)]);
    for (const { id } of reporters) {
      expect(await findMessages(db(), id)).toHaveLength(1);
      expect(await findNotices(db(), id)).toHaveLength(1);
    }
    const letters = await findLetters(db(), decisionId);
    expect(letters.every(({ sent_at }) => sent_at !== null)).toBe(true);
    await expectSubjectsReplayed(db());
  });

  test('to reporters waits until all their reports are closed', async () => {
    const { subject, reporters } = await insertPostReportedBy(testApp, ['Mai']);
    const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
    const closing = { id: decisionId, decision_id: decisionId, subject_version: 0, status: 'resolved' };
    const values = { ...closing, subject_type: 'Post', subject_id: subject.itemId, created_at: testApp.clock.now() };
    await db().insertInto('report_bulk_changes').values(values).execute();
    const [{ id } = { id: '' }] = reporters;
    await sendLetters(testApp);
    expect(await findMessages(db(), id)).toEqual([]);
    await db().deleteFrom('report_bulk_changes').where('id', '=', decisionId).execute();
    await sendLetters(testApp);
    expect(await findMessages(db(), id)).toHaveLength(1);
  });

  test('with one failing recipient is sent to the others, and to that one as soon as possible', async () => {
    const { subject, reporters } = await insertPostReportedBy(testApp, ['Mai', 'Lan', 'Nga']);
    const [mai, lan, nga] = reporters.map(({ id }) => id);
    await makeDecision(testApp, subject, TAKEDOWN);
    const { pool } = testApp.database;
    await pool.query(`alter table notices add constraint none check (user_id <> '${lan}') not valid`);
    await sendLetters(testApp);
    expect(await findMessages(db(), mai ?? '')).toHaveLength(1);
    expect(await findMessages(db(), nga ?? '')).toHaveLength(1);
    expect(await findMessages(db(), lan ?? '')).toEqual([]);
    await pool.query('alter table notices drop constraint none');
    await endPauses(testApp.database);
    await sendLetters(testApp);
    for (const id of [mai, lan, nga]) expect(await findMessages(db(), id ?? '')).toHaveLength(1);
    for (const id of [mai, lan, nga]) expect(await findNotices(db(), id ?? '')).toHaveLength(1);
  });

  test('whose step fails half-way leaves neither message nor notice, and the next try sends all', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, ['Mai']);
    await makeDecision(testApp, subject, TAKEDOWN);
    const { pool } = testApp.database;
    await pool.query('alter table notices add constraint none check (false) not valid');
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toEqual([]);
    await pool.query('alter table notices drop constraint none');
    await endPauses(testApp.database);
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toHaveLength(1);
    expect(await findNotices(db(), author.id)).toHaveLength(1);
  });
});
