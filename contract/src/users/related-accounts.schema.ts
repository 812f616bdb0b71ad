import * as z from 'zod/mini';
import { successSchema } from '../lib/envelope.ts';
import { userSummarySchema } from './users.schema.ts';

/** The things that two accounts may have in common. */
export const RELATIONS = ['ip', 'device', 'name', 'email'] as const;
export type Relation = (typeof RELATIONS)[number];

/** An app user's account that has something in common with another, and what; never which IP or device. */
export const relatedAccountSchema = z.object({
  ...userSummarySchema.shape,
  relations: z.array(z.enum(RELATIONS)),
});
export type RelatedAccount = z.infer<typeof relatedAccountSchema>;

export const relatedAccountsResponseSchema = successSchema(
  z.object({
    /** The related accounts, those with the most in common first. */
    accounts: z.array(relatedAccountSchema),
    /** Whether there are more than are listed. */
    isCut: z.boolean(),
  }),
);
export type RelatedAccounts = z.infer<typeof relatedAccountsResponseSchema>['data'];
