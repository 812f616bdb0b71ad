import * as z from 'zod/mini';
import { wellFormed } from '../lib/fields.ts';

const MESSAGE_MAX_CHARS = 500;
const STACK_MAX_CHARS = 4_000;

/** A longer text is cut off, not rejected: its beginning says most. */
const cutAt = (chars: number) =>
  z.string().check(
    z.overwrite((text) => text.slice(0, chars)),
    wellFormed,
  );

/** The error that broke a screen in an administrator's browser. */
export const clientErrorBodySchema = z.object({
  /** The path of the screen, without the query: that may hold what somebody searched for. */
  path: cutAt(MESSAGE_MAX_CHARS),
  message: cutAt(MESSAGE_MAX_CHARS),
  stack: z._default(cutAt(STACK_MAX_CHARS), ''),
  componentStack: z._default(cutAt(STACK_MAX_CHARS), ''),
});
export type ClientErrorBody = z.infer<typeof clientErrorBodySchema>;
