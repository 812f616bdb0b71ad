import * as z from 'zod/mini';
import {
  idSchema,
  optionalPrivateMediaUrlSchema,
  optionalTextSchema,
  privateMediaUrlSchema,
  timestampSchema,
} from '../lib/fields.ts';

/** A user as of the time when something of theirs was reported. Evidence is never altered: old one may lack a field. */
export const snapshotPersonSchema = z.object({
  _id: z.optional(idSchema),
  username: optionalTextSchema,
  avatar: optionalPrivateMediaUrlSchema,
  verified: z.optional(z.nullable(z.boolean())),
});
const snapshotAuthorSchema = z.object({
  ...snapshotPersonSchema.shape,
  email: optionalTextSchema,
});

/** A text with images as it was when it was reported. */
const snapshotPublicationSchema = z.object({
  _id: idSchema,
  title: optionalTextSchema,
  content: optionalTextSchema,
  category: optionalTextSchema,
  location: optionalTextSchema,
  /** URLs of copies that outlive the originals. */
  images: z.array(privateMediaUrlSchema),
  /** How many more there were that could not be copied: not on the disk, or no URL of an image. */
  imagesMissing: z.optional(z.int()),
  createdAt: timestampSchema,
  likesCount: z.int(),
  commentsCount: z.int(),
  author: snapshotAuthorSchema,
});
export type SnapshotPublication = z.infer<typeof snapshotPublicationSchema>;

const snapshotUserSchema = z.object({
  _id: idSchema,
  username: optionalTextSchema,
  email: optionalTextSchema,
  /** URL of a copy. */
  avatar: optionalPrivateMediaUrlSchema,
  bio: optionalTextSchema,
  verified: z.optional(z.nullable(z.boolean())),
  createdAt: timestampSchema,
});
const snapshotCommentSchema = z.object({
  _id: idSchema,
  content: z.string(),
  createdAt: timestampSchema,
  author: snapshotAuthorSchema,
  parentType: z.enum(['Post', 'TravelPost']),
  parent: snapshotPublicationSchema,
});

/** The reported subject as it stood then; never altered (ours). */
export const reportSnapshotSchema = z.discriminatedUnion('itemType', [
  z.object({ itemType: z.literal('User'), user: snapshotUserSchema }),
  z.object({ itemType: z.literal('Post'), post: snapshotPublicationSchema }),
  z.object({ itemType: z.literal('TravelPost'), post: snapshotPublicationSchema }),
  z.object({ itemType: z.literal('Comment'), comment: snapshotCommentSchema }),
]);
export type ReportSnapshot = z.infer<typeof reportSnapshotSchema>;
