import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { sql } from 'kysely';
import { parseConfig } from '../../../server/src/app/config.ts';
import { type Db, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';

export interface ReportableSubject {
  itemType: ReportItemType;
  id: string;
  /** First words, or a name. */
  title: string;
  author: string;
}

const PER_TYPE = 3;
const TITLE_CHARS = 60;

/** The newest subjects of each type that are not the account's own. */
export async function findReportableSubjects(db: Db, userId: string): Promise<ReportableSubject[]> {
  const { rows } = await sql<ReportableSubject>`
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

/** Opens the server's database, for data that no endpoint returns to an app user, and closes it again. */
export async function withServerDatabase<T>(load: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir, pool } = parseConfig(process.env);
  const logger = createLogger({ level: 'fatal' });
  const database = await openDatabase({ ...pool, databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    return await load(database.db);
  } finally {
    await database.close();
  }
}
