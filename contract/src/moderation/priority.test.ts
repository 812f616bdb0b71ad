import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../lib/durations.ts';
import { type PriorityFacts, priorityAt, priorityOf, storedPriority } from './priority.ts';

const DUE = new Date('2026-11-24T08:00:00.000Z');
const facts: PriorityFacts = {
  severity: 2,
  openReports: 1,
  recordClosed: 0,
  recordRight: 0,
  dueAt: DUE,
  hiddenAt: null,
};
const scoreOf = (changes: Partial<PriorityFacts>) => storedPriority({ ...facts, ...changes });

const anyFacts = fc.record({
  severity: fc.integer({ min: 1, max: 4 }),
  openReports: fc.integer({ min: 1, max: 2_000_000 }),
  record: fc.tuple(fc.nat(5_000), fc.nat(5_000)),
  dueAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
});
const toFacts = ({ record: [right, wrong], ...rest }: typeof anyFacts extends fc.Arbitrary<infer T> ? T : never) => ({
  ...rest,
  recordRight: right,
  recordClosed: right + wrong,
  hiddenAt: null,
});

describe('priorityOf', () => {
  test('severity, more reporters, a better record and an earlier due time each raise it', () => {
    const base = scoreOf({});
    expect(scoreOf({ severity: 3 })).toBeGreaterThan(base);
    expect(scoreOf({ openReports: 2 })).toBeGreaterThan(base);
    expect(scoreOf({ recordClosed: 10, recordRight: 10 })).toBeGreaterThan(base);
    expect(scoreOf({ dueAt: new Date(DUE.getTime() - HOUR_MS) })).toBe(base + 60);
  });

  test('hidden content precedes everything that is less than a month overdue', () => {
    const hidden = scoreOf({ severity: 1, hiddenAt: DUE, dueAt: new Date(DUE.getTime() + 168 * HOUR_MS) });
    const worst = { severity: 4, openReports: 1_000_000, recordClosed: 100, recordRight: 100 };
    expect(hidden).toBeGreaterThan(scoreOf({ ...worst, dueAt: new Date(DUE.getTime() - 600 * HOUR_MS) }));
    expect(priorityOf({ ...facts, hiddenAt: DUE }).terms[0]).toMatchObject({ code: 'hidden', points: 1_000 });
  });

  test('reporters who are often wrong lower it, one who was wrong once hardly does', () => {
    const pointsOf = (recordClosed: number, recordRight: number) =>
      priorityOf({ ...facts, recordClosed, recordRight }).terms.find(({ code }) => code === 'record')?.points;
    expect([pointsOf(0, 0), pointsOf(1, 0), pointsOf(20, 0), pointsOf(20, 20)]).toEqual([0, -3, -10, 10]);
  });

  test.each([
    ['severity', [1, 2, 3, 4].map((severity) => ({ severity })), [0, 12, 24, 96]],
    ['severity', [{ severity: 5 }], [0]],
    ['reporters', [0, 1, 2, 3, 4, 63, 64, 200].map((openReports) => ({ openReports })), [0, 0, 6, 6, 12, 30, 36, 36]],
  ])('points of the %s: %j → %j', (code, changes, points) => {
    const termOf = (change: Partial<PriorityFacts>) =>
      priorityOf({ ...facts, ...change }).terms.find((term) => term.code === code);
    expect(changes.map((change) => termOf(change)?.points)).toEqual(points);
  });

  test('the terms name what they are of: the counts as they are, the due time as an hour to the whole minute', () => {
    const dueAt = new Date(90.5 * 60_000);
    expect(priorityOf({ severity: 3, openReports: 5, recordClosed: 8, recordRight: 6, dueAt, hiddenAt: DUE })).toEqual({
      score: 1_000 + 24 + 12 + 4 - 1.5,
      terms: [
        { code: 'hidden', value: 1, of: null, points: 1_000 },
        { code: 'severity', value: 3, of: null, points: 24 },
        { code: 'reporters', value: 5, of: null, points: 12 },
        { code: 'record', value: 6, of: 8, points: 4 },
        { code: 'due', value: 1.5, of: null, points: -1.5 },
      ],
    });
  });

  test('any facts: the sum of the points is the score, and a whole number of minutes is stored', () => {
    fc.assert(
      fc.property(anyFacts, (some) => {
        const { score, terms } = priorityOf(toFacts(some));
        expect(terms.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
        const stored = storedPriority(toFacts(some));
        expect(Number.isInteger(stored) && Math.abs(stored) < 2 ** 31).toBe(true);
        expect(stored / 60).toBeCloseTo(score, 6);
      }),
    );
  });
});

describe('priorityAt', () => {
  test('the points for the remaining time are the hours until the due time, negated', () => {
    const due = priorityAt(priorityOf(facts), DUE.getTime() - 3 * HOUR_MS).terms.at(-1);
    expect(due?.points).toBeCloseTo(-3, 6);
    expect(due?.value).toBeCloseTo(3, 6);
  });

  test('the score rises by a point an hour, as what is due; the other terms stay', () => {
    const priority = priorityOf({ ...facts, hiddenAt: DUE });
    const [now, later] = [0, HOUR_MS].map((ms) => priorityAt(priority, DUE.getTime() + ms));
    expect(now?.score).toBeCloseTo(1_012, 6);
    expect(later?.score).toBeCloseTo(1_013, 6);
    expect(later?.terms.slice(0, -1)).toEqual(priority.terms.slice(0, -1));
  });

  test('the order of any two subjects is the same at any time', () => {
    const anyTime = fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(anyFacts, anyFacts, anyTime, (one, other, now) => {
        const difference = storedPriority(toFacts(one)) - storedPriority(toFacts(other));
        const at = (some: typeof one) => priorityAt(priorityOf(toFacts(some)), now).score;
        expect(at(one) - at(other)).toBeCloseTo(difference / 60, 5);
      }),
    );
  });
});
