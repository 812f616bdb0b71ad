import * as z from 'zod/mini';
import {
  MENTIONS_MAX,
  MODERATION_NOTE_MAX_CHARS,
  NOTES_MAX_LIMIT,
  NOTES_PAGE_SIZE,
  TAG_MAX_CHARS,
} from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { clientKeySchema, idSchema, timestampSchema } from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';

/** A note, or a tag: a few words that are shown beside the name. */
export const NOTE_KINDS = ['noted', 'tagged'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** An internal note or a tag of a subject, as the moderation event that made it. */
export const internalNoteSchema = z.object({
  _id: idSchema,
  kind: z.enum(NOTE_KINDS),
  at: timestampSchema,
  /** Its author; the id is null once the account is deleted. */
  actor: z.object({ _id: z.nullable(idSchema), username: z.string() }),
  note: z.string(),
  /** The time from which it is not shown any more; null for no end. */
  until: z.nullable(timestampSchema),
});
export type InternalNote = z.infer<typeof internalNoteSchema>;

const noteText = (maxChars: number) => z.string().check(cleaned, z.minLength(1), z.maxLength(maxChars));
const expiresAt = z.nullish(z.iso.datetime({ offset: true }));

export const createNoteBodySchema = z.object({
  /** The key of this note: a repeat by the same administrator gets the note that is stored. */
  clientKey: z.nullish(clientKeySchema),
  text: noteText(MODERATION_NOTE_MAX_CHARS),
  expiresAt,
  /** Administrators who are notified of it. */
  mentions: z._default(z.array(idSchema).check(z.maxLength(MENTIONS_MAX)), []),
});
export type CreateNoteBody = z.output<typeof createNoteBodySchema>;

export const createTagBodySchema = z.object({ text: noteText(TAG_MAX_CHARS), expiresAt });
export type CreateTagBody = z.output<typeof createTagBodySchema>;

export const noteResponseSchema = successSchema(internalNoteSchema);

export const listNotesBodySchema = z.object({
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(NOTES_MAX_LIMIT)), NOTES_PAGE_SIZE),
});
export type ListNotesBody = z.output<typeof listNotesBodySchema>;

export const listNotesResponseSchema = z.object({
  ...successSchema(z.array(internalNoteSchema)).shape,
  /** All tags, the oldest first. */
  tags: z.array(internalNoteSchema),
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
});
