import {
  DECISION_OUTCOMES,
  decideBodySchema,
  type ModerationSubject,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import { POLICY_ACTIONS } from '@hai-dang/contract/moderation/policies.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePolicy, sampleSubject } from '../../testing/samples.ts';
import {
  type DecisionChoice,
  daysOf,
  hasPenalty,
  type LetterChoice,
  NO_CHOICE,
  policyOfKey,
  possibleActions,
  presetOf,
  proposalFor,
  proposedRule,
  readChoice,
  TEMPLATE,
  toDecision,
  withAction,
  withPenalty,
  withTakedown,
  writeChoice,
} from './decision-choice.ts';

/** An owner with points, under the default ladder: 3: 7 days, 6: 30 days, 9: disabling. */
const strikes = (points: number): Pick<ModerationSubject, 'strikes'> => ({
  strikes: { ...sampleSubject().strikes, points },
});

describe('policyOfKey', () => {
  const policies = Array.from({ length: 12 }, (_, index) => samplePolicy({ key: `rule-${index + 1}` }));

  it('1 to 9 choose the first nine rules, 0 the tenth', () => {
    expect(policyOfKey('1', policies)?.key).toBe('rule-1');
    expect(policyOfKey('9', policies)?.key).toBe('rule-9');
    expect(policyOfKey('0', policies)?.key).toBe('rule-10');
  });

  it('a digit without a rule, and any other key, chooses nothing', () => {
    expect(policyOfKey('3', policies.slice(0, 2))).toBeUndefined();
    for (const key of ['', 'a', '12', 'Enter', '٣']) expect(policyOfKey(key, policies)).toBeUndefined();
  });
});

describe('possibleActions', () => {
  it('content: a takedown too, unless it is taken down already', () => {
    const post = sampleSubject();
    expect(possibleActions(post, 'admin')).toEqual(['takedown', 'warn', 'suspend', 'disable']);
    expect(possibleActions({ ...post, takenDownAt: '2026-11-20T00:00:00Z' }, 'admin')).not.toContain('takedown');
  });

  it('an account: no takedown', () => {
    const account = sampleSubject({ subject: { itemType: 'User', itemId: 'lan' } });
    expect(possibleActions(account, 'admin')).toEqual(['warn', 'suspend', 'disable']);
  });

  it('without an owner: a takedown alone; on the caller’s own account: no penalty that locks the caller out', () => {
    expect(possibleActions(sampleSubject({ owner: null }), 'admin')).toEqual(['takedown']);
    expect(possibleActions(sampleSubject(), 'lan')).toEqual(['takedown', 'warn']);
  });

  it('an account that is disabled without an end: no other penalty; a suspended one: each', () => {
    const { owner } = sampleSubject();
    if (!owner) throw new Error('the sample has no owner');
    const withUntil = (disabledUntil: string | null) =>
      possibleActions(sampleSubject({ owner: { ...owner, isDisabled: true, disabledUntil } }), 'admin');
    expect(withUntil(null)).toEqual(['takedown', 'warn']);
    expect(withUntil('2026-12-01T00:00:00Z')).toEqual(['takedown', 'warn', 'suspend', 'disable']);
  });
});

describe('withAction', () => {
  it('a suspension and a disabling exclude each other', () => {
    expect(withAction(['takedown', 'suspend'], 'disable', true)).toEqual(['takedown', 'disable']);
    expect(withAction(['disable'], 'suspend', true)).toEqual(['suspend']);
    expect(withAction(['warn'], 'suspend', true)).toEqual(['warn', 'suspend']);
    expect(withAction(['warn', 'suspend'], 'suspend', false)).toEqual(['warn']);
  });
});

const violence = samplePolicy({ defaultActions: ['takedown', 'suspend'], suspendDays: 7 });

describe('presetOf', () => {
  it('returns the usual actions of the rule, as far as they are possible', () => {
    expect(presetOf(violence, POLICY_ACTIONS)).toEqual({ actions: ['takedown', 'suspend'], days: '7' });
    expect(presetOf(violence, ['takedown'])).toEqual({ actions: ['takedown'], days: '7' });
  });

  it('without days of its own: a week', () => {
    expect(presetOf(samplePolicy({ defaultActions: ['warn'], suspendDays: null }), POLICY_ACTIONS)).toEqual({
      actions: ['warn'],
      days: '7',
    });
  });
});

describe('withPenalty', () => {
  const week = { action: 'suspend', suspendDays: 7 } as const;
  const forGood = { action: 'disable', suspendDays: null } as const;

  it('adds a suspension with its days, and a disabling in place of it', () => {
    const choice = { actions: ['takedown' as const], days: '30' };
    expect(hasPenalty(choice, week)).toBe(false);
    const suspended = withPenalty(choice, week);
    expect(suspended).toEqual({ actions: ['takedown', 'suspend'], days: '7' });
    expect(hasPenalty(suspended, week)).toBe(true);
    expect(hasPenalty(suspended, { ...week, suspendDays: 30 })).toBe(false);
    const disabled = withPenalty(suspended, forGood);
    expect(disabled).toEqual({ actions: ['takedown', 'disable'], days: '7' });
    expect(hasPenalty(disabled, forGood)).toBe(true);
  });
});

describe('proposedRule', () => {
  const [spam, childSafety] = [samplePolicy({ key: 'spam' }), samplePolicy({ key: 'child_safety' })];
  const policy = { key: 'child_safety', title: 'An toàn trẻ em' };

  it('is the rule of the reason, unless the report names one', () => {
    expect(proposedRule([spam, childSafety], { reason: 'spam' })).toBe(spam);
    expect(proposedRule([spam, childSafety], { reason: 'spam', policy })).toBe(childSafety);
  });

  it('is the rule of the reason if the named one is disabled, and none without either', () => {
    expect(proposedRule([spam], { reason: 'spam', policy })).toBe(spam);
    expect(proposedRule([spam], { reason: 'other', policy })).toBeUndefined();
  });
});

describe('withTakedown', () => {
  it('takes down and does nothing else, whatever the usual actions of the rule, and keeps the entered text', () => {
    const typed: DecisionChoice = { ...NO_CHOICE, note: 'Xem lại', actions: ['suspend'], days: '30' };
    expect(withTakedown(typed, violence, POLICY_ACTIONS)).toEqual({
      ...typed,
      outcome: 'violation',
      policy: violence.key,
      actions: ['takedown'],
    });
  });

  it('changes nothing without a rule, or if nothing can be taken down', () => {
    expect(withTakedown(NO_CHOICE, undefined, POLICY_ACTIONS)).toBe(NO_CHOICE);
    expect(withTakedown(NO_CHOICE, violence, ['warn'])).toBe(NO_CHOICE);
  });
});

describe('proposalFor', () => {
  it('without a rule: the proposal for the present points alone', () => {
    expect(proposalFor(strikes(2).strikes, undefined)).toBeNull();
    expect(proposalFor(strikes(3).strikes, undefined)).toEqual({ action: 'suspend', suspendDays: 7 });
    expect(proposalFor(strikes(2).strikes, samplePolicy({ points: 1 }))).toEqual({ action: 'suspend', suspendDays: 7 });
  });
});

describe('daysOf', () => {
  it('accepts whole numbers alone', () => {
    expect(daysOf(' 14 ')).toBe(14);
    for (const typed of ['', '1.5', '-1', '1e2', '99999', 'bảy']) expect(daysOf(typed)).toBeNaN();
  });
});

describe('writeChoice, readChoice', () => {
  it('a draft is restored as it was written', () => {
    const choice: DecisionChoice = {
      outcome: 'violation',
      policy: 'spam',
      actions: ['warn'],
      days: '3',
      note: 'đã nhắc',
      owner: { mode: 'edited', text: '{tên} ơi', basis: 'Chào {tên}' },
      reporters: { mode: 'none', text: '', basis: '' },
    };
    expect(readChoice(writeChoice(choice))).toEqual(choice);
  });

  it('a draft without letters has those of the templates', () => {
    const { owner: _owner, reporters: _reporters, ...former } = { ...NO_CHOICE, note: 'đã nhắc' };
    expect(readChoice(JSON.stringify(former))).toEqual({ ...NO_CHOICE, note: 'đã nhắc' });
  });

  it('nothing chosen and nothing written is no draft; an unreadable draft is none either', () => {
    expect(writeChoice({ ...NO_CHOICE, note: '  ' })).toBe('');
    for (const junk of ['', '{', '1', '{"outcome":"?"}']) expect(readChoice(junk)).toEqual(NO_CHOICE);
  });
});

describe('toDecision', () => {
  it('leaves out impossible actions, and an empty note', () => {
    const choice = { ...NO_CHOICE, outcome: 'violation', policy: 'spam', actions: ['takedown', 'suspend'] } as const;
    const body = toDecision(sampleSubject({ version: 4 }), { ...choice, actions: [...choice.actions], days: '3' }, [
      'suspend',
    ]);
    expect(body).toMatchObject({ actions: ['suspend'], suspendDays: 3, note: null, version: 4 });
  });

  it('sends an edited letter, none for a skipped one, and leaves out the text of the template', () => {
    const lettersOf = (owner: LetterChoice, reporters: LetterChoice) =>
      toDecision(sampleSubject(), { ...NO_CHOICE, owner, reporters }, POLICY_ACTIONS).letters;
    const edited: LetterChoice = { mode: 'edited', text: 'Chào {tên}', basis: '' };
    expect(lettersOf(TEMPLATE, TEMPLATE)).toEqual({});
    expect(lettersOf(edited, { ...edited, mode: 'none' })).toEqual({ owner: 'Chào {tên}', reporters: null });
  });

  it('any choice: the contract accepts the decision or names a field', () => {
    const letter = fc.record({
      mode: fc.constantFrom('template' as const, 'edited' as const, 'none' as const),
      text: fc.string({ maxLength: 4_100 }),
      basis: fc.constant(''),
    });
    const choices = fc.record({
      outcome: fc.constantFrom(null, ...DECISION_OUTCOMES),
      policy: fc.constantFrom(null, 'spam'),
      actions: fc.subarray([...POLICY_ACTIONS]),
      days: fc.constantFrom('', '0', '1', '365', '366', 'x'),
      note: fc.string({ maxLength: 2_100 }),
      owner: letter,
      reporters: letter,
    });
    fc.assert(
      fc.property(choices, (choice) => {
        const parsed = decideBodySchema.safeParse(toDecision(sampleSubject(), choice, POLICY_ACTIONS));
        expect(parsed.success || parsed.error.issues.every(({ path }) => path.length > 0)).toBe(true);
        if (parsed.success && choice.outcome === 'no_violation') expect(parsed.data.actions).toEqual([]);
      }),
    );
  });
});
