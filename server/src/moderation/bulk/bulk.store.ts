import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ModerationBulkItems, ModerationBulks } from '../../lib/db/schema.generated.ts';

/** An action with the present title of its rule. */
export type BulkRow = Selectable<ModerationBulks> & { policy_title: string | null };
export type BulkItemRow = Selectable<ModerationBulkItems>;
export type BulkItemState = 'waiting' | 'done' | 'skipped' | 'failed' | 'undone' | 'kept';

/** The outcome for one subject. */
export interface BulkItemOutcome {
  readonly position: number;
  readonly state: BulkItemState;
  readonly reason: string | null;
  readonly resultId: string | null;
}

interface BulksPage {
  /** Older ones are left out unless they run. */
  since: Date;
  /** Exclusive; null for the beginning. */
  before: { at: Date; id: string } | null;
  limit: number;
  /** Only what was started by this administrator, or by the others. */
  starter?: { readonly id: string; readonly isOther: boolean };
}

const selectBulks = (db: DbOrTx) =>
  db
    .selectFrom('moderation_bulks as b')
    .leftJoin('policies as p', 'p.key', 'b.policy_key')
    .selectAll('b')
    .select('p.title as policy_title');

export const bulkStore = {
  async insert(tx: Tx, bulk: Insertable<ModerationBulks>): Promise<void> {
    await tx.insertInto('moderation_bulks').values(bulk).execute();
  },

  /** Its subjects in their order, each with its present version. */
  async insertItems(tx: Tx, bulkId: string, refs: readonly SubjectRef[]): Promise<void> {
    await sql`
      insert into moderation_bulk_items (bulk_id, position, subject_type, subject_id, version)
      select ${bulkId}, w.position, w.item_type, w.item_id, coalesce(m.version, 0)
      from unnest(${refs.map(({ itemType }) => itemType)}::text[], ${refs.map(({ itemId }) => itemId)}::text[])
        with ordinality as w (item_type, item_id, position)
      left join moderation_subjects m on m.subject_type = w.item_type and m.subject_id = w.item_id`.execute(tx);
  },

  /** Its subjects in their order. */
  findSubjects: (db: DbOrTx, bulkId: string) =>
    db
      .selectFrom('moderation_bulk_items')
      .select(['subject_type', 'subject_id'])
      .where('bulk_id', '=', bulkId)
      .orderBy('position')
      .execute(),

  find: (db: DbOrTx, id: string): Promise<BulkRow | undefined> =>
    selectBulks(db).where('b.id', '=', id).executeTakeFirst(),

  /** The action that an administrator started under a key. */
  findByKey: (db: DbOrTx, starterId: string, key: string): Promise<BulkRow | undefined> =>
    selectBulks(db).where('b.started_by', '=', starterId).where('b.client_key', '=', key).executeTakeFirst(),

  /** Finds one as `find` does, and keeps others from changing it until the transaction ends. */
  lock: (tx: Tx, id: string): Promise<BulkRow | undefined> =>
    selectBulks(tx).where('b.id', '=', id).forNoKeyUpdate('b').executeTakeFirst(),

  async update(tx: Tx, id: string, changes: Updateable<ModerationBulks>): Promise<void> {
    await tx.updateTable('moderation_bulks').set(changes).where('id', '=', id).execute();
  },

  /** The next ones to go on with: in their order, or the last one first. */
  findItems: (
    tx: Tx,
    bulkId: string,
    { state, order, limit }: { state: BulkItemState; order: 'asc' | 'desc'; limit: number },
  ): Promise<BulkItemRow[]> =>
    tx
      .selectFrom('moderation_bulk_items')
      .selectAll()
      .where('bulk_id', '=', bulkId)
      .where('state', '=', state)
      .orderBy('position', order)
      .limit(limit)
      .execute(),

  async setOutcomes(tx: Tx, bulkId: string, outcomes: readonly BulkItemOutcome[]): Promise<void> {
    await sql`
      update moderation_bulk_items i set state = o.state, reason = o.reason, result_id = o.result_id
      from unnest(${outcomes.map(({ position }) => position)}::integer[], ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map(({ reason }) => reason)}::text[], ${outcomes.map(({ resultId }) => resultId)}::text[])
        as o (position, state, reason, result_id)
      where i.bulk_id = ${bulkId} and i.position = o.position`.execute(tx);
  },

  /** Stores the id of the change by which the undo gave the reports of one of its subjects their status back. */
  async setUndoResult(
    tx: Tx,
    bulkId: string,
    { position, undoId }: { position: number; undoId: string },
  ): Promise<void> {
    await tx
      .updateTable('moderation_bulk_items')
      .set({ undo_result_id: undoId })
      .where('bulk_id', '=', bulkId)
      .where('position', '=', position)
      .execute();
  },

  /** Finds the actions that run, and those that were started lately, newest first. */
  findPage: (db: DbOrTx, { since, before, limit, starter }: BulksPage): Promise<BulkRow[]> =>
    selectBulks(db)
      .where((row) =>
        row.or([row('b.started_at', '>=', since), row('b.state', '=', 'running'), row('b.undo_state', '=', 'running')]),
      )
      .$if(starter !== undefined, (query) =>
        query.where('b.started_by', starter?.isOther ? '<>' : '=', starter?.id ?? null),
      )
      .$if(before !== null, (query) =>
        query.where(sql<boolean>`(b.started_at, b.id) < (${before?.at ?? null}, ${before?.id ?? null})`),
      )
      .orderBy('b.started_at', 'desc')
      .orderBy('b.id', 'desc')
      .limit(limit)
      .execute(),

  /** Finds the subjects that were left alone, in their order, with the present names of accounts. */
  findLeftAlone: (db: DbOrTx, bulkId: string, limit: number) =>
    db
      .selectFrom('moderation_bulk_items as i')
      .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'i.subject_id').on('i.subject_type', '=', 'User'))
      .select(['i.subject_type', 'i.subject_id', 'i.state', 'i.reason', 'u.username'])
      .where('i.bulk_id', '=', bulkId)
      .where('i.state', 'in', ['skipped', 'failed', 'kept'])
      .orderBy('i.position')
      .limit(limit)
      .execute(),

  /** Purges up to `most` that ended before a time, with their subjects; one whose undo runs stays. @returns how many */
  async purgeEnded(tx: Tx, before: Date, most: number): Promise<number> {
    const found = tx
      .selectFrom('moderation_bulks')
      .select('id')
      .where('ended_at', '<=', before)
      .where((row) => row.or([row('undo_state', 'is', null), row('undo_state', '<>', 'running')]))
      .orderBy('ended_at')
      .orderBy('id')
      .limit(most);
    const { numDeletedRows } = await tx
      .deleteFrom('moderation_bulks')
      .where('id', 'in', found)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },

  /** Finds the actions that have not ended, and whether that is their undo. */
  async findRunning(db: DbOrTx): Promise<Array<{ id: string; isUndo: boolean }>> {
    const rows = await db
      .selectFrom('moderation_bulks')
      .select(['id', 'undo_state'])
      .where((row) => row.or([row('state', '=', 'running'), row('undo_state', '=', 'running')]))
      .execute();
    return rows.map(({ id, undo_state }) => ({ id, isUndo: undo_state === 'running' }));
  },
};
