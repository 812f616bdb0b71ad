import type { ContentDetail, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import type { ContentDetailRow, ContentRow } from './content.store.ts';

/** Returns the fields that a row of the list and content by itself have in common on the wire. */
const toContent = (row: ContentRow) => ({
  _id: row.id,
  itemType: row.item_type,
  title: row.title,
  author: { _id: row.author_id, username: row.username, avatar: row.avatar_url, verified: row.is_verified },
  createdAt: row.created_at.toISOString(),
  images: row.image_urls,
  commentsCount: row.comments_count,
  openReports: row.open_reports,
  state: row.state,
  parent:
    row.parent_type === null || row.parent_id === null ? null : { itemType: row.parent_type, itemId: row.parent_id },
});

export const toListedContent = (row: ContentRow): ListedContent => ({
  ...toContent(row),
  excerpt: row.excerpt,
  imagesCount: row.images_count,
});

export const toContentDetail = (row: ContentDetailRow, newestReportId: string | null): ContentDetail => ({
  ...toContent(row),
  text: row.text,
  category: row.category,
  location: row.location,
  likesCount: row.likes_count,
  reports: row.reports,
  newestReportId,
});
