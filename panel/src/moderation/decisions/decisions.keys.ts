import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { appealsKeys } from '../appeals/appeals.keys.ts';
import { policiesKeys } from '../policies/policies.keys.ts';

/** Query keys of the decision sheet. */
export const decisionsKeys = {
  subject: (itemType: string, itemId: string) => ['moderation', 'subject', itemType, itemId] as const,
  preview: (body: DecideBody | undefined) => ['moderation', 'preview', body] as const,
};

/** All that a decision may change: reports, accounts, content, and how often a rule was applied. */
export const DECIDED_KEYS = [
  ['reports'],
  ['users'],
  ['posts'],
  ['content'],
  ['timeline'],
  policiesKeys.all,
  appealsKeys.all,
] as const;

/** After the name of its feature: one subject by its id. */
export const DECIDED_ITEM_KEY = 'item';
