import { CONTENT_TYPES, type ContentState, type ContentType } from '@hai-dang/contract/content/content.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, DbOrTx } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/prepared-statements.ts';
import { containsText, wordMatch } from '../lib/db/sql-expressions.ts';
import type { TimeRange } from '../lib/vietnam-day.ts';

const EXCERPT_MAX_CHARS = 200;

/** The filters of a list; undefined matches any value. Of the time of publication. */
export interface ContentCriteria extends TimeRange {
  /** Never empty. */
  types: readonly ContentType[];
  authorId?: string;
  hasImages?: boolean;
  isReported?: boolean;
  state?: ContentState;
  /** The post that comments stand under. */
  parent?: { itemType: 'Post' | 'TravelPost'; itemId: string };
}

/** A text's place in the list. */
export interface ContentPosition {
  type: ContentType;
  id: string;
  createdAt: Date;
}

export interface ContentPage {
  criteria: ContentCriteria;
  /** Exclusive; null for the beginning. */
  before: Omit<ContentPosition, 'type'> | null;
  limit: number;
  /** '' for any text. */
  term: string;
  /** Whether the indexes could not answer for a page before. */
  isScanOnly: boolean;
}

export interface ContentRow {
  item_type: ContentType;
  id: string;
  title: string | null;
  excerpt: string;
  image_urls: string[];
  images_count: number;
  comments_count: number | null;
  created_at: Date;
  author_id: string;
  username: string;
  avatar_url: string | null;
  is_verified: boolean;
  open_reports: number;
  state: ContentState;
  parent_type: ContentType | null;
  parent_id: string | null;
}

export interface ContentDetailRow extends ContentRow {
  text: string;
  category: string | null;
  location: string | null;
  likes_count: number | null;
  reports: number;
}

const NULL_TEXT = sql`null::text`;
const NULL_COUNT = sql`null::integer`;

interface Table {
  name: string;
  texts: string;
  hasImages: boolean;
  title: RawBuilder<unknown>;
  category: RawBuilder<unknown>;
  location: RawBuilder<unknown>;
}

const TABLES: Readonly<Record<ContentType, Table>> = {
  Post: {
    name: 'posts',
    texts: 'post_texts',
    hasImages: true,
    title: sql`t.title`,
    category: sql`t.category`,
    location: NULL_TEXT,
  },
  TravelPost: {
    name: 'travel_posts',
    texts: 'travel_post_texts',
    hasImages: true,
    title: sql`t.title`,
    category: NULL_TEXT,
    location: sql`t.location`,
  },
  Comment: {
    name: 'comments',
    texts: 'comment_texts',
    hasImages: false,
    title: NULL_TEXT,
    category: NULL_TEXT,
    location: NULL_TEXT,
  },
};

