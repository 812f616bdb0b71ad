import * as z from 'zod/mini';
import { MESSAGE_MAX_CHARS } from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, wellFormed } from '../lib/fields.ts';

/** Maximum number of canned replies, which all administrators share. */
export const CANNED_REPLIES_MAX = 200;
export const CANNED_REPLY_SHORTCUT_MAX_CHARS = 32;

/** The word that is typed after '/', unique regardless of case and diacritics. */
export const shortcutSchema = z.string().check(
  wellFormed,
  z.trim(),
  // Where it is typed out of habit the slash is not part of it.
  z.overwrite<string>((text) => text.normalize('NFC').replace(/^\/+/, '')),
  z.minLength(1, 'Vui lòng nhập lối tắt'),
  z.maxLength(CANNED_REPLY_SHORTCUT_MAX_CHARS, `Lối tắt dài quá ${CANNED_REPLY_SHORTCUT_MAX_CHARS} ký tự`),
  z.regex(/^[^\s/]*$/, 'Lối tắt là một từ, không có khoảng trắng hay dấu /'),
);

export const cannedReplyContentSchema = z
  .string()
  .check(
    cleaned,
    z.minLength(1, 'Vui lòng nhập nội dung'),
    z.maxLength(MESSAGE_MAX_CHARS, 'Nội dung quá dài (tối đa 4.000 ký tự)'),
  );

/** A prepared text that all administrators share (extension). */
export const cannedReplySchema = z.object({
  _id: idSchema,
  shortcut: z.string(),
  /** '{tên}' is replaced with the receiver's name. */
  content: z.string(),
  /** Grows with every change. */
  version: z.int(),
});
export type CannedReply = z.infer<typeof cannedReplySchema>;

export const createCannedReplyBodySchema = z.object({ shortcut: shortcutSchema, content: cannedReplyContentSchema });
export type CreateCannedReplyBody = z.infer<typeof createCannedReplyBodySchema>;

export const updateCannedReplyBodySchema = z.object({
  ...createCannedReplyBodySchema.shape,
  /** The version that the change rests on. */
  version: z.int().check(z.minimum(1)),
});
export type UpdateCannedReplyBody = z.infer<typeof updateCannedReplyBodySchema>;

export const cannedReplyResponseSchema = successSchema(cannedReplySchema);
