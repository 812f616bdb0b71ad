import type { Insertable } from 'kysely';
import {
  DEMO_ADMIN_LOGIN,
  DEMO_DATA_KEY,
  DEMO_USER_LOGIN,
  type DemoLogins,
} from '../../../server/src/app/demo-logins.ts';
import { hashPassword } from '../../../server/src/auth/password.ts';
import type { Clock } from '../../../server/src/lib/clock.ts';
import type { Database, Schema, Tx } from '../../../server/src/lib/db/database.ts';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import type { Log } from '../../../server/src/lib/logger.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { findLiveSubject } from '../../../server/src/moderation/evidence/evidence.ts';
import { replaySubjects } from '../../../server/src/moderation/subjects/replay-subjects.ts';
import { type PlannedEvent, toModerationEvents } from '../factories/moderation-events.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import { createDemoImages } from '../images/demo-images.ts';
import { CANNED_REPLIES } from '../texts/texts.ts';
import { createDemoAccounts } from './demo-accounts.ts';
import { createDemoActivity, type DemoActivity } from './demo-activity.ts';
import { insertDemoSecondLook } from './demo-appeals.ts';
import { addChatImages } from './demo-chat-images.ts';
import { createDemoChats } from './demo-chats.ts';
import { insertDemoDecisions } from './demo-decisions.ts';
import { createDemoReports, type DemoReports } from './demo-reports.ts';

interface Options {
  database: Pick<Database, 'db' | 'transact'>;
  images: ImageStore;
  clock: Clock;
  logger: Log;
}

/** PostgreSQL's limit is 65 535 parameters per statement; the widest row has twenty. */
const ROWS_PER_INSERT = 1_500;
const SPARE_ADMIN_NAME = 'admin demo';

/**
 * Fills the database with generated accounts, their posts of the last 120 days, and their reports and conversations.
 * The same moment gives the same data. All rows and the flag that records it are one transaction; images are stored
 * under the hash of their content, so that a second attempt finds them.
 * @returns the logins to print
 */
