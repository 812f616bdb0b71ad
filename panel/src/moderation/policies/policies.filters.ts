import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { choiceParam, defineUrlQuery } from '../../lib/url-query.ts';

const OTHER_STATES = ['off', 'all'] as const;
/** The state of the rules that are shown: '' means those in use. */
export type PolicyState = '' | (typeof OTHER_STATES)[number];
export const POLICY_STATES: readonly PolicyState[] = ['', ...OTHER_STATES];

/** The filter of the rules, stored in the URL. */
export interface PolicyQuery {
  readonly state: PolicyState;
}

export const policiesUrl = defineUrlQuery<PolicyQuery>({ state: choiceParam('state', OTHER_STATES) });

/** Whether a rule is shown under a filter. */
export const matchesState = (state: PolicyState, { isEnabled }: Pick<Policy, 'isEnabled'>): boolean =>
  state === 'all' || isEnabled === (state === '');
