import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { expect, test } from 'vitest';
import { SAMPLE_REPORT } from '../../testing/samples.ts';
import { expectedVersion, isChangedByOther, rememberVersion, runSerially } from './optimistic-lock.ts';

const reportOf = (_id: string, version = 0): Report => ({ ...SAMPLE_REPORT, _id, version });

test('isChangedByOther: a later version is another administrator’s, unless an own change has set it', () => {
  const [seen, later] = [reportOf('a', 1), reportOf('a', 2)];
  expect(isChangedByOther(seen, seen)).toBe(false);
  expect(isChangedByOther(seen, later)).toBe(true);
  rememberVersion(later);
  expect(isChangedByOther(seen, later)).toBe(false);
  expect(isChangedByOther(seen, reportOf('a', 3))).toBe(true);
});

test('isChangedByOther: false while an own call is in flight, and for a legacy backend without versions', async () => {
  const call = Promise.withResolvers<void>();
  const done = runSerially('b', () => call.promise);
  expect(isChangedByOther(reportOf('b', 1), reportOf('b', 2))).toBe(false);
  call.resolve();
  await done;
  expect(isChangedByOther(reportOf('b', 1), reportOf('b', 2))).toBe(true);
  expect(isChangedByOther(reportOf('c'), reportOf('c'))).toBe(false);
});

test('rememberVersion: retains a bounded number of reports, the latest', () => {
  for (let index = 0; index < 600; index += 1) rememberVersion(reportOf(`many-${index}`, 5));
  expect(expectedVersion(reportOf('many-0', 1))).toBe(1);
  expect(expectedVersion(reportOf('many-599', 1))).toBe(5);
});
