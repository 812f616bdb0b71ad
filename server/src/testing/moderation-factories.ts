import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Insertable, Selectable } from 'kysely';
import { hashToken, newToken } from '../auth/token.ts';
import type { Db } from '../lib/db/database.ts';
import type { Decisions, Notices, Policies } from '../lib/db/schema.generated.ts';
import { newId } from '../lib/ids.ts';

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
      points_expire_at: new Date(createdAt.getTime() + 90 * 24 * HOUR_MS),
      actions: ['warn'],
      actor_id: newId(),
      created_at: createdAt,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The notice of a takedown, against which its user may appeal for thirty days, where a test cannot hurry the job that sends
 * the letter: that of another process. Elsewhere the letter brings it (createAppealSteps).
 */
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
      kind: 'takedown',
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
      kind: 'takedown',
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
