import * as z from 'zod/mini';

/** Every error response on the wire, whatever the route and status (the wire contract, HTTP). */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.optional(z.unknown()),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** True in every response that is not an error; typed as a boolean so that a handler's plain `true` fits. */
export const succeededSchema: z.ZodMiniType<boolean> = z.literal(true);

/** `{ success, data, message? }` around `data`. */
export const successSchema = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: succeededSchema, data, message: z.optional(z.string()) });

/** `{ success, message? }`: a response that carries nothing else. */
export const acknowledgementSchema = z.object({ success: succeededSchema, message: z.optional(z.string()) });
