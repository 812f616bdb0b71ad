import { INVITATION_MS } from '@hai-dang/contract/constants.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { hashToken, newToken } from '../auth/token.ts';
import type { AppTx } from '../lib/context.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import type {
  AdministratorInvitations,
  Announcements,
  CannedReplies,
  Comments,
  Notifications,
  Posts,
  Reports,
  SavedViews,
  Sessions,
  TravelPosts,
  Users,
  Webhooks,
} from '../lib/db/schema.generated.ts';
import { newId } from '../lib/ids.ts';
import { noopPublisher } from '../lib/realtime/publisher.ts';
import { toStatus } from '../moderation/reports/reports.mapper.ts';
import { countsIn } from '../moderation/reports/reports.policy.ts';
import { appendEvent } from '../moderation/subjects/append-event.ts';
import { lockSubject } from '../moderation/subjects/lock-subject.ts';
import { replaySubjects } from '../moderation/subjects/replay-subjects.ts';
import { toSubjectRef } from '../moderation/subjects/subjects.mapper.ts';

/** Matches no password; tests search responses for it. */
const UNUSABLE_PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$Y2FuYXJ5Y2FuYXJ5$Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5';
let sequence = 0;

/** An app user by default, with unique name and e-mail. */
export async function insertUser(db: Db, fields: Partial<Insertable<Users>> = {}): Promise<Selectable<Users>> {
  sequence += 1;
  return db
    .insertInto('users')
    .values({
      id: newId(),
      username: `Người dùng ${sequence}`,
      email: `user${sequence}@example.test`,
      password_hash: UNUSABLE_PASSWORD_HASH,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const insertAdmin = (db: Db, fields: Partial<Insertable<Users>> = {}): Promise<Selectable<Users>> =>
  insertUser(db, { role: 'admin', ...fields });

/**
 * A session as a sign-in creates it.
 * @param createdAt when it was opened and last used, unless `fields` override it; it expires 24 hours later
 * @returns its token
 */
export async function insertSession(
  db: Db,
  userId: string,
  createdAt = new Date(),
  fields: Partial<Insertable<Sessions>> = {},
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      user_id: userId,
      ip: '127.0.0.1',
      user_agent: 'test',
      created_at: createdAt,
      last_used_at: createdAt,
      expires_at: new Date(createdAt.getTime() + 24 * HOUR_MS),
      ...fields,
    })
    .execute();
  return token;
}

/**
 * An invitation that can be accepted for a day.
 * @returns its id and token
 */
export async function insertInvitation(
  db: Db,
  invitedBy: string,
  createdAt = new Date(),
  fields: Partial<Insertable<AdministratorInvitations>> = {},
): Promise<{ id: string; token: string; email: string }> {
  sequence += 1;
  const token = newToken();
  const { id, email } = await db
    .insertInto('administrator_invitations')
    .values({
      id: newId(),
      token_hash: hashToken(token),
      email: `moi${sequence}@example.test`,
      invited_by: invitedBy,
      invited_by_name: 'Quản trị viên mời',
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + INVITATION_MS),
      ...fields,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  return { id, token, email };
}

export async function insertPost(
  db: Db,
  authorId: string,
  fields: Partial<Insertable<Posts>> = {},
): Promise<Selectable<Posts>> {
  return db
    .insertInto('posts')
    .values({ id: newId(), author_id: authorId, content: 'Một buổi chiều ở Hội An', ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertTravelPost(
  db: Db,
  authorId: string,
  fields: Partial<Insertable<TravelPosts>> = {},
): Promise<Selectable<TravelPosts>> {
  return db
    .insertInto('travel_posts')
    .values({
      id: newId(),
      author_id: authorId,
      title: 'Ba ngày ở Đà Lạt',
      location: 'Đà Lạt',
      content: 'Sương sớm trên đồi chè',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A comment under a post or a travel post. */
export async function insertComment(
  db: Db,
  authorId: string,
  parent: { postId: string } | { travelPostId: string },
  fields: Partial<Insertable<Comments>> = {},
): Promise<Selectable<Comments>> {
  return db
    .insertInto('comments')
    .values({
      id: newId(),
      author_id: authorId,
      content: 'Đẹp quá!',
      ...('postId' in parent ? { post_id: parent.postId } : { travel_post_id: parent.travelPostId }),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertLike(
  db: Db,
  userId: string,
  parent: { postId: string } | { travelPostId: string },
): Promise<void> {
  if ('postId' in parent) {
    await db.insertInto('post_likes').values({ post_id: parent.postId, user_id: userId }).execute();
  } else {
    await db.insertInto('travel_post_likes').values({ travel_post_id: parent.travelPostId, user_id: userId }).execute();
  }
}

export async function insertFollow(db: Db, followerId: string, followeeId: string): Promise<void> {
  await db.insertInto('follows').values({ follower_id: followerId, followee_id: followeeId }).execute();
}

/** An unread notification of a report, which need not exist. */
export async function insertNotification(
  db: Db,
  adminId: string,
  fields: Partial<Insertable<Notifications>> = {},
): Promise<Selectable<Notifications>> {
  return db
    .insertInto('notifications')
    .values({
      id: newId(),
      admin_id: adminId,
      type: 'new_report',
      report_id: newId(),
      sender_name: 'Trần Thị Lan',
      message: 'Có báo cáo mới cần xử lý',
      created_at: new Date(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Inserts an announcement of a report, which need not exist, to every administrator. */
export async function insertAnnouncement(
  db: Db,
  fields: Partial<Insertable<Announcements>> = {},
): Promise<Selectable<Announcements>> {
  return db
    .insertInto('announcements')
    .values({
      type: 'new_report',
      report_id: newId(),
      sender_name: 'Trần Thị Lan',
      message: 'Có báo cáo mới cần xử lý',
      created_at: new Date(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A webhook at an address that nothing is sent to. */
export async function insertWebhook(db: Db, fields: Partial<Insertable<Webhooks>> = {}): Promise<Selectable<Webhooks>> {
  const now = new Date();
  return db
    .insertInto('webhooks')
    .values({
      id: newId(),
      url: 'https://93.184.215.14/alerts',
      kinds: ['overdue', 'child_safety', 'appeal'],
      is_enabled: true,
      key_id: newId(),
      version: 1,
      created_at: now,
      updated_at: now,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A canned reply with a unique shortcut. */
export async function insertCannedReply(
  db: Db,
  fields: Partial<Insertable<CannedReplies>> = {},
): Promise<Selectable<CannedReplies>> {
  const id = newId();
  const now = new Date();
  return db
    .insertInto('canned_replies')
    .values({ id, shortcut: id.slice(-12), content: 'Chào {tên}!', created_at: now, updated_at: now, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A view that all administrators share, unless it gets an owner. */
export async function insertSavedView(
  db: Db,
  fields: Partial<Insertable<SavedViews>> = {},
): Promise<Selectable<SavedViews>> {
  const id = newId();
  const now = new Date();
  const values = {
    screen: 'reports',
    name: `Spam ${id.slice(-12)}`,
    query: 'reason=spam',
    created_at: now,
    updated_at: now,
  };
  return db
    .insertInto('saved_views')
    .values({ id, ...values, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A pending report of a subject, which need not exist, by a new user. */
export async function insertReport(
  db: Db,
  { itemType, itemId, itemAuthorId = null }: { itemType: string; itemId: string; itemAuthorId?: string | null },
  fields: Partial<Insertable<Reports>> = {},
): Promise<Selectable<Reports>> {
  const reporterId = fields.reporter_id ?? (await insertUser(db)).id;
  const createdAt = fields.created_at ?? new Date();
  const insert = async (tx: Tx) => {
    const ctx = { tx, publisher: noopPublisher, clock: { now: () => new Date(createdAt) } } as AppTx;
    const subject = await lockSubject(ctx, toSubjectRef({ subject_type: itemType, subject_id: itemId }), itemAuthorId);
    const report = await tx
      .insertInto('reports')
      .values({
        id: newId(),
        reporter_id: reporterId,
        subject_type: itemType,
        subject_id: itemId,
        subject_owner_id: itemAuthorId,
        subject_version: subject.state.version,
        reason: 'spam',
        description: 'Đăng đi đăng lại một quảng cáo',
        created_at: createdAt,
        updated_at: createdAt,
        ...fields,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const isReporter = await tx
      .selectFrom('moderation_events')
      .select('id')
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('kind', '=', 'reported')
      .where('actor_id', '=', reporterId)
      .executeTakeFirst();
    await appendEvent(subject, {
      kind: 'reported',
      actor: { type: 'user', id: reporterId },
      reportId: report.id,
      changes: { reports: 1, reporters: isReporter ? 0 : 1, ...countsIn(toStatus(report.status)) },
    });
    return report;
  };
  return db.isTransaction ? insert(db as Tx) : db.transaction().execute(insert);
}

/** The same for many reports that were inserted at once, of subjects that had none. */
export async function recordReports(db: Db, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
    insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_id, report_id,
      reports_change, open_reports_change, pending_reports_change, reporters_change)
    select gen_random_uuid()::text, subject_type, subject_id,
      row_number() over (partition by subject_type, subject_id order by created_at, id), created_at, 'reported', 'user',
      reporter_id, id, 1, (status in ('pending', 'reviewing'))::int, (status = 'pending')::int,
      (row_number() over (partition by subject_type, subject_id, reporter_id order by created_at, id) = 1)::int
    from reports where id = any(${ids}::text[])`.execute(tx);
    await replaySubjects(tx);
  });
}
