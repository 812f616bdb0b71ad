import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  accountSubject,
  type DecisionFields,
  makeDecision,
  readSubject,
  undoDecision,
} from '../../testing/decisions.ts';
import { insertUser } from '../../testing/factories.ts';
import { endPauses } from '../../testing/jobs-clock.ts';
import { findLetters, findMessages, findNotices, insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { endSuspensions } from '../actions/end-suspensions.ts';
import { RECIPIENTS_PER_STEP } from './letter-sending.ts';

const GRACE_MS = 15_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const TAKEDOWN: DecisionFields = { policy: 'scam', actions: ['takedown'] };

describe('decideSubject: queued letters', () => {
  test('are sent to the owner and to the reporters, as messages with notices, with one event for each letter', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp, ['Mai', 'Lan']);
    const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
    expect(await findMessages(db(), author.id)).toEqual([]);
    await sendLetters(testApp);
    const sendAt = new Date(testApp.clock.now().getTime() + GRACE_MS);
    const appealUntil = new Date(sendAt.getTime() + 30 * DAY_MS);
    const [message] = await findMessages(db(), author.id);
    expect(message).toMatchObject({ seq: 1, sender_id: testApp.admin.id, is_from_admin: true, type: 'text' });
    expect(message?.content).toContain(`Chào ${author.username}`);
    expect(message?.content).toContain('Chúng tôi đã gỡ bài viết “Bán vé rẻ” vì vi phạm quy tắc “Lừa đảo”');
    expect(await findNotices(db(), author.id)).toMatchObject([
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
      const [letter] = await findMessages(db(), id);
      expect(letter?.content).toContain(`Chào ${username}`);
      expect(letter?.content).toContain('bài viết “Bán vé rẻ” (đã bị gỡ)');
      expect(await findNotices(db(), id)).toMatchObject([
        { kind: 'report_upheld', report_id: reportId, message_id: letter?.id, appeal_until: null },
      ]);
    }
    const kinds = (await readSubject(testApp, subject)).events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'letter_queued')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'letter_sent')).toHaveLength(2);
    await expectSubjectsReplayed(db());
  });

  test.each<[string, DecisionFields, string]>([
    ['warn', { actions: ['takedown', 'warn'] }, 'thấy vi phạm quy tắc “Lừa đảo”. Đây là một lời cảnh cáo'],
    ['suspend', { actions: ['warn', 'suspend'], suspendDays: 7 }, 'bị tạm khóa đến '],
    ['disable', { actions: ['takedown', 'disable'] }, 'đã bị vô hiệu hóa. Lý do: bài viết “Bán vé rẻ” (đã bị gỡ)'],
  ])('state the strongest consequence: %s', async (kind, decision, text) => {
    const { author, subject } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, subject, { policy: 'scam', ...decision });
    await sendLetters(testApp);
    expect(await findNotices(db(), author.id)).toMatchObject([{ kind, text: expect.stringContaining(text) }]);
  });

  test('state the later end where a suspension would shorten another', async () => {
    const { author, subject } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, accountSubject(author.id), { policy: 'scam', actions: ['suspend'], suspendDays: 30 });
    const until = new Date(testApp.clock.now().getTime() + 30 * DAY_MS);
    await makeDecision(testApp, subject, { policy: 'scam', actions: ['suspend'], suspendDays: 1 });
    await sendLetters(testApp);
    expect(await findNotices(db(), author.id)).toMatchObject([
      { kind: 'suspend', until },
      { kind: 'suspend', until },
    ]);
  });

  test('without a violation are for the reporters alone, who may request a review once', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, subject);
    await sendLetters(testApp);
    expect(await findNotices(db(), author.id)).toEqual([]);
    const [reporter] = reporters;
    expect(await findNotices(db(), reporter?.id ?? '')).toMatchObject([
      { kind: 'report_rejected', policy_title: null, appeal_until: expect.any(Date) },
    ]);
  });

  test('for a violation with points alone: the owner gets a letter with them, and may appeal', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const decisionId = await makeDecision(testApp, subject, { policy: 'scam' });
    const { strikes } = await readSubject(testApp, accountSubject(author.id));
    expect(strikes.points).toBeGreaterThan(0);
    await sendLetters(testApp);
    expect(await findNotices(db(), author.id)).toMatchObject([
      { kind: 'violation', decision_id: decisionId, appeal_until: expect.any(Date), message_id: expect.any(String) },
    ]);
    expect((await findMessages(db(), author.id))[0]?.content).toMatch(
      new RegExp(`ghi nhận vi phạm quy tắc “Lừa đảo”\\. Vi phạm này được tính ${strikes.points} điểm \\(hết hạn lúc`),
    );
    const [notice] = await findNotices(db(), author.id);
    const steps = createAppealSteps(testApp);
    expect((await steps.object(author.id, notice?.id ?? '')).statusCode).toBe(201);
  });

  test('without a violation and without a report: none', async () => {
    const { subject } = await insertPostReportedBy(testApp, []);
    expect(await findLetters(db(), await makeDecision(testApp, subject))).toEqual([]);
  });

  test('with a text of the administrator have the name filled in; null sends none to reporters', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp);
    const letters = { owner: '{tên} ơi, xem lại {abc} nhé', reporters: null };
    const decisionId = await makeDecision(testApp, subject, { ...TAKEDOWN, letters });
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toMatchObject([
      { content: `${author.username} ơi, xem lại {abc} nhé` },
    ]);
    expect(await findNotices(db(), reporters[0]?.id ?? '')).toEqual([]);
    expect(await findLetters(db(), decisionId)).toHaveLength(1);
  });

  test('skipped for the owner: a notice without a message', async () => {
    const { author, subject } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, subject, { ...TAKEDOWN, letters: { owner: null } });
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toEqual([]);
    expect(await findNotices(db(), author.id)).toMatchObject([
      { kind: 'takedown', message_id: null, text: expect.stringContaining('Chúng tôi đã gỡ') },
    ]);
  });

  test('with a text of 4 001 characters or of blanks are rejected', async () => {
    const { subject } = await insertPostReportedBy(testApp);
    const body = { subject, outcome: 'violation', policy: 'scam', actions: ['takedown'], version: 1 };
    for (const owner of ['a'.repeat(4_001), ' \n ']) {
      const response = await testApp.post('/api/admin/decisions', { ...body, letters: { owner } });
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('VALIDATION_FAILED');
    }
  });

  test('have the text of the rule before the one for every rule', async () => {
    const own = { policy: 'scam', kind: 'takedown', text: 'Lừa đảo thì gỡ, {tên}.', version: 0 };
    const stored = (await testApp.send('PUT', '/api/admin/letter-templates', { body: own })).json().data;
    const { author, subject } = await insertPostReportedBy(testApp);
    await makeDecision(testApp, subject, TAKEDOWN);
    await testApp.send('PUT', '/api/admin/letter-templates', { body: { ...own, text: null, version: stored.version } });
    const other = await insertPostReportedBy(testApp);
    await makeDecision(testApp, other.subject, TAKEDOWN);
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toMatchObject([{ content: `Lừa đảo thì gỡ, ${author.username}.` }]);
    expect((await findMessages(db(), other.author.id))[0]?.content).toContain('Chúng tôi đã gỡ');
  });
});

