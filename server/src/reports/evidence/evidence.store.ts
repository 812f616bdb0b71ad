import { type ReportSnapshot, reportSnapshotSchema } from '@hai-dang/contract/reports/report-snapshots.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';

const AUTHOR_COLUMNS = [
  'u.id as author_id',
  'u.username',
  'u.email',
  'u.avatar_url',
  'u.is_verified as is_author_verified',
] as const;
const PUBLICATION_COLUMNS = [
  'p.id',
  'p.title',
  'p.content',
  'p.image_urls',
  'p.created_at',
  'p.likes_count',
  'p.comments_count',
] as const;

/** Reportable subjects in their current state, with the author, without deleted ones. */
export const reportsEvidenceStore = {
  findAccount(db: DbOrTx, id: string) {
    return db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'avatar_url', 'bio', 'is_verified', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
  },

  findPost(db: DbOrTx, id: string) {
    return db
      .selectFrom('posts as p')
      .innerJoin('users as u', 'u.id', 'p.author_id')
      .select(PUBLICATION_COLUMNS)
      .select(['p.category', sql<string | null>`null`.as('location')])
      .select(AUTHOR_COLUMNS)
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst();
  },

  findTravelPost(db: DbOrTx, id: string) {
    return db
      .selectFrom('travel_posts as p')
      .innerJoin('users as u', 'u.id', 'p.author_id')
      .select(PUBLICATION_COLUMNS)
      .select(['p.location', sql<string | null>`null`.as('category')])
      .select(AUTHOR_COLUMNS)
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst();
  },

  /** A comment without its parent, which may be deleted. */
  findComment(db: DbOrTx, id: string) {
    return db
      .selectFrom('comments as c')
      .innerJoin('users as u', 'u.id', 'c.author_id')
      .select(['c.id', 'c.content', 'c.created_at', 'c.post_id', 'c.travel_post_id'])
      .select(AUTHOR_COLUMNS)
      .where('c.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst();
  },

  /** Evidence that was taken of the same source: nothing of it has been edited since. */
  async findSnapshot(db: DbOrTx, sourceHash: string): Promise<{ id: string; content: ReportSnapshot } | undefined> {
    const row = await db
      .selectFrom('report_snapshots')
      .select(['id', 'content'])
      .where('source_hash', '=', sourceHash)
      .limit(1)
      .executeTakeFirst();
    return row && { id: row.id, content: reportSnapshotSchema.parse(row.content) };
  },
};
export type EvidenceAccountRow = NonNullable<Awaited<ReturnType<typeof reportsEvidenceStore.findAccount>>>;
export type EvidencePublicationRow = NonNullable<Awaited<ReturnType<typeof reportsEvidenceStore.findPost>>>;
export type EvidenceCommentRow = NonNullable<Awaited<ReturnType<typeof reportsEvidenceStore.findComment>>>;
