import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { DecisionRow } from '../decisions/decisions.store.ts';
import type { LetterRow } from './letters.store.ts';

/** Hashed together with the id of an action, so that no other lock is the same. */
const SENDING_LOCK = 7_205_118;

/** The action on many subjects that made the decision of a letter. */
export interface BulkOfLetter {
  readonly id: string;
  readonly owner_id: string | null;
  /** The points that the decision has by now. */
  readonly points: number;
  readonly points_expire_at: Date | null;
  /** Whether it, or its undo, still changes content; false once it was purged. */
  readonly is_running: boolean;
  readonly started_at: Date | null;
}

/** Letters of the decisions of one action: an account, and a reporter, gets one message. */
export const bulkLettersStore = {
  /** Undefined for a letter about a single decision. */
  async find(tx: Tx, { decision_id }: LetterRow): Promise<BulkOfLetter | undefined> {
    const { rows } = await sql<BulkOfLetter>`
      select d.bulk_id as id, d.owner_id, d.points, d.points_expire_at, b.started_at,
        coalesce((b.state = 'running' or b.undo_state = 'running') and b.action->>'kind' in ('takedown', 'clean_up'), false)
          as is_running
      from decisions d left join moderation_bulks b on b.id = d.bulk_id
      where d.id = ${decision_id} and d.bulk_id is not null`.execute(tx);
    return rows[0];
  },

  /** Lets the letters of an action be sent one after the other: each sees who has got a message already. */
  async lockSending(tx: Tx, bulkId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${bulkId}, ${SENDING_LOCK}))`.execute(tx);
  },

  /** Which of these users have got a message about another decision of the action, of the same kind. */
  async findReached(tx: Tx, bulkId: string, kind: string, userIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      select distinct n.user_id from notices n join decisions d on d.id = n.decision_id
      where n.user_id = any(${userIds}::text[]) and n.kind = ${kind} and n.message_id is not null
        and d.bulk_id = ${bulkId}`.execute(tx);
    return rows.map(({ user_id }) => user_id);
  },

  /** The first `most` of the contents of the same account that the action has taken down beside a decision, and how many there are. */
  async findOthers(
    db: DbOrTx,
    { id, owner_id }: BulkOfLetter,
    decisionId: string | null,
    most: number,
  ): Promise<Array<{ subject_type: string; subject_id: string; total: number }>> {
    const { rows } = await sql<{ subject_type: string; subject_id: string; total: number }>`
      select subject_type, subject_id, (count(*) over ())::int as total from decisions
      where bulk_id = ${id} and owner_id = ${owner_id} and id <> ${decisionId} and undone_at is null
        and 'takedown' = any(actions)
      order by created_at, id limit ${most}`.execute(db);
    return rows;
  },

  /**
   * Lets the next decision of the action on the same account have the message, where that of an undone one was withdrawn before it
   * was sent.
   */
  async handOn(tx: Tx, { id, bulk_id, owner_id }: DecisionRow): Promise<void> {
    if (bulk_id === null || owner_id === null) return;
    await sql`
      update letters set has_message = true where id = (
        select l.id from decisions d join letters l on l.decision_id = d.id
        where d.bulk_id = ${bulk_id} and d.owner_id = ${owner_id} and d.undone_at is null
          and l.recipient_id = ${owner_id} and l.appeal_until is not null and l.sent_at is null and l.withdrawn_at is null
        order by d.created_at, d.id limit 1)
      and exists (
        select from letters l where l.decision_id = ${id} and l.recipient_id = ${owner_id} and l.appeal_until is not null
          and l.has_message and l.sent_at is null and l.withdrawn_at is not null)`.execute(tx);
  },
};
