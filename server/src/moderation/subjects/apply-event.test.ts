import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent, NEW_SUBJECT } from './apply-event.ts';

const AT = new Date('2026-11-23T08:00:00.000Z');
const report = {
  kind: 'reported' as const,
  at: AT,
  changes: { reports: 1, openReports: 1, pendingReports: 1, reporters: 1 },
};

describe('applyEvent', () => {
  test('a report counts as open and pending, its reporter once', () => {
    const second = { ...report, changes: { ...report.changes, reporters: 0 } };
    expect(applyEvent(applyEvent(NEW_SUBJECT, report), second)).toMatchObject({
      version: 2,
      reports: 2,
      openReports: 2,
      pendingReports: 2,
      reporters: 1,
      openAppeals: 0,
      takenDownAt: null,
      keptUntil: null,
      hiddenAt: null,
      assigneeId: null,
      assignedAt: null,
    });
  });

  test('content is taken down until it is restored', () => {
    const down = applyEvent(NEW_SUBJECT, { kind: 'taken_down', at: AT });
    expect(down.takenDownAt).toBe(AT);
    expect(applyEvent(down, { kind: 'disabled', at: new Date() }).takenDownAt).toBe(AT);
    expect(applyEvent(down, { kind: 'restored', at: new Date() }).takenDownAt).toBeNull();
  });

  test('content is hidden until it is restored or taken down, and hidden again when a takedown is undone', () => {
    const hidden = applyEvent(NEW_SUBJECT, { kind: 'auto_hidden', at: AT });
    expect(hidden).toMatchObject({ hiddenAt: AT, takenDownAt: null });
    expect(applyEvent(hidden, { kind: 'decided', at: new Date() }).hiddenAt).toBe(AT);
    expect(applyEvent(hidden, { kind: 'restored', at: new Date() }).hiddenAt).toBeNull();
    const down = applyEvent(hidden, { kind: 'taken_down', at: AT, until: AT });
    expect(down).toMatchObject({ hiddenAt: null, takenDownAt: AT, keptUntil: AT });
    expect(applyEvent(down, { kind: 'auto_hidden', at: AT })).toMatchObject({
      hiddenAt: AT,
      takenDownAt: null,
      keptUntil: null,
    });
  });

  test('a decision with an end: content that is down is kept until then, other content and other events keep nothing', () => {
    const later = new Date(AT.getTime() + 86_400_000);
    const decided = { kind: 'decided' as const, at: AT, until: later };
    const down = applyEvent(NEW_SUBJECT, { kind: 'taken_down', at: AT, until: AT });
    expect(applyEvent(down, decided)).toMatchObject({ takenDownAt: AT, keptUntil: later, hiddenAt: null });
    expect(applyEvent(down, { kind: 'decided', at: AT }).keptUntil).toBe(AT);
    expect(applyEvent(down, { kind: 'suspended', at: AT, until: later }).keptUntil).toBe(AT);
    expect(applyEvent(NEW_SUBJECT, decided)).toMatchObject({ takenDownAt: null, keptUntil: null });
  });

  test('any events leave content visible, hidden or taken down, by the last of its kind', () => {
    const kinds = ['taken_down', 'restored', 'auto_hidden', 'decided', 'reported', 'decision_undone'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 30 }), (events) => {
        const state = events.reduce((before, kind) => applyEvent(before, { kind, at: AT }), NEW_SUBJECT);
        const last = events.findLast((kind) => kind === 'taken_down' || kind === 'restored' || kind === 'auto_hidden');
        expect([state.takenDownAt !== null, state.hiddenAt !== null]).toEqual([
          last === 'taken_down',
          last === 'auto_hidden',
        ]);
      }),
    );
  });

  test('a subject is assigned until it is released, decided or has nothing open, and is unassigned when it is reopened', () => {
    const assigned = { kind: 'assigned' as const, at: AT, assignee: { id: 'mai' } };
    const held = applyEvent(applyEvent(NEW_SUBJECT, report), assigned);
    expect(held).toMatchObject({ version: 2, assigneeId: 'mai', assignedAt: AT });
    expect(applyEvent(held, { ...assigned, assignee: { id: 'binh' } }).assigneeId).toBe('binh');
    expect(applyEvent(held, report).assigneeId).toBe('mai');
    const closed = { kind: 'status_set' as const, at: AT, changes: { openReports: -1, pendingReports: -1 } };
    for (const end of [{ kind: 'released' as const, at: AT }, { kind: 'decided' as const, at: AT }, closed]) {
      const after = applyEvent(held, end);
      expect(after).toMatchObject({ assigneeId: null, assignedAt: null });
      expect(applyEvent(after, report).assigneeId).toBeNull();
    }
    const objected = applyEvent(held, { kind: 'appealed', at: AT, changes: { openAppeals: 1 } });
    expect(applyEvent(objected, closed).assigneeId).toBe('mai');
  });

  test('a subject with nothing open can be assigned; an event of another kind that names an administrator assigns nobody', () => {
    const assignee = { id: 'mai' };
    expect(applyEvent(NEW_SUBJECT, { kind: 'assigned', at: AT, assignee })).toMatchObject({
      assigneeId: 'mai',
      assignedAt: AT,
    });
    expect(applyEvent(NEW_SUBJECT, { ...report, assignee }).assigneeId).toBeNull();
  });

  test.each([
    ['more closed than open', { openReports: -1 }],
    ['more pending than open', { pendingReports: 1 }],
    ['fewer reporters than none', { reporters: -1 }],
    ['fewer appeals than none', { openAppeals: -1 }],
    ['more open than there are', { openReports: 1 }],
  ])('an event with %s is rejected', (_, changes) => {
    expect(() => applyEvent(NEW_SUBJECT, { kind: 'status_set', at: AT, changes })).toThrow('does not fit');
  });

  test('any possible events leave no count negative and raise the version by one each', () => {
    const change = fc.integer({ min: -2, max: 2 });
    const changes = fc.record({ reports: change, openReports: change, pendingReports: change, reporters: change });
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 40 }), (all) => {
        let state = NEW_SUBJECT;
        for (const each of all) {
          let next = state;
          try {
            next = applyEvent(state, { kind: 'status_set', at: AT, changes: each });
          } catch {
            continue;
          }
          expect(next.version).toBe(state.version + 1);
          state = next;
        }
        const { reports, openReports, pendingReports, reporters } = state;
        expect(Math.min(reports, openReports, pendingReports, reporters)).toBeGreaterThanOrEqual(0);
        expect(pendingReports).toBeLessThanOrEqual(openReports);
        expect(openReports).toBeLessThanOrEqual(reports);
      }),
    );
  });
});
