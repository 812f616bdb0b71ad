import { describe, expect, it } from 'vitest';
import { consequencesOf, penaltyOf, pointsOf } from './consequences.ts';

const AT = new Date('2026-11-23T03:15:00Z');
const IN_DAYS = (days: number) => new Date(AT.getTime() + days * 86_400_000).toISOString();
const ACCOUNT = { isDisabled: false, disabledUntil: null };
const SUBJECT = { owner: ACCOUNT, hiddenAt: null, openReports: 0 };
const RULE = { points: 2, expiresDays: 90 };
const violation = (actions: Array<'takedown' | 'warn' | 'suspend' | 'disable'>, suspendDays: number | null = null) => ({
  outcome: 'violation' as const,
  actions,
  suspendDays,
});
const codes = (...input: Parameters<typeof consequencesOf>) => consequencesOf(...input).map(({ code }) => code);

describe('consequencesOf', () => {
  it('names each moderation action, the points and the open reports, with ends and numbers', () => {
    const decision = violation(['takedown', 'warn', 'suspend'], 7);
    expect(consequencesOf(decision, { ...SUBJECT, openReports: 11 }, RULE, AT)).toEqual([
      { code: 'takedown', until: null, count: null },
      { code: 'warn', until: null, count: null },
      { code: 'suspend', until: IN_DAYS(7), count: 7 },
      { code: 'points', until: IN_DAYS(90), count: 2 },
      { code: 'close_reports', until: null, count: 11 },
    ]);
  });

  it('a violation without an action is recorded; points of a policy that gives none are omitted', () => {
    expect(codes(violation([]), SUBJECT, { ...RULE, points: 0 }, AT)).toEqual(['record']);
  });

  it('a suspended account keeps the later end of two suspensions', () => {
    const suspended = { ...SUBJECT, owner: { isDisabled: true, disabledUntil: IN_DAYS(7) } };
    expect(consequencesOf(violation(['suspend'], 30), suspended, null, AT)).toEqual([
      { code: 'suspend_longer', until: IN_DAYS(30), count: 30 },
    ]);
    for (const days of [3, 7]) {
      expect(consequencesOf(violation(['suspend'], days), suspended, null, AT)).toEqual([
        { code: 'stay_disabled', until: IN_DAYS(7), count: null },
      ]);
    }
    const forGood = { ...SUBJECT, owner: { isDisabled: true, disabledUntil: null } };
    expect(codes(violation(['suspend'], 365), forGood, null, AT)).toEqual(['stay_disabled']);
    expect(codes(violation(['disable']), suspended, null, AT)).toEqual(['disable']);
  });

  it('hidden content is restored unless it is taken down; without an owner nothing follows', () => {
    const hidden = { ...SUBJECT, hiddenAt: IN_DAYS(-1) };
    const harmless = { outcome: 'no_violation' as const, actions: [], suspendDays: null };
    expect(codes(harmless, hidden, null, AT)).toEqual(['show_again']);
    expect(codes(violation(['takedown']), hidden, null, AT)).toEqual(['takedown']);
    expect(codes(harmless, { ...hidden, owner: null }, null, AT)).toEqual([]);
  });

  it('a decision of no violation has no penalty and no points, and visible content stays as it is', () => {
    const harmless = { ...violation(['warn', 'suspend'], 7), outcome: 'no_violation' as const };
    expect(codes(harmless, { ...SUBJECT, openReports: 1 }, RULE, AT)).toEqual(['close_reports']);
    expect(codes({ ...harmless, actions: [] }, SUBJECT, RULE, AT)).toEqual([]);
  });

  it('each action alone follows alone', () => {
    for (const action of ['takedown', 'warn', 'disable'] as const) {
      expect(consequencesOf(violation([action]), SUBJECT, null, AT)).toEqual([
        { code: action, until: null, count: null },
      ]);
    }
    expect(codes(violation(['suspend'], 1), SUBJECT, null, AT)).toEqual(['suspend']);
  });

  it('without an owner there are no penalties', () => {
    expect(codes(violation(['takedown', 'warn']), { ...SUBJECT, owner: null }, RULE, AT)).toEqual(['takedown']);
  });
});

describe('penaltyOf', () => {
  it('returns null while the days of a suspension are incomplete, and for a decision without a penalty', () => {
    for (const days of [Number.NaN, null]) {
      expect(penaltyOf(violation(['suspend'], days), ACCOUNT, AT)).toBeNull();
    }
    expect(penaltyOf(violation(['warn', 'takedown'], 7), ACCOUNT, AT)).toBeNull();
  });

  it('disabling has no end and is always new, whatever the account is', () => {
    const forGood = { isDisabled: true, disabledUntil: null };
    for (const account of [ACCOUNT, forGood]) {
      expect(penaltyOf(violation(['suspend', 'disable'], 7), account, AT)).toEqual({ until: null, isNew: true });
    }
  });

  it.each([
    ['enabled', ACCOUNT, 7, { until: IN_DAYS(7), isNew: true }],
    [
      'enabled again before the end of a suspension',
      { isDisabled: false, disabledUntil: IN_DAYS(30) },
      7,
      { until: IN_DAYS(7), isNew: true },
    ],
    ['suspended for longer', { isDisabled: true, disabledUntil: IN_DAYS(8) }, 7, { until: IN_DAYS(8), isNew: false }],
    ['suspended for as long', { isDisabled: true, disabledUntil: IN_DAYS(7) }, 7, { until: IN_DAYS(7), isNew: false }],
    ['suspended for less', { isDisabled: true, disabledUntil: IN_DAYS(6) }, 7, { until: IN_DAYS(7), isNew: true }],
    ['disabled', { isDisabled: true, disabledUntil: null }, 7, { until: null, isNew: false }],
  ])('an account that is %s: the later end counts', (_, account, days, { until, isNew }) => {
    expect(penaltyOf(violation(['suspend'], days), account, AT)).toEqual({ until: until && new Date(until), isNew });
  });
});

describe('pointsOf', () => {
  it('the points of the rule until they expire; none without a rule, or of a rule without points', () => {
    expect(pointsOf(RULE, AT)).toEqual({ count: 2, expireAt: new Date(IN_DAYS(90)) });
    for (const rule of [null, undefined, { points: 0, expiresDays: 90 }]) expect(pointsOf(rule, AT)).toBeNull();
  });
});