describe('undoDecision', () => {
  test('within ten seconds withdraws the letters: nothing is sent', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp);
    const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
    expect((await undoDecision(testApp, decisionId)).statusCode).toBe(200);
    await sendLetters(testApp);
    expect(await findMessages(db(), author.id)).toEqual([]);
    expect(await findNotices(db(), reporters[0]?.id ?? '')).toEqual([]);
    const letters = await findLetters(db(), decisionId);
    expect(letters).toHaveLength(2);
    expect(letters.every(({ withdrawn_at, sent_at }) => withdrawn_at !== null && sent_at === null)).toBe(true);
  });

  test('later notifies everyone who was notified, each in the same way, and once', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp, ['Mai', 'Lan']);
    const decisionId = await makeDecision(testApp, subject, { ...TAKEDOWN, letters: { owner: null } });
    await sendLetters(testApp);
    await testApp.later(60_000, async () => {
      await undoDecision(testApp, decisionId, { reason: 'Nhầm bài' });
      await undoDecision(testApp, decisionId, { reason: 'Nhầm bài' });
      await sendLetters(testApp);
    });
    expect((await findNotices(db(), author.id)).map(({ kind, message_id }) => [kind, message_id])).toEqual([
      ['takedown', null],
      ['decision_undone', null],
    ]);
    for (const { id } of reporters) {
      expect((await findNotices(db(), id)).map(({ kind }) => kind)).toEqual(['report_upheld', 'decision_undone']);
      const [, letter] = await findMessages(db(), id);
      expect(letter?.content).toContain('đã hủy quyết định về bài viết “Bán vé rẻ”');
    }
  });

  test('in the middle of sending stops it, and notifies only those who were already notified', async () => {
    const names = Array.from({ length: RECIPIENTS_PER_STEP + 10 }, (_, i) => `Nửa ${i}`);
    const { subject, reporters } = await insertPostReportedBy(testApp, names);
    const decisionId = await makeDecision(testApp, subject, { ...TAKEDOWN, letters: { owner: null } });
    const reached = [...reporters].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, RECIPIENTS_PER_STEP);
    const { pool } = testApp.database;
    // The second step fails until the decision is undone.
    await pool.query(`create function fail_later() returns trigger language plpgsql as $$
      begin
        if (select count(*) from notices where letter_id = new.letter_id) >= ${RECIPIENTS_PER_STEP} then raise exception 'later'; end if;
        return new;
      end $$`);
    await pool.query('create trigger fail_later before insert on notices for each row execute function fail_later()');
    await sendLetters(testApp);
    await pool.query('drop function fail_later() cascade');
    await testApp.later(60_000, async () => {
      await undoDecision(testApp, decisionId, { reason: 'Nhầm' });
      await endPauses(testApp.database);
      await sendLetters(testApp);
    });
    for (const { id } of reporters) {
      const kinds = (await findNotices(db(), id)).map(({ kind }) => kind);
      expect(kinds).toEqual(reached.some((one) => one.id === id) ? ['report_upheld', 'decision_undone'] : []);
    }
  });
});

