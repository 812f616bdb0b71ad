import { z } from 'zod';

const sendStepSchema = z.object({
  letterId: z.string(),
  /** Whether it has reached everybody. */
  isDelivered: z.boolean(),
  /** How often it has waited for the reports that its decision closes. */
  waits: z.int().nonnegative(),
  /** The one recipient who is tried again after the others were reached. */
  only: z.object({ userId: z.string(), reportId: z.string().nullable(), hasMessage: z.boolean() }).optional(),
});
export type SendStep = z.infer<typeof sendStepSchema>;

/** Sends one letter to all its recipients, some in each step. */
export const SEND_LETTER = {
  name: 'letters.send',
  schema: sendStepSchema,
  keyOf: ({ letterId, waits, only }: Pick<SendStep, 'letterId' | 'waits' | 'only'>) =>
    only ? `${letterId}:${waits}:${only.userId}` : `${letterId}:${waits}`,
};
