import * as z from 'zod/mini';
import { seqSchema } from './seq.schema.ts';

export const resolveConversationBodySchema = z.object({
  /** The newest message that was shown: a later one of the user rejects the call. */
  upToSeq: z.nullish(seqSchema),
});
export type ResolveConversationBody = z.infer<typeof resolveConversationBodySchema>;

export const assignConversationBodySchema = z.object({
  /** The caller, or nobody. */
  assigneeId: z.nullable(z.literal('me')),
  /** Takes it from a colleague who has it; without this that is rejected. */
  takeOver: z.optional(z.boolean()),
});
export type AssignConversationBody = z.infer<typeof assignConversationBodySchema>;
