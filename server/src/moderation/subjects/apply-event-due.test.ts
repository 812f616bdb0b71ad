import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { storedPriority } from '@hai-dang/contract/moderation/priority.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent, type EventDue, NEW_SUBJECT, type SubjectState } from './apply-event.ts';

const AT = new Date('2026-11-23T08:00:00.000Z');
const hoursLater = (hours: number) => new Date(AT.getTime() + hours * HOUR_MS);
const dueIn = (hours: number, fields: Partial<EventDue> = {}): EventDue => ({
  dueAt: hoursLater(hours),
  severity: 1,
  recordClosed: 0,
  recordRight: 0,
  ...fields,
});

const report = (state: SubjectState, due?: EventDue, at = AT) =>
  applyEvent(state, { kind: 'reported', at, changes: { reports: 1, openReports: 1, pendingReports: 1 }, due });
const setOpen = (state: SubjectState, openReports: number, due?: EventDue, at = AT) =>
  applyEvent(state, { kind: 'status_set', at, changes: { openReports, pendingReports: openReports }, due });

describe('applyEvent: when a subject is due', () => {
  test('the first report sets the time, and half of it', () => {
    expect(report(NEW_SUBJECT, dueIn(24))).toMatchObject({ dueAt: hoursLater(24), halfDueAt: hoursLater(12) });
  });

  test('a report that is due earlier moves it forward, a later one does not', () => {
    const state = report(report(NEW_SUBJECT, dueIn(24)), dueIn(30), hoursLater(1));
    expect(state).toMatchObject({ dueAt: hoursLater(24), halfDueAt: hoursLater(12) });
    expect(report(state, dueIn(5), hoursLater(3))).toMatchObject({ dueAt: hoursLater(5), halfDueAt: hoursLater(4) });
  });

  test('another rule of a report sets time and severity, milder and later too, and leaves the records', () => {
    const state = report(NEW_SUBJECT, dueIn(24, { severity: 2, recordClosed: 4, recordRight: 1 }));
    const name = (before: SubjectState, due: EventDue) =>
      applyEvent(before, { kind: 'policy_named', at: hoursLater(2), due });
    const graver = name(state, dueIn(4, { severity: 4 }));
    expect(graver).toMatchObject({ severity: 4, dueAt: hoursLater(4), halfDueAt: hoursLater(3), recordClosed: 4 });
    expect(graver.priority).toBeGreaterThan(state.priority ?? 0);
    const { dueAt, severity, priority } = state;
    expect(name(graver, dueIn(24, { severity: 2 }))).toMatchObject({ dueAt, severity, priority });
    expect(name(state, dueIn(24, { severity: 3 }))).toMatchObject({ severity: 3, halfDueAt: hoursLater(12) });
  });

  test('a report that is due at the same time leaves the half of the first; a rule without a due time changes nothing', () => {
    const state = report(report(NEW_SUBJECT, dueIn(24, { severity: 2 })), dueIn(24), hoursLater(6));
    expect(state).toMatchObject({ dueAt: hoursLater(24), halfDueAt: hoursLater(12) });
    const { dueAt, halfDueAt, severity, priority } = state;
    expect(applyEvent(state, { kind: 'policy_named', at: hoursLater(7) })).toMatchObject({
      dueAt,
      halfDueAt,
      severity,
      priority,
    });
  });

  test('a hidden subject is first until it is restored, or taken down', () => {
    const state = report(NEW_SUBJECT, dueIn(24));
    const hidden = applyEvent(state, { kind: 'auto_hidden', at: hoursLater(1) });
    const graver = report(NEW_SUBJECT, dueIn(1, { severity: 4, recordClosed: 50, recordRight: 50 }));
    expect(hidden.priority).toBeGreaterThan(graver.priority ?? 0);
    for (const kind of ['restored', 'taken_down'] as const) {
      expect(applyEvent(hidden, { kind, at: hoursLater(2) }).priority).toBe(state.priority);
    }
  });

  test('an escalated subject stays so until it is closed, or another rule makes it due later', () => {
    const overdue = report(NEW_SUBJECT, dueIn(24, { severity: 2 }));
    const escalated = applyEvent(overdue, { kind: 'escalated', at: hoursLater(48) });
    expect(escalated).toMatchObject({ escalatedAt: hoursLater(48), dueAt: hoursLater(24), severity: 2 });
    expect(escalated.priority).toBeGreaterThan(overdue.priority ?? 0);
    const again = report(escalated, dueIn(73), hoursLater(49));
    expect(again).toMatchObject({ escalatedAt: hoursLater(48), openReports: 2 });
    const name = (due: EventDue) => applyEvent(again, { kind: 'policy_named', at: hoursLater(50), due });
    expect(name(dueIn(1, { severity: 4 }))).toMatchObject({ escalatedAt: hoursLater(48), severity: 4 });
    expect(name(dueIn(74)).escalatedAt).toBeNull();
    expect(setOpen(again, -2).escalatedAt).toBeNull();
  });

  test('closing the last report clears it, closing one of two does not', () => {
    const two = report(report(NEW_SUBJECT, dueIn(24, { severity: 3 })), dueIn(25));
    const one = setOpen(two, -1);
    expect(one).toMatchObject({ dueAt: hoursLater(24), severity: 3 });
    expect(setOpen(one, -1)).toMatchObject({ dueAt: null, halfDueAt: null, priority: null, severity: 1 });
  });

  test('an event without a due time opens for a day', () => {
    expect(report(NEW_SUBJECT)).toMatchObject({ dueAt: hoursLater(24), severity: 1 });
  });

  test('the highest severity counts, and the records of all reporters are added up', () => {
    const first = report(NEW_SUBJECT, dueIn(24, { severity: 3, recordClosed: 4, recordRight: 1 }));
    const second = report(first, dueIn(24, { severity: 2, recordClosed: 2, recordRight: 2 }));
    expect(second).toMatchObject({ severity: 3, recordClosed: 6, recordRight: 3 });
    expect(second.priority).toBeGreaterThan(first.priority ?? 0);
  });

  test('after any possible events an open subject has a time and its priority, a closed one has none', () => {
    const due = fc.option(
      fc.record({
        dueAt: fc.integer({ min: -48, max: 48 }).map(hoursLater),
        severity: fc.integer({ min: 1, max: 4 }),
        recordClosed: fc.nat(20),
        recordRight: fc.nat(20),
      }),
      { nil: undefined },
    );
    const event = fc.record({ change: fc.integer({ min: -2, max: 2 }), due });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state = { ...NEW_SUBJECT, reports: 1_000 };
        for (const [index, each] of events.entries()) {
          if (state.openReports + each.change < 0) continue;
          const before = state;
          state = setOpen(state, each.change, each.due, hoursLater(index));
          const { openReports, dueAt, halfDueAt, priority } = state;
          expect([dueAt, halfDueAt, priority].map((value) => value !== null)).toEqual(Array(3).fill(openReports > 0));
          if (dueAt === null) continue;
          expect(priority).toBe(storedPriority({ ...state, dueAt }));
          if (before.dueAt) expect(dueAt.getTime()).toBeLessThanOrEqual(before.dueAt.getTime());
        }
      }),
    );
  });
});
