import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { accountSubject, type DecisionFields, makeDecision } from '../../testing/decisions.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { findMessages, insertPostReportedBy, sendLetters } from '../../testing/letters.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

describe('previewDecision', () => {
  const preview = (body: object) => testApp.post('/api/admin/decisions/preview', body);

  test('returns the letters, their recipients and the consequences, and changes nothing', async () => {
    const { author, subject, reporters } = await insertPostReportedBy(testApp);
    const before = await fingerprint(db());
    const decision: DecisionFields = { policy: 'scam', actions: ['takedown', 'suspend'], suspendDays: 30 };
    const { data } = (await preview({ subject, outcome: 'violation', version: 0, ...decision })).json();
    const until = new Date(testApp.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(data).toMatchObject({
      letters: {
        owner: {
          kind: 'suspend',
          text: expect.stringContaining(`Chào ${author.username}`),
          draft: expect.stringMatching(/^Chào \{tên\},.*\{đến\}.*\{nội dung\}.*\{hạn khiếu nại\}/su),
          values: { tên: author.username, 'quy tắc': 'Lừa đảo', đến: expect.stringMatching(/^\d\d:\d\d ngày /) },
        },
        reporters: { kind: 'report_upheld', values: { tên: reporters[0]?.username } },
      },
      consequences: [
        { code: 'takedown', until: null, count: null },
        { code: 'suspend', until, count: 30 },
        { code: 'points', until: expect.any(String), count: 5 },
        { code: 'close_reports', until: null, count: 1 },
      ],
      recommended: { action: 'suspend', suspendDays: 7 },
    });
    expect(await fingerprint(db())).toEqual(before);
    await makeDecision(testApp, subject, decision);
    await sendLetters(testApp);
    expect((await findMessages(db(), author.id))[0]?.content).toBe(data.letters.owner.text);
  });

  test('the variables of an edited text have the values at the time of sending', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const letters = { owner: 'Hẹn gặp lại {tên} sau {đến}, {abc}.' };
    await makeDecision(testApp, subject, { policy: 'scam', actions: ['suspend'], suspendDays: 3, letters });
    await sendLetters(testApp);
    const { values } = (
      await preview({ subject, outcome: 'violation', policy: 'scam', actions: ['suspend'], suspendDays: 3, version: 0 })
    ).json().data.letters.owner;
    expect((await findMessages(db(), author.id))[0]?.content).toBe(
      `Hẹn gặp lại ${author.username} sau ${values.đến}, {abc}.`,
    );
  });

  test('returns an edited text as it would be sent, and none if none would be', async () => {
    const { subject } = await insertPostReportedBy(testApp, []);
    const body = { subject, outcome: 'violation', policy: 'scam', actions: ['warn'], version: 0 };
    const edited = (await preview({ ...body, letters: { owner: 'Này {tên}\u202E' } })).json().data.letters;
    expect(edited).toMatchObject({ owner: { draft: 'Này {tên}' }, reporters: null });
    expect((await preview({ ...body, letters: { owner: null } })).json().data.letters.owner).toBeNull();
    const harmless = { subject, outcome: 'no_violation', actions: [], version: 0 };
    expect((await preview(harmless)).json().data.letters).toEqual({ owner: null, reporters: null });
  });

  test('of an impossible decision, or of an unknown rule, returns the error of the decision', async () => {
    const { author } = await insertPostReportedBy(testApp, []);
    const body = { subject: accountSubject(author.id), outcome: 'violation', policy: 'scam', version: 0 };
    expect((await preview({ ...body, actions: ['takedown'] })).json().code).toBe('DECISION_IMPOSSIBLE');
    expect((await preview({ ...body, policy: 'nothing', actions: ['warn'] })).json().code).toBe('POLICY_NOT_FOUND');
  });
});
