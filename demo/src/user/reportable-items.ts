import type { ReportItemType } from '@hai-dang/contract/reports/reports.schema.ts';
import { sql } from 'kysely';
import type { Db } from '../../../server/src/lib/db/database.ts';

export interface DemoItem {
  itemType: ReportItemType;
  id: string;
  /** First words, or a name. */
  title: string;
  author: string;
}

const PER_TYPE = 3;
const TITLE_CHARS = 60;

/** The newest of each kind that an account may report, for it is not its own. */
export async function findDemoItems(db: Db, userId: string): Promise<DemoItem[]> {
  const { rows } = await sql<DemoItem>`
    (select 'User' as "itemType", u.id, u.username as title, u.email as author from users u
      where u.role = 'user' and u.id <> ${userId} order by u.created_at desc, u.id desc limit ${PER_TYPE})
    union all
    (select 'Post', p.id, left(split_part(coalesce(nullif(p.title, ''), p.content), E'\n', 1), ${TITLE_CHARS}), u.username
      from posts p join users u on u.id = p.author_id
      where p.deleted_at is null and u.id <> ${userId} order by p.created_at desc, p.id desc limit ${PER_TYPE})
    union all
    (select 'TravelPost', t.id, left(t.title, ${TITLE_CHARS}), u.username
      from travel_posts t join users u on u.id = t.author_id
      where t.deleted_at is null and u.id <> ${userId} order by t.created_at desc, t.id desc limit ${PER_TYPE})
    union all
    (select 'Comment', c.id, left(split_part(c.content, E'\n', 1), ${TITLE_CHARS}), u.username
      from comments c join users u on u.id = c.author_id
      left join posts p on p.id = c.post_id left join travel_posts t on t.id = c.travel_post_id
      where c.deleted_at is null and p.deleted_at is null and t.deleted_at is null and u.id <> ${userId}
      order by c.created_at desc, c.id desc limit ${PER_TYPE})`.execute(db);
  return rows;
}
