import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { type Insertable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../server/src/lib/db/database.ts';
import type { Posts, TravelPosts, Users } from '../../../server/src/lib/db/schema.generated.ts';
import { newId } from '../../../server/src/lib/ids.ts';

/** The settings of a new database. */
const DEFAULT_SETTINGS = {
  version: 1,
  ladder: JSON.stringify([
    { points: 3, action: 'suspend', suspendDays: 7 },
    { points: 6, action: 'suspend', suspendDays: 30 },
    { points: 9, action: 'disable', suspendDays: null },
  ]),
  appeal_due_hours: 48,
  appeal_days: 30,
  is_sealing_on: true,
  is_hiding_on: false,
  hiding_reporters: 5,
};

/** Emptied after the tables of what was decided; a table after those that refer to it. */
const EMPTIED = [
  'moderation_bulks',
  'reports',
  'notifications',
  'announcements',
  'notification_exceptions',
  'canned_replies',
  'saved_views',
  'webhooks',
  'alerts',
  'rate_limits',
  'administrator_invitations',
  'administrator_preferences',
] as const;

let made = 0;

/** `days` before now. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** The administrator that the run signs in as. */
export function ownAdmin({ db, system }: { db: Db; system: { admin: { email: string } } }) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('email', '=', system.admin.email)
    .executeTakeFirstOrThrow();
}

/** A unique name, different also from an earlier attempt of the same test. */
export const uniqueName = (name: string): string => {
  made += 1;
  return `${name} ${made}`;
};

/**
 * Deletes all rows that tests have stored, all users but this administrator included; not the audit log, which is
 * append-only. The settings are the default ones again, and no rule was applied.
 */
export async function emptyDatabase(
  { db, transact }: Pick<Database, 'db' | 'transact'>,
  adminEmail: string,
): Promise<void> {
  await transact(async (tx) => {
    // A job may be sending a letter right now: its notices would come between the two deletions.
    await sql`lock table letters, notices in exclusive mode`.execute(tx);
    for (const table of ['appeals', 'notices', 'letters', 'decisions'] as const) await tx.deleteFrom(table).execute();
  });
  for (const table of await tablesWithRows(db)) await transact((tx) => tx.deleteFrom(table).execute());
  await transact((tx) => tx.deleteFrom('users').where('email', '<>', adminEmail).execute());
  await transact(async (tx) => {
    await deleteOwnRules(tx);
    // They outlive what they name, and would stay due. An administrator that stays keeps the versions of the events.
    await tx
      .deleteFrom('moderation_subjects')
      .where('subject_id', 'not in', tx.selectFrom('users').select('id'))
      .execute();
    await tx.updateTable('policies').set({ applied_count: 0, overturned_count: 0 }).execute();
    await tx.updateTable('moderation_settings').set(DEFAULT_SETTINGS).execute();
  });
}

/** Those of {@link EMPTIED} that are not empty. */
async function tablesWithRows(db: Db): Promise<ReadonlyArray<(typeof EMPTIED)[number]>> {
  const checks = EMPTIED.map((table) => sql`select ${table} as name where exists (select from ${sql.table(table)})`);
  const { rows } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(db);
  return EMPTIED.filter((table) => rows.some(({ name }) => name === table));
}

/** Deletes all rules but the seeded ones, which are the oldest; versions are append-only, but for tests. */
async function deleteOwnRules(tx: Tx): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from policies where created_at > (select min(created_at) from policies)`.execute(tx);
  const keys = rows.map(({ key }) => key);
  if (keys.length === 0) return;
  await sql`alter table policy_versions disable trigger user`.execute(tx);
  await tx.deleteFrom('policy_versions').where('key', 'in', keys).execute();
  await tx.deleteFrom('policies').where('key', 'in', keys).execute();
  await sql`alter table policy_versions enable trigger user`.execute(tx);
}

/** A row for `users`: enabled, seen today, with a unique name unless one is given. */
function userRow(fields: Partial<Insertable<Users>> = {}): Insertable<Users> & { id: string; username: string } {
  made += 1;
  return {
    id: newId(),
    username: `Người dùng ${made}`,
    email: `nguoi.dung.${made}@example.com`,
    last_seen_at: new Date(),
    // One second apart, so that 'newest first' is the order of insertion.
    created_at: new Date(Date.now() - DAY_MS + made * 1_000),
    ...fields,
  };
}

/** Inserts one user and returns its row. */
export async function createUser(db: Db, fields: Partial<Insertable<Users>> = {}) {
  const row = userRow(fields);
  await db.insertInto('users').values(row).execute();
  return row;
}

/** Inserts `count` users in one statement, each newer than the one before. */
export async function createUsers(
  db: Db,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<Users>> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, index) => userRow(fieldsOf(index)));
  await db.insertInto('users').values(rows).execute();
  return rows;
}

/** Inserts `count` feed posts of one author, each newer than the one before. */
export async function createPosts(
  db: Db,
  authorId: string,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<Posts>> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    author_id: authorId,
    content: `Bài viết số ${index + 1}`,
    created_at: new Date(Date.now() - DAY_MS + index * 60_000),
    ...fieldsOf(index),
  }));
  await db.insertInto('posts').values(rows).execute();
  return rows;
}

/** Inserts `count` travel posts of one author, each newer than the one before. */
export async function createTravelPosts(
  db: Db,
  authorId: string,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<TravelPosts>> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    author_id: authorId,
    title: `Chuyến đi số ${index + 1}`,
    location: 'Hội An, Quảng Nam',
    content: `Nhật ký chuyến đi số ${index + 1}`,
    created_at: new Date(Date.now() - DAY_MS + index * 60_000),
    ...fieldsOf(index),
  }));
  await db.insertInto('travel_posts').values(rows).execute();
  return rows;
}
