import {
  CONTENT_TYPES,
  type ContentDetail,
  type ContentRef,
  type ListedContent,
} from '@hai-dang/contract/content/content.schema.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { findNewestReportId } from '../moderation/closing/subject-reports.ts';
import { toContentDetail, toListedContent } from './content.mapper.ts';
import { contentStore } from './content.store.ts';

const NOT_FOUND = {
  Post: 'POST_NOT_FOUND',
  TravelPost: 'TRAVEL_POST_NOT_FOUND',
  Comment: 'COMMENT_NOT_FOUND',
} as const;

/** @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND */
export async function getContent(db: Db, ref: ContentRef): Promise<ContentDetail> {
  const [row, newestReportId] = await Promise.all([
    contentStore.find(db, ref.itemType, ref.itemId),
    findNewestReportId(db, ref),
  ]);
  if (!row) throw new DomainError(NOT_FOUND[ref.itemType]);
  return toContentDetail(row, newestReportId);
}

/** Content of any type as the list shows it; null where there is none, or where its author has deleted it. */
export async function findListedContent(db: Db, id: string): Promise<ListedContent | null> {
  const found = await Promise.all(CONTENT_TYPES.map((type) => contentStore.find(db, type, id)));
  const row = found.find((each) => each !== undefined);
  return row ? toListedContent({ ...row, image_urls: row.image_urls.slice(0, 1) }) : null;
}