describe('endSuspensions', () => {
  test('notifies the user by letter once, also when two servers run it at once', async () => {
    const user = await insertUser(db());
    const suspension: DecisionFields = { policy: 'scam', actions: ['suspend'], suspendDays: 1 };
    const decisionId = await makeDecision(testApp, accountSubject(user.id), suspension);
    await sendLetters(testApp);
    await testApp.later(DAY_MS + 1, async () => {
      await Promise.all([endSuspensions(testApp.services.app), endSuspensions(testApp.services.app)]);
      await sendLetters(testApp);
    });
    expect((await findNotices(db(), user.id)).map(({ kind, decision_id }) => [kind, decision_id])).toEqual([
      ['suspend', decisionId],
      ['suspension_ended', decisionId],
    ]);
    expect((await findMessages(db(), user.id))[1]?.content).toContain('Mong bạn lưu ý quy tắc “Lừa đảo”');
    await expectSubjectsReplayed(db());
  });
});

test('deleteUser: no notice and no letter to the account stays', async () => {
  const { author, subject } = await insertPostReportedBy(testApp);
  const decisionId = await makeDecision(testApp, subject, TAKEDOWN);
  await sendLetters(testApp);
  expect(await findNotices(db(), author.id)).toHaveLength(1);
  await testApp.send('DELETE', `/api/admin/users/${author.id}`);
  await sendLetters(testApp);
  expect(await findNotices(db(), author.id)).toEqual([]);
  expect((await findLetters(db(), decisionId)).filter(({ recipient_id }) => recipient_id === author.id)).toEqual([]);
});
