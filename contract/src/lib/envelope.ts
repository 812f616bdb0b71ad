import * as z from 'zod/mini';

/** What every failure looks like on the wire, whatever the route and status (the wire contract, HTTP). */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.optional(z.unknown()),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** `{ success, data, message? }` around `data`; ours says true, another backend may answer 200 with false. */
export const successSchema = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: z.boolean(), data, message: z.optional(z.string()) });

/** `{ success, message? }`: an answer that carries nothing else. */
export const acknowledgementSchema = z.object({ success: z.boolean(), message: z.optional(z.string()) });
