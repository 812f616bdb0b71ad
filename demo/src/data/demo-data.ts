import { DEMO_DATA_KEY, type DemoLogins, DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import type { Insertable } from 'kysely';
import { hashPassword } from '../../../server/src/auth/password.ts';
import type { Clock } from '../../../server/src/lib/clock.ts';
import type { Database, Schema, Tx } from '../../../server/src/lib/db/database.ts';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import type { Log } from '../../../server/src/lib/logger.ts';
import { reportsEvidenceStore } from '../../../server/src/reports/reports.evidence.store.ts';
import { createReportEvidence } from '../../../server/src/reports/reports.evidence.ts';
import { createEvidenceFiles } from '../../../server/src/reports/reports.evidence-files.ts';
import { type DemoActivity, demoActivity } from './demo-activity.ts';
import { demoCannedReplies } from './demo-canned-replies.ts';
import { addChatPictures } from './demo-chat-images.ts';
import { demoChats } from './demo-chats.ts';
import { demoPeople } from './demo-users.ts';
import { type DemoReports, demoReports } from './demo-reports.ts';
import { demoPictures } from '../images/demo-images.ts';
import type { NewUser } from '../factories/user-factory.ts';

interface Options {
  database: Pick<Database, 'db' | 'transact'>;
  images: ImageStore;
  clock: Clock;
  logger: Log;
}

/** PostgreSQL takes 65 535 parameters a statement; the widest row has twenty. */
const ROWS_PER_INSERT = 1_500;
const SPARE_ADMIN_NAME = 'admin demo';

/**
 * Fills the database with made-up people, what they posted in the last 120 days, and what they reported and asked: the same each time for the same
 * moment. All rows and the flag that says so are one transaction; pictures lie under names that follow from what they
 * show, so a second attempt finds them.
 * @returns the logins to print
 */
export async function seedDemoData(options: Options): Promise<DemoLogins> {
  const { database, images, clock, logger } = options;
  const startedAt = performance.now();
  const now = clock.now();
  const pictures = demoPictures();
  const rendered = pictures.render(images);
  const fill = async () => {
    const [admin, user] = await Promise.all([DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN].map((l) => hashPassword(l.password)));
    if (admin === undefined || user === undefined) throw new Error('a password was not hashed');
    const people = await withoutTaken(database.db, demoPeople({ now, pictures, passwordHashes: { admin, user } }));
    const activity = demoActivity(people, pictures);
    const logins = { admin: DEMO_ADMIN_LOGIN, user: DEMO_USER_LOGIN };
    await database.transact(async (tx) => {
      // First, so that of two processes one waits here, and then finds that nothing is left to do.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('app_meta')
        .values({ key: DEMO_DATA_KEY, value: JSON.stringify(logins) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return;
      await insertAll(tx, people, activity);
      const chats = demoChats(people, now);
      // Pictures are shown in conversations, and evidence copies them: they have to be there.
      await rendered;
      await addChatPictures(chats, { pictures, images });
      await insertRows(tx, 'conversations', chats.conversations);
      await insertRows(tx, 'messages', chats.messages);
      await tx
        .insertInto('canned_replies')
        .values(demoCannedReplies(now))
        .onConflict((conflict) => conflict.constraint('canned_replies_shortcut_key').doNothing())
        .execute();
      await insertReports(tx, demoReports(people, activity, now), images);
    });
    const { posts, travelPosts, comments } = activity;
    const counts = {
      users: people.length,
      posts: posts.length,
      travelPosts: travelPosts.length,
      comments: comments.length,
    };
    logger.info({ ...counts, tookMs: Math.round(performance.now() - startedAt) }, 'filled in the demo data');
    return logins;
  };
  // Together, so that a failure of one does not leave the other running unobserved.
  const [logins] = await Promise.all([fill(), rendered]);
  return logins;
}

/** Leaves out people whose name or e-mail somebody has already; the administrator gets another name instead. */
async function withoutTaken(db: Database['db'], people: NewUser[]): Promise<NewUser[]> {
  const found = await db.selectFrom('users').select(['username', 'email']).execute();
  const names = new Set(found.map(({ username }) => username));
  const emails = new Set(found.map(({ email }) => email.toLowerCase()));
  for (const person of people) {
    if (person.username === 'admin' && names.has('admin')) person.username = SPARE_ADMIN_NAME;
  }
  return people.filter(({ username, email }) => !names.has(username) && !emails.has(email));
}

async function insertAll(tx: Tx, people: readonly NewUser[], activity: DemoActivity): Promise<void> {
  await insertRows(tx, 'users', people);
  await insertRows(tx, 'posts', activity.posts);
  await insertRows(tx, 'travel_posts', activity.travelPosts);
  await insertRows(tx, 'comments', activity.comments);
  await insertRows(tx, 'post_likes', activity.postLikes);
  await insertRows(tx, 'travel_post_likes', activity.travelPostLikes);
  await insertRows(tx, 'follows', activity.follows);
}

/** Takes the evidence of each thing as it stands, the way a filing does; then what was removed goes. */
async function insertReports(tx: Tx, { cases, removed, ...rows }: DemoReports, images: ImageStore): Promise<void> {
  const evidence = createReportEvidence({ store: reportsEvidenceStore, files: createEvidenceFiles({ images }) });
  const snapshots = [];
  const reports = [];
  for (const { itemType, itemId, reports: filed } of cases) {
    const item = await evidence.find(tx, itemType, itemId);
    if (!item) throw new Error(`the demo has no ${itemType} ${itemId}`);
    const { id, content, sourceHash } = await item.preserve();
    const [first] = filed;
    if (first)
      snapshots.push({ id, content: JSON.stringify(content), source_hash: sourceHash, created_at: first.created_at });
    reports.push(...filed.map((report) => ({ ...report, snapshot_id: id })));
  }
  await insertRows(tx, 'report_snapshots', snapshots);
  await insertRows(tx, 'reports', reports);
  await insertRows(tx, 'report_events', rows.events);
  await insertRows(tx, 'notifications', rows.notifications);
  await insertRows(tx, 'audit_entries', rows.auditEntries);
  for (const { itemType, itemId } of removed) {
    const table = ({ Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments', User: 'users' } as const)[
      itemType
    ];
    await tx.deleteFrom(table).where('id', '=', itemId).execute();
  }
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
