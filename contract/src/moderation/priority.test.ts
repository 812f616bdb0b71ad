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
  escalatedAt: null,
};
const scoreOf = (changes: Partial<PriorityFacts>) => storedPriority({ ...facts, ...changes });

/** As many points as a severity is above the one below it. */
const STEP = 2_500_000;
const anyFactFields = {
  severity: fc.integer({ min: 1, max: 4 }),
  openReports: fc.integer({ min: 1, max: 2_000_000 }),
  record: fc.tuple(fc.nat(5_000), fc.nat(5_000)),
  dueAt: fc.date({ min: new Date('1970-01-01'), max: new Date('2240-01-01'), noInvalidDate: true }),
};
const anyFacts = fc.record({ ...anyFactFields, isEscalated: fc.boolean() });
type AnyFacts = typeof anyFacts extends fc.Arbitrary<infer T> ? T : never;
const toFacts = ({ record: [right, wrong], isEscalated, ...rest }: AnyFacts): PriorityFacts => ({
  ...rest,
  escalatedAt: isEscalated ? DUE : null,
  recordRight: right,
  recordClosed: right + wrong,
  hiddenAt: null,
});

/** The step of a subject: at most one above its severity, and only child safety in the highest. */
const stepOf = ({ severity, isEscalated }: AnyFacts) => severity + (isEscalated && severity < 3 ? 1 : 0);