const allOf = (list: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  list.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(list, sql` and `)}`;

/** A value of the subject `m` of the text `t`, looked up by its key: a join might be planned as reading all subjects. */
const ofSubject = <Value>(type: ContentType, value: RawBuilder<Value>) => sql<Value>`(
  select ${value} from moderation_subjects m where m.subject_type = ${sql.lit(type)} and m.subject_id = t.id)`;

const IS_REPORTED = sql`m.open_reports_count > 0`;

/** Whether the account exists; one that is being deleted does not. */
const hasAuthor = (id: RawBuilder<unknown>) => sql`(select true from users u where u.id = ${id})`;

/** Whether what a comment stands under is visible; a comment that is taken down itself is listed anyway. */
const HAS_VISIBLE_PARENT = sql`coalesce(
  (select ${hasAuthor(sql`p.author_id`)} from posts p where p.id = t.post_id and p.deleted_at is null),
  (select ${hasAuthor(sql`p.author_id`)} from travel_posts p where p.id = t.travel_post_id and p.deleted_at is null))`;

/** Whether a text that is deleted was so by administrators or the system: what its author deleted is not shown. */
const STATES: Readonly<Record<Exclude<ContentState, 'visible'>, RawBuilder<unknown>>> = {
  hidden: sql`m.hidden_at is not null`,
  taken_down: sql`m.taken_down_at is not null`,
};

function stateCondition(type: ContentType, { state, parent }: ContentCriteria): RawBuilder<unknown> {
  const isVisible =
    type === 'Comment' && parent === undefined
      ? sql`t.deleted_at is null and ${HAS_VISIBLE_PARENT}`
      : sql`t.deleted_at is null`;
  if (state === 'visible') return isVisible;
  const removed = state === undefined ? sql`${STATES.hidden} or ${STATES.taken_down}` : STATES[state];
  const isRemoved = sql`t.deleted_at is not null and ${ofSubject(type, removed)}`;
  return state === undefined ? sql`case when t.deleted_at is null then ${isVisible} else ${isRemoved} end` : isRemoved;
}

/** The criteria on a text `t`, but for its type, its time and what its window has applied already. */
function contentConditions(type: ContentType, criteria: ContentCriteria): RawBuilder<unknown>[] {
  const { authorId, hasImages, isReported, parent } = criteria;
  return [
    ...(authorId === undefined ? [] : [sql`t.author_id = ${authorId}`]),
    ...(parent === undefined ? [] : [sql`${parentColumn(parent)} = ${parent.itemId}`]),
    ...(hasImages ? [sql`t.image_urls <> '{}'`] : []),
    ...(isReported ? [ofSubject(type, IS_REPORTED)] : []),
    stateCondition(type, criteria),
    hasAuthor(sql`t.author_id`),
  ];
}

const parentColumn = ({ itemType }: NonNullable<ContentCriteria['parent']>) =>
  itemType === 'Post' ? sql`t.post_id` : sql`t.travel_post_id`;

/** The time of the list, and what comes after the last one seen. */
const positionConditions = (createdAt: RawBuilder<unknown>, id: RawBuilder<unknown>, page: ContentPage) => [
  ...(page.before ? [sql`(${createdAt}, ${id}) < (${page.before.createdAt}, ${page.before.id})`] : []),
  ...(page.criteria.since ? [sql`${createdAt} >= ${page.criteria.since}`] : []),
  ...(page.criteria.until ? [sql`${createdAt} < ${page.criteria.until}`] : []),
];

/** Whether a text `t` is on the page or after it. */
const meets = (type: ContentType, page: ContentPage): RawBuilder<boolean> =>
  allOf([...positionConditions(sql`t.created_at`, sql`t.id`, page), ...contentConditions(type, page.criteria)]);

/** The types that can meet the criteria. */
export const typesOf = ({ types, hasImages, parent }: ContentCriteria): ContentType[] =>
  types.filter((type) => (!hasImages || TABLES[type].hasImages) && (parent === undefined || type === 'Comment'));

/**
 * The next `width` texts of a type in order, by an index of the most selective criterion that has one: the others are
 * checked on them.
 */
function windowOf(type: ContentType, page: ContentPage, width: number): RawBuilder<unknown> {
  const { authorId, hasImages, isReported, state, parent } = page.criteria;
  const isOfOne = authorId !== undefined || parent !== undefined;
  if (!isOfOne && (isReported || state === 'hidden')) {
    return sql`select m.subject_id as id, m.content_created_at as created_at from moderation_subjects m
      where ${allOf([
        sql`m.subject_type = ${sql.lit(type)} and m.content_created_at is not null`,
        state === 'hidden' ? STATES.hidden : IS_REPORTED,
        ...positionConditions(sql`m.content_created_at`, sql`m.subject_id`, page),
      ])} order by m.content_created_at desc, m.subject_id desc limit ${width}`;
  }
  const indexed = () => {
    if (parent !== undefined) return [sql`${parentColumn(parent)} = ${parent.itemId}`];
    if (authorId !== undefined) return [sql`t.author_id = ${authorId}`];
    if (state === 'taken_down') return [sql`t.deleted_at is not null`];
    return hasImages ? [sql`t.image_urls <> '{}'`] : [];
  };
  return sql`select t.id, t.created_at from ${sql.table(TABLES[type].name)} t
    where ${allOf([...indexed(), ...positionConditions(sql`t.created_at`, sql`t.id`, page)])}
    order by t.created_at desc, t.id desc limit ${width}`;
}

const parentColumns = (type: ContentType) =>
  type === 'Comment'
    ? sql`case when t.post_id is null then 'TravelPost' else 'Post' end as parent_type, coalesce(t.post_id, t.travel_post_id) as parent_id`
    : sql`${NULL_TEXT} as parent_type, ${NULL_TEXT} as parent_id`;

const STATE = sql`case when t.deleted_at is null then 'visible' when m.taken_down_at is not null then 'taken_down' else 'hidden' end`;

/** Returns the columns of a text `t` and its author `u` that are shown. @param shown how many of its images */
const columnsOf = (type: ContentType, shown: 'first' | 'all') => {
  const { hasImages, title } = TABLES[type];
  const images = shown === 'first' ? sql`t.image_urls[1:1]` : sql`t.image_urls`;
  return sql`${sql.lit(type)} as item_type, t.id, ${title} as title, left(t.content, ${sql.lit(EXCERPT_MAX_CHARS)}) as excerpt,
    ${hasImages ? images : sql`'{}'::text[]`} as image_urls, ${hasImages ? sql`cardinality(t.image_urls)` : sql`0`} as images_count,
    ${hasImages ? sql`t.comments_count` : NULL_COUNT} as comments_count, t.created_at,
    u.id as author_id, u.username, u.avatar_url, u.is_verified,
    coalesce(m.open_reports_count, 0) as open_reports, ${STATE} as state, ${parentColumns(type)}`;
};

const fromTable = (type: ContentType) => sql`${sql.table(TABLES[type].name)} t join users u on u.id = t.author_id
  left join moderation_subjects m on m.subject_type = ${sql.lit(type)} and m.subject_id = t.id`;

const unionOf = (branches: readonly RawBuilder<unknown>[]) => sql.join(branches, sql` union all `);

/** Whether the term is in the text of `w`, looked up by its key. */
const containsTerm = (type: ContentType, term: string) =>
  sql`(select ${containsText(sql.ref<string>('x.search_text'), term)} from ${sql.table(TABLES[type].texts)} x where x.id = w.id)`;

export const contentStore = {
  /**
   * Finds the first texts of each type that meet the criteria, within the next `width` of its order; up to the page's
   * limit of each, in no order.
   */
  async scan(db: Db, page: ContentPage, width: number): Promise<ContentPosition[]> {
    const branches = typesOf(page.criteria).map((type) => {
      const found = page.term === '' ? [] : [containsTerm(type, page.term)];
      return sql`(select ${sql.lit(type)} as type, w.id, w.created_at as "createdAt"
        from (${windowOf(type, page, width)}) w
        where ${allOf(found)} and (select ${allOf(contentConditions(type, page.criteria))}
          from ${sql.table(TABLES[type].name)} t where t.id = w.id)
        order by w.created_at desc, w.id desc limit ${page.limit})`;
    });
    if (branches.length === 0) return [];
    const { rows } = await sql<ContentPosition>`${unionOf(branches)}`.execute(db);
    return rows;
  },

  /** Where the next `width` texts of each of these types end; nothing of a type that has fewer. */
  async endsOfWindows(
    db: Db,
    page: ContentPage,
    types: readonly ContentType[],
    width: number,
  ): Promise<ContentPosition[]> {
    const branches = types.map(
      (type) => sql`(select ${sql.lit(type)} as type, w.id, w.created_at as "createdAt"
        from (${windowOf(type, page, width)}) w order by w.created_at desc, w.id desc offset ${width - 1} limit 1)`,
    );
    const { rows } = await sql<ContentPosition>`${unionOf(branches)}`.execute(db);
    return rows;
  },

  /**
   * Finds a term through the indexes of words; up to `most` texts of each type are looked at, whatever the criteria.
   * @param tx by `withIndexesOnly`
   * @returns null where there are more: those are in no order; else the first of the page and how many match
   */
  async searchIndex(
    tx: DbOrTx,
    page: ContentPage,
    most: number,
  ): Promise<{ found: ContentPosition[]; matches: number } | null> {
    const types = typesOf(page.criteria);
    const found = (type: ContentType) => sql.ref(`found_${TABLES[type].name}`);
    const lookups = types.map(
      (type) => sql`${found(type)} as materialized (
        select x.id from ${sql.table(TABLES[type].texts)} x
        where ${wordMatch(sql.ref<string>('x.search_text'), page.term)} limit ${most + 1})`,
    );
    const matching = types.map(
      (type) => sql`select ${sql.lit(type)} as type, t.id, t.created_at as "createdAt"
        from ${found(type)} f join ${sql.table(TABLES[type].name)} t on t.id = f.id
        where (select is_whole from looked) and ${meets(type, page)}`,
    );
    const areFew = types.map((type) => sql`(select count(*) from ${found(type)}) <= ${most}`);
    const { rows } = await sql<{ is_whole: boolean; matches: number | null } & ContentPosition>`
      with ${sql.join(lookups)}, looked as materialized (select ${sql.join(areFew, sql` and `)} as is_whole),
      matching as materialized (${unionOf(matching)})
      select looked.is_whole, m.* from looked left join (
        select *, (count(*) over ())::integer as matches from matching order by "createdAt" desc, id desc limit ${page.limit}
      ) m on true ${unprepared}`.execute(tx);
    if (!rows[0]?.is_whole) return null;
    const { matches } = rows[0];
    return matches === null ? { found: [], matches: 0 } : { found: rows, matches };
  },

  /** About how many texts of these types there are, as of the last ANALYZE. */
  async estimateTexts(db: Db, types: readonly ContentType[]): Promise<number> {
    const names = types.map((type) => TABLES[type].texts);
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as count from pg_class
      where oid in (select t::regclass from unnest(${names}::text[]) t)`.execute(db);
    return rows[0]?.count ?? 0;
  },

  /** Finds the rows of the list for texts, newest first. */
  async findRows(db: Db, positions: readonly ContentPosition[]): Promise<ContentRow[]> {
    const branches = CONTENT_TYPES.flatMap((type) => {
      const ids = positions.filter((position) => position.type === type).map(({ id }) => id);
      if (ids.length === 0) return [];
      return [sql`select ${columnsOf(type, 'first')} from ${fromTable(type)} where t.id = any(${ids}::text[])`];
    });
    if (branches.length === 0) return [];
    const { rows } = await sql<ContentRow>`
      select * from (${unionOf(branches)}) rows order by created_at desc, id desc`.execute(db);
    return rows;
  },

  /** A text whole; undefined where there is none, or where its author has deleted it. */
  async find(db: Db, type: ContentType, id: string): Promise<ContentDetailRow | undefined> {
    const { category, location, hasImages } = TABLES[type];
    const { rows } = await sql<ContentDetailRow>`
      select ${columnsOf(type, 'all')}, t.content as text, ${category} as category, ${location} as location,
        ${hasImages ? sql`t.likes_count` : NULL_COUNT} as likes_count, coalesce(m.reports_count, 0) as reports
      from ${fromTable(type)}
      where t.id = ${id} and (t.deleted_at is null or ${STATES.taken_down} or ${STATES.hidden})`.execute(db);
    return rows[0];
  },
};
