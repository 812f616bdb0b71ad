import * as z from 'zod/mini';
import { SAVED_VIEW_NAME_MAX_CHARS, SAVED_VIEW_QUERY_MAX_CHARS } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, wellFormed } from '../lib/fields.ts';

/** The lists that have saved views. */
export const SAVED_VIEW_SCREENS = ['reports', 'users', 'content', 'audit'] as const;
export const savedViewScreenSchema = z.enum(SAVED_VIEW_SCREENS);
export type SavedViewScreen = z.infer<typeof savedViewScreenSchema>;

export const savedViewNameSchema = z
  .string()
  .check(
    wellFormed,
    z.trim(),
    z.minLength(1, 'Vui lòng đặt tên cho chế độ xem'),
    z.maxLength(SAVED_VIEW_NAME_MAX_CHARS, `Tên dài quá ${SAVED_VIEW_NAME_MAX_CHARS} ký tự`),
  );

/** The fields of a saved view: a name for the query string of a list, which the panel alone understands. */
const savedViewFields = {
  name: savedViewNameSchema,
  query: z.string().check(wellFormed, z.maxLength(SAVED_VIEW_QUERY_MAX_CHARS)),
  /** Whether all administrators have it; any of them may then change it. */
  isShared: z.boolean(),
};

/** A list as somebody has set it up, under a name (ours). */
export const savedViewSchema = z.object({
  _id: idSchema,
  screen: savedViewScreenSchema,
  ...savedViewFields,
  /** Grows with every change. */
  version: z.int(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const listSavedViewsBodySchema = z.object({ screen: savedViewScreenSchema });

export const createSavedViewBodySchema = z.object({ screen: savedViewScreenSchema, ...savedViewFields });
export type CreateSavedViewBody = z.infer<typeof createSavedViewBodySchema>;

export const updateSavedViewBodySchema = z.object({
  ...savedViewFields,
  /** The version that the change rests on. */
  version: z.int().check(z.minimum(1)),
});
export type UpdateSavedViewBody = z.infer<typeof updateSavedViewBodySchema>;

export const savedViewResponseSchema = successSchema(savedViewSchema);
