import { type ReportSnapshot, reportSnapshotSchema } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';

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

/**
 * Whether evidence `s` is needed: a report rests on it, or a decision against which an appeal is possible at a time, or waits.
 */
export const isNeeded = (at: Date) => sql<boolean>`(
  exists (select from reports r where r.snapshot_id = s.id)
  or exists (
    select from decisions d where d.evidence_id = s.id and d.undone_at is null and (
      exists (select from letters l where l.decision_id = d.id and l.appeal_until > ${at})
      or exists (select from appeals a where a.decision_id = d.id and a.outcome is null))))`;

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

  /** Inserts evidence unless it exists, and locks it against a purge until the transaction ends. */
  async upsertAndLock(
    tx: Tx,
    snapshot: { id: string; content: string; sourceHash: string | null },
    at: Date,
  ): Promise<void> {
    let isHeld = false;
    // It may be purged between the two, with the last report that referenced it.
    while (!isHeld) {
      await tx
        .insertInto('report_snapshots')
        .values({
          id: snapshot.id,
          content: snapshot.content,
          source_hash: snapshot.sourceHash,
          created_at: at,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const { rows } = await sql`select id from report_snapshots where id = ${snapshot.id} for key share`.execute(tx);
      isHeld = rows.length > 0;
    }
  },

  /** Evidence, with when it was taken. */
  async findById(db: DbOrTx, id: string): Promise<{ takenAt: Date; content: ReportSnapshot } | undefined> {
    const row = await db
      .selectFrom('report_snapshots')
      .select(['created_at as takenAt', 'content'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { takenAt: row.takenAt, content: reportSnapshotSchema.parse(row.content) };
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