describe('priorityOf', () => {
  test('severity, more reporters, a better record and an earlier due time each raise it', () => {
    const base = scoreOf({});
    expect(scoreOf({ severity: 3 })).toBeGreaterThan(base);
    expect(scoreOf({ openReports: 2 })).toBeGreaterThan(base);
    expect(scoreOf({ recordClosed: 10, recordRight: 10 })).toBeGreaterThan(base);
    expect(scoreOf({ dueAt: new Date(DUE.getTime() - HOUR_MS) })).toBe(base + 60);
  });

  test('any two subjects: hidden before not hidden, then the one in the higher step', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, fc.boolean(), (some, other, isOneHidden) => {
        const [one, two] = [toFacts(some), toFacts(other)];
        if (isOneHidden) {
          expect(storedPriority({ ...one, hiddenAt: DUE })).toBeGreaterThan(storedPriority(two));
        } else if (stepOf(some) !== stepOf(other)) {
          expect(storedPriority(one) > storedPriority(two)).toBe(stepOf(some) > stepOf(other));
        }
      }),
    );
  });

  test('child safety and any other subject that is not hidden: child safety first', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (some, other) => {
        fc.pre(other.severity < 4);
        expect(storedPriority(toFacts({ ...some, severity: 4 }))).toBeGreaterThan(storedPriority(toFacts(other)));
      }),
    );
  });

  test('any two subjects of different severity: the lower one is first only if escalated, one lower, and due sooner', () => {
    const hours = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(anyFacts, anyFacts, hours, (some, other, apart) => {
        const [milder, graver] = [some, { ...other, dueAt: new Date(some.dueAt.getTime() + apart * HOUR_MS) }];
        fc.pre(milder.severity < graver.severity);
        if (storedPriority(toFacts(milder)) < storedPriority(toFacts(graver))) return;
        expect([milder.isEscalated, graver.isEscalated && graver.severity < 3]).toEqual([true, false]);
        expect(graver.severity - milder.severity).toBe(1);
        expect(apart).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('an escalated subject passes what is one severity higher and much younger, and nothing of its own age', () => {
    const escalated = scoreOf({ severity: 1, escalatedAt: DUE });
    expect(escalated).toBeGreaterThan(scoreOf({ dueAt: new Date(DUE.getTime() + 61 * HOUR_MS) }));
    expect(escalated).toBeLessThan(scoreOf({}));
    expect(scoreOf({ severity: 3, escalatedAt: DUE })).toBe(scoreOf({ severity: 3 }));
  });

  test('any two subjects of a step and severity with the same reporters and record: the one that is due sooner first', () => {
    const { dueAt: _, ...others } = anyFactFields;
    const same = fc.record({ ...others, isEscalated: fc.boolean() });
    const dueTimes = fc.tuple(anyFactFields.dueAt, anyFactFields.dueAt);
    fc.assert(
      fc.property(same, dueTimes, (some, [sooner, later]) => {
        if (later.getTime() - sooner.getTime() < 60_000) return;
        const [first, second] = [sooner, later].map((dueAt) => storedPriority(toFacts({ ...some, dueAt })));
        expect(first).toBeGreaterThan(second ?? 0);
      }),
    );
  });

  test('reporters who are often wrong lower it, one who was wrong once hardly does', () => {
    const pointsOf = (recordClosed: number, recordRight: number) =>
      priorityOf({ ...facts, recordClosed, recordRight }).terms.find(({ code }) => code === 'record')?.points;
    expect([pointsOf(0, 0), pointsOf(1, 0), pointsOf(20, 0), pointsOf(20, 20)]).toEqual([0, -3, -10, 10]);
  });

  test.each([
    ['severity', [0, 1, 2, 3, 4, 5].map((severity) => ({ severity })), [1, 1, 2, 3, 4, 4].map((step) => step * STEP)],
    ['reporters', [0, 1, 2, 3, 4, 63, 64, 200].map((openReports) => ({ openReports })), [0, 0, 6, 6, 12, 30, 36, 36]],
  ])('points of the %s: %j → %j', (code, changes, points) => {
    const termOf = (change: Partial<PriorityFacts>) =>
      priorityOf({ ...facts, ...change }).terms.find((term) => term.code === code);
    expect(changes.map((change) => termOf(change)?.points)).toEqual(points);
  });

  test('the terms name what they are of: the counts as they are, the due time as an hour to the whole minute', () => {
    const dueAt = new Date(90.5 * 60_000);
    expect(
      priorityOf({ ...facts, severity: 3, openReports: 5, recordClosed: 8, recordRight: 6, dueAt, hiddenAt: DUE }),
    ).toEqual({
      score: 8 * STEP + 12 + 4 - 1.5,
      terms: [
        { code: 'hidden', value: 1, of: null, points: 5 * STEP },
        { code: 'severity', value: 3, of: null, points: 3 * STEP },
        { code: 'reporters', value: 5, of: null, points: 12 },
        { code: 'record', value: 6, of: 8, points: 4 },
        { code: 'due', value: 1.5, of: null, points: -1.5 },
      ],
    });
  });

  test('any facts: the sum of the points is the score, and its minutes fit the column, none of them negative', () => {
    fc.assert(
      fc.property(anyFacts, fc.boolean(), (some, isHidden) => {
        const facts = { ...toFacts(some), hiddenAt: isHidden ? DUE : null };
        const { score, terms } = priorityOf(facts);
        expect(terms.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
        const stored = storedPriority(facts);
        expect(Number.isInteger(stored) && stored >= 0 && stored < 2 ** 31).toBe(true);
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

  test('the step has no points; those within it rise by one an hour', () => {
    const priority = priorityOf({ ...facts, severity: 3, openReports: 2, hiddenAt: DUE });
    const [now, later] = [0, HOUR_MS].map((ms) => priorityAt(priority, DUE.getTime() + ms));
    expect(now).toMatchObject({ isHidden: true, step: 3 });
    expect(now?.terms.map(({ code, points }) => [code, Math.round(points)])).toEqual([
      ['hidden', 0],
      ['severity', 0],
      ['reporters', 6],
      ['record', 0],
      ['due', 0],
    ]);
    expect(now?.points).toBeCloseTo(6, 6);
    expect(later?.points).toBeCloseTo(7, 6);
  });

  test('an escalated subject stands in the next step, with sixty points less', () => {
    const shown = priorityAt(priorityOf({ ...facts, escalatedAt: DUE }), DUE.getTime());
    expect(shown).toMatchObject({ isHidden: false, step: 3 });
    expect(shown.points).toBeCloseTo(-60, 6);
    expect(shown.terms[1]).toMatchObject({ code: 'escalated', points: -60 });
  });

  test('the order of any two subjects of a step is the same at any time', () => {
    const anyTime = fc.integer({ min: 0, max: 8_000_000_000_000 });
    fc.assert(
      fc.property(anyFacts, anyFacts, anyTime, (some, other, now) => {
        fc.pre(stepOf(some) === stepOf(other));
        const [one, two] = [toFacts(some), toFacts(other)];
        const difference = storedPriority(one) - storedPriority(two);
        const pointsAt = (each: PriorityFacts) => priorityAt(priorityOf(each), now).points;
        expect(pointsAt(one) - pointsAt(two)).toBeCloseTo(difference / 60, 5);
      }),
    );
  });
});
