import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LADDER_STEPS_MAX } from '../constants.ts';
import { recommendFor } from './ladder.ts';
import { type LadderStep, settingsFieldsSchema } from './settings.schema.ts';

const suspend = (points: number, suspendDays: number | null): LadderStep => ({
  points,
  action: 'suspend',
  suspendDays,
});
const disable = (points: number): LadderStep => ({ points, action: 'disable', suspendDays: null });
const LADDER = [suspend(3, 7), suspend(6, 30), disable(9)];
const FIELDS = {
  ladder: LADDER,
  dueHours: [24, 24, 24, 1],
  appealDueHours: 48,
  appealDays: 30,
  isSealingOn: true,
  isHidingOn: false,
  hidingReporters: 5,
};
const issuesOf = (fields: object) =>
  settingsFieldsSchema.safeParse({ ...FIELDS, ...fields }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('settingsFieldsSchema', () => {
  test.each([
    ['the default', LADDER],
    ['no step', []],
    ['one step', [disable(1)]],
    ['six steps', [1, 2, 3, 4, 5, 6].map((points) => suspend(points, points))],
  ])('accepts a ladder with %s', (_, ladder) => {
    expect(issuesOf({ ladder })).toEqual([]);
  });

  test.each([
    ['too many steps', [1, 2, 3, 4, 5, 6, 7].map((points) => suspend(points, points)), ['ladder']],
    ['the same points twice', [suspend(3, 7), suspend(3, 30)], ['ladder.1.points']],
    ['fewer points than before', [suspend(6, 7), suspend(3, 30)], ['ladder.1.points']],
    ['a milder penalty than before', [suspend(3, 30), suspend(6, 7)], ['ladder.1.suspendDays']],
    ['a suspension after disabling', [disable(3), suspend(6, 7)], ['ladder.1.suspendDays']],
    ['disabling twice', [disable(3), disable(6)], ['ladder.1.action']],
    ['a suspension without days', [suspend(3, null)], ['ladder.0.suspendDays']],
    ['days of disabling', [{ ...disable(3), suspendDays: 7 }], ['ladder.0.suspendDays']],
    ['0 points', [suspend(0, 7)], ['ladder.0.points']],
    ['half a point', [suspend(1.5, 7)], ['ladder.0.points']],
    ['366 days', [suspend(3, 366)], ['ladder.0.suspendDays']],
    ['an unknown action', [{ points: 3, action: 'warn', suspendDays: null }], ['ladder.0.action']],
  ])('a ladder with %s is rejected at its field', (_, ladder, paths) => {
    expect(issuesOf({ ladder })).toEqual(paths);
  });

  test.each([
    ['dueHours', [24, 24, 24]],
    ['dueHours', 24],
    ['appealDueHours', 0],
    ['appealDueHours', 721],
    ['appealDays', 0],
    ['appealDays', 181],
    ['hidingReporters', 1],
    ['hidingReporters', 101],
    ['isHidingOn', 'yes'],
    ['isSealingOn', null],
  ])('%s of %j is rejected at its field', (field, value) => {
    expect(issuesOf({ [field]: value })).toEqual([field]);
  });
});

describe('recommendFor', () => {
  test.each([
    [0, null],
    [2, null],
    [3, { action: 'suspend', suspendDays: 7 }],
    [5, { action: 'suspend', suspendDays: 7 }],
    [6, { action: 'suspend', suspendDays: 30 }],
    [9, { action: 'disable', suspendDays: null }],
    [100, { action: 'disable', suspendDays: null }],
  ])('proposes by the default ladder for %i points: %j', (points, penalty) => {
    expect(recommendFor(LADDER, points)).toEqual(penalty);
  });

  test('any valid ladder: more points never give a milder penalty, and an empty one proposes nothing', () => {
    const steps = fc.array(
      fc.record({ points: fc.integer({ min: 1, max: 30 }), days: fc.integer({ min: 1, max: 365 }) }),
      {
        maxLength: LADDER_STEPS_MAX,
      },
    );
    const weightOf = (points: number, ladder: readonly LadderStep[]) => {
      const penalty = recommendFor(ladder, points);
      if (!penalty) return 0;
      return penalty.suspendDays ?? Number.POSITIVE_INFINITY;
    };
    fc.assert(
      fc.property(steps, fc.nat(40), fc.nat(40), (made, some, more) => {
        const points = [...new Set(made.map((step) => step.points))].toSorted((a, b) => a - b);
        const days = made.map((step) => step.days).toSorted((a, b) => a - b);
        const ladder = points.map((each, index) => suspend(each, (days[index] ?? 0) + index));
        expect(weightOf(some, ladder)).toBeLessThanOrEqual(weightOf(some + more, ladder));
        expect(recommendFor([], some)).toBeNull();
      }),
    );
  });
});
