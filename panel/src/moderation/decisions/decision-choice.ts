import {
  DECISION_OUTCOMES,
  type DecideBody,
  type ModerationSubject,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type Penalty, recommendFor } from '@hai-dang/contract/moderation/ladder.ts';
import { POLICY_ACTIONS, type Policy, type PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import * as z from 'zod/mini';

const letterChoiceSchema = z.object({
  mode: z.enum(['template', 'edited', 'none']),
  /** The typed text, with `{tên}` for the name. */
  text: z.string(),
  /** The text of the template when it was first edited. */
  basis: z.string(),
});
/** The letter that is sent to somebody: the template, another text, or nothing. */
export type LetterChoice = z.infer<typeof letterChoiceSchema>;
export const TEMPLATE: LetterChoice = { mode: 'template', text: '', basis: '' };

/** A draft's text of one letter; '' for the template. */
export const writeLetter = (letter: LetterChoice): string => (letter.mode === 'template' ? '' : JSON.stringify(letter));

/** Reads such a text; the template without one, or with one that cannot be read. */
export function readLetter(text: string): LetterChoice {
  try {
    return letterChoiceSchema.parse(JSON.parse(text));
  } catch {
    return TEMPLATE;
  }
}

const choiceSchema = z.object({
  /** Null until one is chosen. */
  outcome: z.nullable(z.enum(DECISION_OUTCOMES)),
  /** The key of the rule that is violated. */
  policy: z.nullable(z.string()),
  actions: z.array(z.enum(POLICY_ACTIONS)),
  /** The days of a suspension, as they were typed. */
  days: z.string(),
  note: z.string(),
  owner: z._default(letterChoiceSchema, TEMPLATE),
  reporters: z._default(letterChoiceSchema, TEMPLATE),
});
/** The choice of an administrator so far, with what was typed. */
export type DecisionChoice = z.infer<typeof choiceSchema>;

export const NO_CHOICE: DecisionChoice = {
  outcome: null,
  policy: null,
  actions: [],
  days: '',
  note: '',
  owner: TEMPLATE,
  reporters: TEMPLATE,
};

/** How long a suspension usually is. */
export const USUAL_DAYS = [1, 3, 7, 30] as const;
const FALLBACK_DAYS = 7;
/** The keys of the rules, in their order. */
const DIGITS = '1234567890';

/** The key that chooses a rule; undefined after the tenth. */
export const keyOfPolicy = (index: number): string | undefined => DIGITS[index];

/** The rule that a key chooses. */
export const policyOfKey = (key: string, policies: readonly Policy[]): Policy | undefined =>
  key.length === 1 && DIGITS.includes(key) ? policies[DIGITS.indexOf(key)] : undefined;

/** A draft's text; '' where nothing was chosen or typed. */
export const writeChoice = (choice: DecisionChoice): string =>
  choice.outcome === null && choice.note.trim() === '' ? '' : JSON.stringify(choice);

/** Reads a draft's text; without one, or with one that cannot be read, nothing is chosen. */
export function readChoice(text: string): DecisionChoice {
  try {
    return choiceSchema.parse(JSON.parse(text));
  } catch {
    return NO_CHOICE;
  }
}

/**
 * The actions that can follow for a subject, in the order in which they are shown: content can be taken down once, an
 * account has an owner, and nobody locks themselves out.
 */
export function possibleActions(
  { subject, takenDownAt, owner }: Pick<ModerationSubject, 'subject' | 'takenDownAt' | 'owner'>,
  ownId: string | undefined,
): readonly PolicyAction[] {
  return POLICY_ACTIONS.filter((action) => {
    if (action === 'takedown') return subject.itemType !== 'User' && takenDownAt === null;
    if (action === 'warn') return owner !== null;
    // There is no more than disabling without an end.
    const isForGood = owner?.isDisabled && owner.disabledUntil === null;
    return owner !== null && owner._id !== ownId && !isForGood;
  });
}

/** The same actions with one more or one less; a suspension and a disabling exclude each other. */
export function withAction(actions: readonly PolicyAction[], action: PolicyAction, isOn: boolean): PolicyAction[] {
  const excluded = { suspend: 'disable', disable: 'suspend', takedown: undefined, warn: undefined }[action];
  return POLICY_ACTIONS.filter((one) => (one === action ? isOn : actions.includes(one) && !(isOn && one === excluded)));
}

/** The penalty that the ladder proposes for the owner's points with those of a rule on top; null for too few. */
export const proposalFor = (
  { points, ladder }: ModerationSubject['strikes'],
  policy: Pick<Policy, 'points'> | undefined,
): Penalty | null => recommendFor(ladder, points + (policy?.points ?? 0));

/** The actions that a rule usually leads to, as far as they are possible. */
export const presetOf = (
  { defaultActions, suspendDays }: Pick<Policy, 'defaultActions' | 'suspendDays'>,
  possible: readonly PolicyAction[],
): Pick<DecisionChoice, 'actions' | 'days'> => ({
  actions: defaultActions.filter((action) => possible.includes(action)),
  days: String(suspendDays ?? FALLBACK_DAYS),
});

/** A choice with a penalty in place of any other. */
export const withPenalty = <Choice extends Pick<DecisionChoice, 'actions' | 'days'>>(
  choice: Choice,
  { action, suspendDays }: Penalty,
): Choice => ({
  ...choice,
  actions: withAction(choice.actions, action, true),
  days: suspendDays === null ? choice.days : String(suspendDays),
});

/** Whether a choice has exactly this penalty. */
export const hasPenalty = (
  { actions, days }: Pick<DecisionChoice, 'actions' | 'days'>,
  { action, suspendDays }: Penalty,
): boolean => actions.includes(action) && (suspendDays === null || daysOf(days) === suspendDays);

/** The rule that a report names, where that is in use, else that of its reason. */
export const proposedRule = (
  policies: readonly Policy[],
  { reason, policy }: Pick<Report, 'reason' | 'policy'>,
): Policy | undefined => policies.find(({ key }) => key === policy?.key) ?? policies.find(({ key }) => key === reason);

/** A choice of a rule that takes the content down and does nothing else; without a rule the same. */
export const withTakedown = (
  choice: DecisionChoice,
  policy: Pick<Policy, 'key'> | undefined,
  possible: readonly PolicyAction[],
): DecisionChoice =>
  policy && possible.includes('takedown')
    ? { ...choice, outcome: 'violation', policy: policy.key, actions: ['takedown'] }
    : choice;

/** The days of a suspension as a number; NaN for anything else than a whole one. */
export const daysOf = (days: string): number => (/^\d{1,4}$/.test(days.trim()) ? Number(days) : Number.NaN);

const textOf = ({ mode, text }: LetterChoice): string | null => (mode === 'none' ? null : text);

/** The letters of the call's body; what is sent from the template is left out. */
function toLetters({ owner, reporters }: DecisionChoice): DecideBody['letters'] {
  return {
    ...(owner.mode !== 'template' && { owner: textOf(owner) }),
    ...(reporters.mode !== 'template' && { reporters: textOf(reporters) }),
  };
}

/** The call's body; what cannot follow any more is left out. The contract's schema says what is missing. */
export function toDecision(
  { subject, version }: Pick<ModerationSubject, 'subject' | 'version'>,
  choice: DecisionChoice,
  possible: readonly PolicyAction[],
): Omit<DecideBody, 'outcome'> & { readonly outcome: DecideBody['outcome'] | null } {
  const { outcome, policy, days, note } = choice;
  const isViolation = outcome === 'violation';
  const actions = isViolation ? choice.actions.filter((action) => possible.includes(action)) : [];
  return {
    subject,
    outcome,
    policy: isViolation ? policy : null,
    actions,
    suspendDays: actions.includes('suspend') ? daysOf(days) : null,
    note: note.trim() === '' ? null : note,
    letters: toLetters(choice),
    version,
  };
}
