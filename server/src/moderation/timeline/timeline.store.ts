import type { TimelineKind } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { eventNote, NOTE_EVENTS } from '../subjects/event-note.store.ts';

const TEXT_MAX_CHARS = 200;
/** The time zone of the days of a conversation. */
const VIETNAM_TIME_ZONE = 'Asia/Ho_Chi_Minh';

export interface TimelineRow {
  id: string;
  kind: TimelineKind;
  at: Date;
  actor_id: string | null;
  actor_name: string | null;
  subject_type: string | null;
  subject_id: string | null;
  report_id: string | null;
  detail: string | null;
  status: string | null;
  text: string | null;
  until: Date | null;
  is_undone: boolean;
}

/** The columns of an entry that a table does not have. */
const EMPTY = {
  actor_id: sql`null::text`,
  actor_name: sql`null::text`,
  subject_type: sql`null::text`,
  subject_id: sql`null::text`,
  report_id: sql`null::text`,
  detail: sql`null::text`,
  status: sql`null::text`,
  text: sql`null::text`,
  until: sql`null::timestamptz`,
  is_undone: sql`false`,
};

type Fields = Partial<Record<keyof typeof EMPTY, RawBuilder<unknown>>>;

/** Where a branch of the timeline reads: a table and its rows of the user, with an index for their order. */
interface Branch {
  from: RawBuilder<unknown> | ((userId: string, page: TimelinePage) => RawBuilder<unknown>);
  where: (userId: string) => RawBuilder<unknown>;
  fields: Fields;
}

interface TimelinePage {
  kinds: readonly TimelineKind[];
  /** Exclusive; null for the beginning. */
  before: { at: Date; id: string } | null;
  limit: number;
}

const cut = (column: string) => sql`left(${sql.ref(column)}, ${sql.lit(TEXT_MAX_CHARS)})`;
const published = (table: string, type: string, text: RawBuilder<unknown>): Branch => ({
  from: sql`${sql.table(table)} t`,
  where: (userId) => sql`t.author_id = ${userId} and t.deleted_at is null`,
  fields: { subject_type: sql.lit(type), subject_id: sql`t.id`, text },
});
const filed: Fields = {
  subject_type: sql`t.subject_type`,
  subject_id: sql`t.subject_id`,
  report_id: sql`t.id`,
  detail: sql`t.reason`,
  status: sql`t.status`,
  text: cut('t.description'),
};
const happened: Fields = {
  actor_id: sql`t.actor_id`,
  actor_name: sql`t.actor_name`,
  subject_type: sql`t.subject_type`,
  subject_id: sql`t.subject_id`,
  detail: sql`t.kind`,
  text: sql`left(${eventNote('t')}, ${sql.lit(TEXT_MAX_CHARS)})`,
  until: sql`t.until`,
};

const IS_NOTE = sql`t.kind in ${NOTE_EVENTS}`;
const DAY_START = (at: string) => sql`date_trunc('day', ${sql.ref(at)}, ${sql.lit(VIETNAM_TIME_ZONE)})`;
const COLUMNS_OF_DAY = sql`m.id, m.created_at, m.user_id, coalesce(m.caption, case m.type when 'text' then m.content end) as text`;

/**
 * The last message that a user wrote on each day: each step reads one entry of an index, however many messages a day
 * has. It begins with the day on which the page begins, whose last message may be on the page before.
 */
const daysOfConversation = (userId: string, { before, limit }: TimelinePage) => {
  const ofUser = sql`from messages m where m.user_id = ${userId} and not m.is_from_admin`;
  const newest = sql`order by m.created_at desc, m.id desc limit 1`;
  const firstDay = sql`select ${DAY_START('m.created_at')} + interval '1 day' as day_end ${ofUser}
    ${before ? sql`and (m.created_at, m.id) < (${before.at}, ${before.id})` : sql``} ${newest}`;
  return sql`(with recursive days as (
    select d.*, 1 as day_number from (${firstDay}) first
      cross join lateral (select ${COLUMNS_OF_DAY} ${ofUser} and m.created_at < first.day_end ${newest}) d
    union all
    select d.*, days.day_number + 1 from days
      cross join lateral (select ${COLUMNS_OF_DAY} ${ofUser} and m.created_at < ${DAY_START('days.created_at')} ${newest}) d
      where days.day_number <= ${limit}
  ) select * from days) t`;
};

