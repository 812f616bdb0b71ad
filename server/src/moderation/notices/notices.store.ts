import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import type { Notices } from '../../lib/db/schema.generated.ts';

/** A notice with whether its decision was taken back, and whether the user has objected to that. */
export interface NoticeRow
  extends Pick<Selectable<Notices>, 'id' | 'kind' | 'text' | 'policy_title' | 'until' | 'appeal_until' | 'created_at'> {
  is_undone: boolean;
  is_appealed: boolean;
}

const selectNotices = (db: DbOrTx, userId: string) =>
  db
    .selectFrom('notices as n')
    .leftJoin('decisions as d', 'd.id', 'n.decision_id')
    .select(['n.id', 'n.kind', 'n.text', 'n.policy_title', 'n.until', 'n.appeal_until', 'n.created_at'])
    .select([
      sql<boolean>`d.undone_at is not null`.as('is_undone'),
      sql<boolean>`exists (
        select from appeals a where a.decision_id = n.decision_id and a.user_id = n.user_id)`.as('is_appealed'),
    ])
    .where('n.user_id', '=', userId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc');

export const noticesStore = {
  /** The newest of a user. */
  findNewest: (db: DbOrTx, userId: string, limit: number): Promise<NoticeRow[]> =>
    selectNotices(db, userId).limit(limit).execute(),

  /** The newest that a user has of a decision. */
  findOfDecision: (db: DbOrTx, userId: string, decisionId: string): Promise<NoticeRow | undefined> =>
    selectNotices(db, userId).where('n.decision_id', '=', decisionId).limit(1).executeTakeFirst(),

  /** Finds the notice that an appeal is about, with its decision and report. */
  find: (db: DbOrTx, userId: string, id: string) =>
    db
      .selectFrom('notices')
      .select(['id', 'decision_id', 'report_id', 'appeal_until'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** The title of the rule that a decision named, in its version then. */
  async findPolicyTitle(db: DbOrTx, decisionId: string): Promise<string | null> {
    const row = await db
      .selectFrom('decisions as d')
      .innerJoin('policy_versions as p', (join) =>
        join.onRef('p.key', '=', 'd.policy_key').onRef('p.version', '=', 'd.policy_version'),
      )
      .select('p.title')
      .where('d.id', '=', decisionId)
      .executeTakeFirst();
    return row?.title ?? null;
  },
};
