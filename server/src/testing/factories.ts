import { type Insertable, type Selectable, sql } from 'kysely';
import { hashToken, newToken } from '../auth/token.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import type {
  CannedReplies,
  Comments,
  Decisions,
  Notices,
  Notifications,
  Policies,
  Posts,
  Reports,
  Sessions,
  TravelPosts,
  Users,
} from '../lib/db/schema.generated.ts';
import { newId } from '../lib/ids.ts';
import { noopPublisher } from '../lib/realtime/publisher.ts';
import { createSubjectsService, toSubjectRef } from '../moderation/subjects/subjects.service.ts';
import { toStatus } from '../reports/reports.mapper.ts';
import { countsIn } from '../reports/reports.policy.ts';

const HOUR_MS = 3_600_000;
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

/** A rule with a unique title, in its first version. */
export async function insertPolicy(db: Db, fields: Partial<Insertable<Policies>> = {}): Promise<Selectable<Policies>> {
  const id = newId().slice(-12);
  const policy = await db
    .insertInto('policies')
    .values({
      key: `quy_tac_${id}`,
      title: `Quy tắc ${id}`,
      text: 'Không làm phiền người khác.',
      severity: 2,
      points: 2,
      expires_days: 90,
      default_actions: ['takedown', 'warn'],
      created_at: new Date(),
      updated_at: new Date(),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { title_key: _, applied_count, overturned_count, updated_at, ...version } = policy;
  await db.insertInto('policy_versions').values(version).execute();
  return policy;
}

/** A decision on an account, with two points that expire in 90 days. */
export async function insertDecision(
  db: Db,
  ownerId: string,
  fields: Partial<Insertable<Decisions>> = {},
): Promise<Selectable<Decisions>> {
  const createdAt = fields.created_at ? new Date(String(fields.created_at)) : new Date();
  return await db
    .insertInto('decisions')
    .values({
      id: newId(),
      subject_type: 'User',
      subject_id: ownerId,
      owner_id: ownerId,
      outcome: 'violation',
      points: 2,
      points_expire_at: new Date(createdAt.getTime() + 90 * 24 * 3_600_000),
      actions: ['warn'],
      actor_id: newId(),
      created_at: createdAt,
      ...fields,
    })
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
    const subjects = createSubjectsService({ publisher: noopPublisher, clock: { now: () => new Date(createdAt) } });
    const subject = await subjects.lock(tx, toSubjectRef({ subject_type: itemType, subject_id: itemId }), itemAuthorId);
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
    await subjects.append(subject, {
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
  await sql`
    insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_id, report_id,
      reports_change, open_reports_change, pending_reports_change, reporters_change)
    select gen_random_uuid()::text, subject_type, subject_id,
      row_number() over (partition by subject_type, subject_id order by created_at, id), created_at, 'reported', 'user',
      reporter_id, id, 1, (status in ('pending', 'reviewing'))::int, (status = 'pending')::int,
      (row_number() over (partition by subject_type, subject_id, reporter_id order by created_at, id) = 1)::int
    from reports where id = any(${ids}::text[])`.execute(db);
  await sql`select rebuild_moderation_subjects()`.execute(db);
}

/** The notice of a decision, to which its user may object for thirty days. */
export async function insertNotice(
  db: Db,
  { userId, decisionId }: { userId: string; decisionId: string },
  fields: Partial<Insertable<Notices>> = {},
): Promise<Selectable<Notices>> {
  const id = newId();
  const createdAt = fields.created_at ?? new Date();
  const at = new Date(createdAt);
  await db
    .insertInto('letters')
    .values({
      id,
      decision_id: decisionId,
      subject_type: 'User',
      subject_id: userId,
      kind: 'violation',
      recipient_id: userId,
      sender_id: newId(),
      text: 'Bài viết của bạn vi phạm quy tắc Spam và quảng cáo.',
      has_message: true,
      created_at: at,
      send_at: at,
      sent_at: at,
    })
    .execute();
  return db
    .insertInto('notices')
    .values({
      id,
      letter_id: id,
      user_id: userId,
      decision_id: decisionId,
      kind: 'violation',
      text: 'Bài viết của bạn vi phạm quy tắc Spam và quảng cáo.',
      policy_title: 'Spam và quảng cáo',
      appeal_until: new Date(at.getTime() + 30 * 24 * HOUR_MS),
      created_at: at,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A token as the rejected sign-in of a suspended user gives it. @returns it */
export async function insertAppealToken(db: Db, userId: string, expiresAt: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto('appeal_tokens')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute();
  return token;
}
