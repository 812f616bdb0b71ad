import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertReportedPost, makeDecision, readSubject } from '../../testing/decisions.ts';
import { findLetters, findNotices, sendLetters } from '../../testing/letters.ts';

let testApp: TestApp;
let steps: ReturnType<typeof createAppealSteps>;
beforeAll(async () => {
  testApp = await buildTestApp();
  steps = createAppealSteps(testApp);
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

/** Reporters of a post ask for another look, and one press answers all. @returns how many events that takes */
async function answer(asking: number, outcome: 'uphold' | 'overturn'): Promise<number> {
  const { subject, reports } = await insertReportedPost(testApp, Array(asking).fill('pending'));
  const decisionId = await makeDecision(testApp, subject);
  const ids: string[] = [];
  for (const { reporter_id } of reports) {
    ids.push(await steps.objectAnyhow(reporter_id, await steps.notify(reporter_id, decisionId)));
  }
  const { version } = await readSubject(testApp, subject);
  const more = outcome === 'uphold' ? { answersAll: true } : {};
  expect((await steps.conclude(ids[0] ?? '', outcome, more)).statusCode).toBe(200);
  const after = await readSubject(testApp, subject);
  expect(after.openAppeals).toBe(0);
  const kind = outcome === 'uphold' ? 'appeal_upheld' : 'appeal_overturned';
  expect((await findLetters(db(), decisionId)).filter((letter) => letter.kind === kind)).toHaveLength(asking);
  await sendLetters(testApp);
  for (const { reporter_id } of reports) {
    const kinds = (await findNotices(db(), reporter_id)).map((notice) => notice.kind);
    expect(kinds.toSorted()).toEqual([kind, 'report_rejected']);
  }
  return after.version - version;
}

test.each(['uphold', 'overturn'] as const)(
  'decideAppeal: %s for many pending appeals writes no more events than for two, and each gets one letter',
  async (outcome) => {
    expect(await answer(9, outcome)).toBe(await answer(2, outcome));
    await expectSubjectsReplayed(db());
  },
);
