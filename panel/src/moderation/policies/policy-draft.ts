import type { Policy, PolicyAction, PolicyFields } from '@hai-dang/contract/moderation/policies.schema.ts';

/** The form as it is typed: numbers as texts, since any text may be typed. */
export interface PolicyDraft {
  readonly title: string;
  readonly text: string;
  readonly severity: string;
  readonly points: string;
  readonly expiresDays: string;
  readonly defaultActions: readonly PolicyAction[];
  readonly suspendDays: string;
}

const NEW_POLICY: PolicyDraft = {
  title: '',
  text: '',
  severity: '2',
  points: '1',
  expiresDays: '90',
  defaultActions: ['takedown', 'warn'],
  suspendDays: '',
};

/** The form of a rule; without one, of a new rule. */
export function toDraft(policy: Policy | undefined): PolicyDraft {
  if (!policy) return NEW_POLICY;
  const { title, text, severity, points, expiresDays, defaultActions, suspendDays } = policy;
  return {
    title,
    text,
    severity: String(severity),
    points: String(points),
    expiresDays: String(expiresDays),
    defaultActions,
    suspendDays: suspendDays === null ? '' : String(suspendDays),
  };
}

/** Anything but digits is no number, which the schema then says. */
const toNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Reads the fields from the form, still to be validated: a number that was mistyped is NaN. */
export function toFields(draft: PolicyDraft): PolicyFields {
  const suspends = draft.defaultActions.includes('suspend') && draft.suspendDays.trim() !== '';
  return {
    title: draft.title,
    text: draft.text,
    severity: toNumber(draft.severity),
    points: toNumber(draft.points),
    expiresDays: toNumber(draft.expiresDays),
    defaultActions: [...draft.defaultActions],
    suspendDays: suspends ? toNumber(draft.suspendDays) : null,
  };
}