export async function seedDemoData(options: Options): Promise<DemoLogins> {
  const { database, images, clock, logger } = options;
  const startedAt = performance.now();
  const now = clock.now();
  const demoImages = createDemoImages();
  const rendered = demoImages.render(images);
  const fill = async () => {
    const [admin, user] = await Promise.all([DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN].map((l) => hashPassword(l.password)));
    if (admin === undefined || user === undefined) throw new Error('a password was not hashed');
    const accounts = await withoutTaken(
      database.db,
      createDemoAccounts({ now, demoImages, passwordHashes: { admin, user } }),
    );
    const activity = createDemoActivity(accounts, demoImages);
    const logins = { admin: DEMO_ADMIN_LOGIN, user: DEMO_USER_LOGIN };
    await database.transact(async (tx) => {
      // First: of two processes the second waits here, and then has nothing to do.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('app_meta')
        .values({ key: DEMO_DATA_KEY, value: JSON.stringify(logins) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return;
      await insertAll(tx, accounts, activity);
      const chats = createDemoChats(accounts, now);
      // Conversations show images and evidence copies them: they must be stored.
      await rendered;
      await addChatImages(chats, { demoImages, images });
      await insertRows(tx, 'conversations', chats.conversations);
      await insertRows(tx, 'messages', chats.messages);
      await tx
        .insertInto('canned_replies')
        .values(createDemoCannedReplies(now))
        .onConflict((conflict) => conflict.constraint('canned_replies_shortcut_key').doNothing())
        .execute();
      const reports = createDemoReports(accounts, activity, now);
      await insertReports(tx, reports, images);
      const events = [...reports.events, ...(await insertDecisions(tx, accounts, reports, now))];
      await insertRows(tx, 'moderation_events', toModerationEvents(events));
      await replaySubjects(tx);
    });
    const { posts, travelPosts, comments } = activity;
    const counts = {
      users: accounts.length,
      posts: posts.length,
      travelPosts: travelPosts.length,
      comments: comments.length,
    };
    logger.info({ ...counts, tookMs: Math.round(performance.now() - startedAt) }, 'filled in the demo data');
    return logins;
  };
  // Together, so that a failure of one does not leave the other unobserved.
  const [logins] = await Promise.all([fill(), rendered]);
  return logins;
}

function createDemoCannedReplies(at: Date): Array<Insertable<Schema['canned_replies']>> {
  const random = createRandom('demo canned replies');
  return Object.entries(CANNED_REPLIES).map(([shortcut, content]) => ({
    id: seededId(random, at.getTime()),
    shortcut,
    content,
    created_at: at,
    updated_at: at,
  }));
}

/** Leaves out accounts whose name or e-mail is taken; the administrator gets another name instead. */
async function withoutTaken(db: Database['db'], accounts: NewUser[]): Promise<NewUser[]> {
  const found = await db.selectFrom('users').select(['username', 'email']).execute();
  const names = new Set(found.map(({ username }) => username));
  const emails = new Set(found.map(({ email }) => email.toLowerCase()));
  for (const account of accounts) {
    if (account.username === 'admin' && names.has('admin')) account.username = SPARE_ADMIN_NAME;
  }
  return accounts.filter(({ username, email }) => !names.has(username) && !emails.has(email));
}

async function insertAll(tx: Tx, accounts: readonly NewUser[], activity: DemoActivity): Promise<void> {
  await insertRows(tx, 'users', accounts);
  await insertRows(tx, 'posts', activity.posts);
  await insertRows(tx, 'travel_posts', activity.travelPosts);
  await insertRows(tx, 'comments', activity.comments);
  await insertRows(tx, 'post_likes', activity.postLikes);
  await insertRows(tx, 'travel_post_likes', activity.travelPostLikes);
  await insertRows(tx, 'follows', activity.follows);
}

/**
 * Preserves the evidence of each subject as filing a report does; then deletes the texts that the administrator
 * deleted.
 */
async function insertReports(tx: Tx, { subjects, deleted, ...rows }: DemoReports, images: ImageStore): Promise<void> {
  const snapshots = [];
  const reports = [];
  for (const { itemType, itemId, reports: filed } of subjects) {
    const item = await findLiveSubject({ db: tx, images }, { itemType, itemId });
    if (!item) throw new Error(`the demo data has no ${itemType} ${itemId}`);
    const { id, content, sourceHash } = await item.preserve();
    const [first] = filed;
    if (first)
      snapshots.push({ id, content: JSON.stringify(content), source_hash: sourceHash, created_at: first.created_at });
    reports.push(...filed.map((report) => ({ ...report, snapshot_id: id })));
  }
  await insertRows(tx, 'report_snapshots', snapshots);
  await insertRows(tx, 'reports', reports);
  await insertRows(tx, 'announcements', rows.announcements);
  for (const marks of rows.notificationMarks) {
    await tx.updateTable('notification_marks').set(marks).where('admin_id', '=', marks.admin_id).execute();
  }
  await insertRows(tx, 'audit_entries', rows.auditEntries);
  for (const { itemType, itemId } of deleted) {
    const table = ({ Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments', User: 'users' } as const)[
      itemType
    ];
    await tx.deleteFrom(table).where('id', '=', itemId).execute();
  }
}

/** Decisions on accounts that were not reported, but for the one whose login is printed. */
async function insertDecisions(
  tx: Tx,
  accounts: readonly NewUser[],
  { subjects }: DemoReports,
  at: Date,
): Promise<PlannedEvent[]> {
  const admin = accounts.find(({ role }) => role === 'admin');
  if (!admin) return [];
  const owners = new Set(subjects.map(({ authorId }) => authorId));
  const users = accounts.filter(({ role }) => role === 'user').slice(1);
  const decided = await insertDemoDecisions(tx, { users: users.filter(({ id }) => !owners.has(id)), admin, at });
  return [...decided, ...(await insertDemoSecondLook(tx, { subjects, admin, at }))];
}

async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: ReadonlyArray<Insertable<Schema[Table]>>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  }
}