/** Each kind from one table; `moderation` from two: what was decided, and what else happened to the account; `note` too. */
const BRANCHES: Readonly<Record<TimelineKind, readonly Branch[]>> = {
  joined: [{ from: sql`users t`, where: (userId) => sql`t.id = ${userId}`, fields: {} }],
  post: [published('posts', 'Post', sql`left(coalesce(nullif(t.title, ''), t.content), ${sql.lit(TEXT_MAX_CHARS)})`)],
  travel_post: [published('travel_posts', 'TravelPost', cut('t.title'))],
  comment: [published('comments', 'Comment', cut('t.content'))],
  // A report of one's own is in the other one.
  report_about: [
    {
      from: sql`reports t`,
      where: (userId) => sql`t.subject_owner_id = ${userId} and t.reporter_id <> ${userId}`,
      fields: filed,
    },
  ],
  report_by: [{ from: sql`reports t`, where: (userId) => sql`t.reporter_id = ${userId}`, fields: filed }],
  moderation: [
    {
      from: sql`decisions t left join users a on a.id = t.actor_id
        left join policy_versions p on p.key = t.policy_key and p.version = t.policy_version`,
      where: (userId) => sql`t.owner_id = ${userId}`,
      fields: {
        actor_id: sql`t.actor_id`,
        actor_name: sql`coalesce(a.username, '')`,
        subject_type: sql`t.subject_type`,
        subject_id: sql`t.subject_id`,
        detail: sql`case t.outcome when 'violation' then 'decided' else 'no_violation' end`,
        text: sql`p.title`,
        is_undone: sql`t.undone_at is not null`,
      },
    },
    {
      from: sql`moderation_events t`,
      where: (userId) =>
        sql`t.subject_type = 'User' and t.subject_id = ${userId} and t.report_id is null
          and t.kind not in ('decided', 'letter_queued', 'letter_sent', 'assigned', 'released', 'escalated')
            and not ${IS_NOTE}`,
      fields: happened,
    },
    // Events from a report of the account or of its content; few of one account.
    {
      from: sql`moderation_events t`,
      where: (userId) =>
        sql`t.subject_type = 'User' and t.subject_id = ${userId} and t.report_id is not null
          and t.kind in ('suspended', 'unsuspended', 'disabled', 'enabled')`,
      fields: happened,
    },
  ],
  letter: [
    {
      from: sql`notices t`,
      where: (userId) => sql`t.user_id = ${userId}`,
      fields: { detail: sql`t.kind`, report_id: sql`t.report_id`, text: cut('t.text'), until: sql`t.until` },
    },
  ],
  appeal: [
    {
      from: sql`appeals t`,
      where: (userId) => sql`t.user_id = ${userId}`,
      fields: {
        subject_type: sql`t.subject_type`,
        subject_id: sql`t.subject_id`,
        detail: sql`t.outcome`,
        text: cut('t.text'),
      },
    },
  ],
  note: [
    {
      from: sql`moderation_events t`,
      where: (userId) => sql`t.subject_type = 'User' and t.subject_id = ${userId} and ${IS_NOTE}`,
      fields: { ...happened, is_undone: sql`t.kind in ('noted', 'tagged') and ${eventNote('t')} is null` },
    },
    // Notes on content: events do not say whose it is.
    {
      from: sql`subject_notes t`,
      where: (userId) => sql`t.owner_id = ${userId} and t.subject_type <> 'User'`,
      fields: {
        actor_id: sql`t.author_id`,
        actor_name: sql`t.author_name`,
        subject_type: sql`t.subject_type`,
        subject_id: sql`t.subject_id`,
        detail: sql`t.kind`,
        text: sql`case when t.removed_at is null then ${cut('t.text')} end`,
        until: sql`t.expires_at`,
        is_undone: sql`t.removed_at is not null`,
      },
    },
  ],
  conversation: [{ from: daysOfConversation, where: () => sql`true`, fields: { text: cut('t.text') } }],
  // Few: they end.
  sign_in: [{ from: sql`sessions t`, where: (userId) => sql`t.user_id = ${userId}`, fields: {} }],
};

export const timelineStore = {
  /** Entries of a user's timeline, newest first: of each kind no more than the page has. */
  async find(db: DbOrTx, userId: string, page: TimelinePage): Promise<TimelineRow[]> {
    const { kinds, before, limit } = page;
    const branches = kinds.flatMap((kind) =>
      BRANCHES[kind].map(({ from, where, fields }) => {
        const columns = Object.entries({ ...EMPTY, ...fields }).map(
          ([name, value]) => sql`${value} as ${sql.ref(name)}`,
        );
        const position = before ? sql`and (t.created_at, t.id) < (${before.at}, ${before.id})` : sql``;
        return sql`(select t.id, ${sql.lit(kind)} as kind, t.created_at as at, ${sql.join(columns)}
          from ${typeof from === 'function' ? from(userId, page) : from} where ${where(userId)} ${position} order by t.created_at desc, t.id desc limit ${limit})`;
      }),
    );
    const { rows } = await sql<TimelineRow>`
      select * from (${sql.join(branches, sql` union all `)}) entries order by at desc, id desc limit ${limit}`.execute(
      db,
    );
    return rows;
  },
};
