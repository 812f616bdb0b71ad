import type { ConversationStateName } from '@hai-dang/contract/chat/conversations.schema.ts';
import { type JoinBuilder, type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';

/** How much work a conversation still is, and whose. */
export interface ConversationWorkRow {
  waiting_since: Date | null;
  resolved_at: Date | null;
  opened_at: Date;
  assignee_id: string | null;
  /** Null where nobody handles it, or its assignee is gone or disabled. */
  assignee_name: string | null;
}

/** The conversation that a change of state starts from. */
export interface LockedConversation extends ConversationWorkRow {
  user_id: string;
  username: string;
  resolved_waiting_since: Date | null;
}

/** Where a page of conversations begins. */
export interface ConversationPosition {
  at: Date;
  id: string;
}

export interface ConversationsPage {
  state: ConversationStateName;
  /** Who has been in this state longest first, or the reverse. */
  order: 'oldest' | 'newest';
  after: ConversationPosition | null;
  limit: number;
}

const CONDITIONS = {
  waiting: sql`waiting_since is not null`,
  open: sql`waiting_since is null and resolved_at is null`,
  resolved: sql`waiting_since is null and resolved_at is not null`,
} as const satisfies Record<ConversationStateName, RawBuilder<unknown>>;

/** The column of the time since when a conversation is in a state. */
const SINCE = {
  waiting: sql.ref('waiting_since'),
  open: sql.ref('opened_at'),
  resolved: sql.ref('resolved_at'),
} as const satisfies Record<ConversationStateName, RawBuilder<unknown>>;

/** Whether administrator `a` handles conversation `c`: somebody who is disabled or gone handles nothing any more. */
const IS_ASSIGNEE = sql<boolean>`a.id = c.assignee_id and a.role = 'admin' and not a.is_disabled`;
/** Joins that administrator. */
export const ASSIGNEE_JOIN = sql`left join users a on ${IS_ASSIGNEE}`;

/** The same for a query of Kysely, which selects the columns of {@link ConversationWorkRow} by {@link WORK_COLUMNS}. */
export const onAssignee = <Tables, Table extends keyof Tables>(
  join: JoinBuilder<Tables, Table>,
): JoinBuilder<Tables, Table> => join.on(IS_ASSIGNEE);
export const WORK_COLUMNS = [
  'c.waiting_since',
  'c.resolved_at',
  'c.opened_at',
  'a.id as assignee_id',
  'a.username as assignee_name',
] as const;

export const conversationsStore = {
  /** A conversation with its user, locked until the transaction ends. */
  async findForUpdate(tx: Tx, userId: string): Promise<LockedConversation | undefined> {
    const { rows } = await sql<LockedConversation>`
      select c.user_id, u.username, c.waiting_since, c.resolved_at, c.resolved_waiting_since, c.opened_at,
        a.id as assignee_id, a.username as assignee_name
      from conversations c join users u on u.id = c.user_id ${ASSIGNEE_JOIN}
      where c.user_id = ${userId} for no key update of c`.execute(tx);
    return rows[0];
  },

  /** Stores state and assignee of a locked conversation. */
  async update(tx: Tx, { user_id, ...row }: LockedConversation): Promise<void> {
    const { waiting_since, resolved_at, resolved_waiting_since, opened_at, assignee_id } = row;
    await tx
      .updateTable('conversations')
      .set({ waiting_since, resolved_at, resolved_waiting_since, opened_at, assignee_id })
      .where('user_id', '=', user_id)
      .execute();
  },

  /** Whether a user has written after a message. */
  async hasUserWrittenAfter(tx: Tx, userId: string, seq: number): Promise<boolean> {
    const row = await tx
      .selectFrom('messages')
      .select('seq')
      .where('user_id', '=', userId)
      .where('seq', '>', seq)
      .where((eb) => eb.not(eb.ref('is_from_admin')))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Users whose conversation is in a state, by when it has come to be in it. */
  async findIds(db: DbOrTx, { state, order, after, limit }: ConversationsPage): Promise<ConversationPosition[]> {
    const since = SINCE[state];
    const [direction, comparison] = order === 'oldest' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
    const { rows } = await sql<ConversationPosition>`
      select ${since} as at, user_id as id from conversations
      where ${CONDITIONS[state]}
        ${after ? sql`and (${since}, user_id) ${comparison} (${after.at}::timestamptz, ${after.id})` : sql``}
      order by ${since} ${direction}, user_id ${direction} limit ${limit}`.execute(db);
    return rows;
  },

  /** How many conversations are in each state, counted up to `most` each. */
  async countByState(db: DbOrTx, most: number): Promise<Record<ConversationStateName, number>> {
    const countOf = (state: ConversationStateName) => sql`(select count(*) from (
      select from conversations where ${CONDITIONS[state]} order by ${SINCE[state]} limit ${most}) counted)`;
    const { rows } = await sql<Record<ConversationStateName, number>>`
      select ${countOf('waiting')} as waiting, ${countOf('open')} as open, ${countOf('resolved')} as resolved`.execute(
      db,
    );
    return rows[0] ?? { waiting: 0, open: 0, resolved: 0 };
  },
};
