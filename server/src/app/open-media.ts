import { messageContentSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { privateMediaUrlSchema } from '@hai-dang/contract/lib/fields.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  reportedCommentSchema,
  reportedItemSchema,
  reportedUserSchema,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import { postSchema, travelPostSchema } from '@hai-dang/contract/posts/posts.schema.ts';
import type { $ZodType } from 'zod/v4/core';
import type { Clock } from '../lib/clock.ts';
import type { Db } from '../lib/db/database.ts';
import { createMediaFields, type DependentFields } from '../lib/media/media-fields.ts';
import { createMediaSignature } from '../lib/media/media-signature.ts';
import { createMediaUrls, type MediaUrls } from '../lib/media/media-urls.ts';
import { mediaStore } from '../media/media.store.ts';

const ITEM_SCHEMAS: Record<ReportItemType, $ZodType> = {
  User: reportedUserSchema,
  Post: postSchema,
  TravelPost: travelPostSchema,
  Comment: reportedCommentSchema,
};
const itemSchemas = new Map<unknown, $ZodType>(Object.entries(ITEM_SCHEMAS));

/** The contract's fields that hold an image URL only where another field says so. */
const DEPENDENT_FIELDS: DependentFields = new Map<$ZodType, (owner: Record<string, unknown>) => $ZodType | undefined>([
  [messageContentSchema, ({ type }) => (type === 'image' ? privateMediaUrlSchema : undefined)],
  [reportedItemSchema, ({ itemType }) => itemSchemas.get(itemType)],
]);

interface OpenMediaOptions {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

/** Image URLs for clients, signed with the keys that all servers share. */
export async function openMedia({ db, clock, publicUrl }: OpenMediaOptions): Promise<MediaUrls> {
  const signature = await createMediaSignature({ loadKeys: () => mediaStore.findKeys(db), clock });
  return createMediaUrls({ publicUrl, fields: createMediaFields(DEPENDENT_FIELDS), signature });
}
