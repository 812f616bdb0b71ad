import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';

export interface ClaimRow {
  assigneeId: string;
  assignedAt: Date;
  expiresAt: Date;
}

/** Changes need the subject locked. */
export const assignmentsStore = {
  /** How many subjects with open reports an administrator handles, counted up to `most`, and since when the first of them. */
  async countAssigned(db: DbOrTx, adminId: string, most: number): Promise<{ count: number; since: Date | null }> {
    const { rows } = await sql<{ count: number; since: Date | null }>`
      select count(*) as count, min(assigned_at) as since from (
        select assigned_at from moderation_subjects where assignee_id = ${adminId} and open_reports_count > 0 limit ${most}) assigned`.execute(
      db,
    );
    return rows[0] ?? { count: 0, since: null };
  },

  /** Claims a subject until a time; a former claim of it is over. */
  async setClaim(tx: Tx, { itemType, itemId }: SubjectRef, { assigneeId, assignedAt, expiresAt }: ClaimRow) {
    const claim = { assignee_id: assigneeId, assigned_at: assignedAt, expires_at: expiresAt };
    await tx
      .insertInto('subject_claims')
      .values({ subject_type: itemType, subject_id: itemId, ...claim })
      .onConflict((conflict) => conflict.columns(['subject_type', 'subject_id']).doUpdateSet(claim))
      .execute();
  },

  findClaim: (tx: Tx, { itemType, itemId }: SubjectRef): Promise<ClaimRow | undefined> =>
    tx
      .selectFrom('subject_claims')
      .select(['assignee_id as assigneeId', 'assigned_at as assignedAt', 'expires_at as expiresAt'])
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .executeTakeFirst(),

  async deleteClaim(tx: Tx, { itemType, itemId }: SubjectRef): Promise<void> {
    await tx
      .deleteFrom('subject_claims')
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .execute();
  },

  /** Puts off when the claims of these administrators on these subjects expire. */
  async extendClaims(db: DbOrTx, viewed: ReadonlyArray<SubjectRef & { adminId: string }>, expiresAt: Date) {
    await sql`
      update subject_claims c set expires_at = ${expiresAt}
      from unnest(${viewed.map(({ itemType }) => itemType)}::text[], ${viewed.map(({ itemId }) => itemId)}::text[],
        ${viewed.map(({ adminId }) => adminId)}::text[]) as v(subject_type, subject_id, assignee_id)
      where c.subject_type = v.subject_type and c.subject_id = v.subject_id and c.assignee_id = v.assignee_id`.execute(
      db,
    );
  },

  /** Subjects whose claim is over by a time, in the order in which subjects are locked. */
  findExpired: (db: DbOrTx, at: Date, { skip, most }: Step): Promise<SubjectRow[]> =>
    db
      .selectFrom('subject_claims')
      .select(['subject_type', 'subject_id'])
      .where('expires_at', '<=', at)
      .orderBy('expires_at')
      .orderBy('subject_type')
      .orderBy('subject_id')
      .offset(skip)
      .limit(most)
      .execute(),

  /** Subjects of administrators who are disabled or gone. All that are assigned are looked at: they are few. */
  findAbandoned: (db: DbOrTx, { skip, most }: Step): Promise<SubjectRow[]> =>
    db
      .selectFrom('moderation_subjects as m')
      .select(['m.subject_type', 'm.subject_id'])
      .where('m.assignee_id', 'is not', null)
      .where(
        sql<boolean>`not exists (
          select from users a where a.id = m.assignee_id and a.role = 'admin' and not a.is_disabled)`,
      )
      .orderBy('m.subject_type')
      .orderBy('m.subject_id')
      .offset(skip)
      .limit(most)
      .execute(),
};

/** The part of the found subjects to take: `most` of them, without the first ones. */
interface Step {
  readonly skip: number;
  readonly most: number;
}

interface SubjectRow {
  subject_type: string;
  subject_id: string;
}
