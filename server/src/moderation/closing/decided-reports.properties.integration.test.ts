import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { manyReports } from '../../testing/many-reports.ts';
import { CLOSED_AT_ONCE } from './decided-reports.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const VIOLATION = { outcome: 'violation', policy: 'spam' };
const { reportedPost, read, decided, undo, setStatus, closeAll, undoAll, finish, reportsOf, newReporter, step } =
  manyReports(() => testApp);

test('decideSubject, closeInBulk: any changes while reports are being closed end as if each had closed all at once', async () => {
  const index = fc.constantFrom(0, 1, 2, -1, -2, -3);
  const which = fc.nat(1);
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('decide' as const), isViolation: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('file' as const), who: fc.nat(1) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
    fc.record({ kind: fc.constant('status' as const), index, status: fc.constantFrom('pending', 'rejected') }),
    fc.record({ kind: fc.constant('delete' as const), index }),
    fc.record({ kind: fc.constant('all' as const), status: fc.constantFrom('resolved', 'rejected') }),
    fc.record({ kind: fc.constant('undo-all' as const) }),
    fc.record({ kind: fc.constant('step' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 9 }), async (changes) => {
      const run = async (isAtOnce: boolean) => {
        const { subject, ids } = await reportedPost(CLOSED_AT_ONCE + 6);
        const reporters = [await newReporter(), await newReporter()];
        let changeId = await closeAll(subject, 'resolved');
        await undoAll(subject, changeId);
        const made: string[] = [await decided(subject)];
        for (const each of changes) {
          if (isAtOnce) await finish();
          if (each.kind === 'decide') made.push(await decided(subject, each.isViolation ? VIOLATION : undefined));
          const decisionId = 'which' in each ? (made[each.which] ?? made[0] ?? '') : '';
          if (each.kind === 'undo') await undo(decisionId);
          if (each.kind === 'step') await step(subject);
          if (each.kind === 'status') await setStatus(ids.at(each.index), { status: each.status });
          if (each.kind === 'delete') await testApp.send('DELETE', `/api/reports/admin/${ids.at(each.index)}`);
          if (each.kind === 'file') await reporters[each.who]?.(subject);
          if (each.kind === 'all' && (await read(subject)).openReports > 0) {
            changeId = await closeAll(subject, each.status);
          }
          if (each.kind === 'undo-all') await undoAll(subject, changeId);
        }
        await expectSubjectsReplayed(db());
        await finish();
        const { state, version, reports, openReports, reporters: people, closing, updating } = await read(subject);
        const rows = (await reportsOf(subject)).map((row) => [
          row.status,
          row.version,
          row.status_before_decision,
          row.decision_id === null,
        ]);
        return { rows, state, version, reports, openReports, people, closing, updating };
      };
      expect(await run(false)).toEqual(await run(true));
    }),
    { numRuns: 12 },
  );
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
}, 240_000);
