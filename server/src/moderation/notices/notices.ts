import { NOTICES_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { Notice } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { App, Ctx } from '../../lib/context.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { type NoticeRow, noticesStore } from './notices.store.ts';

/** The newest notices of the caller, newest first. */
export async function listNotices({ db, clock, caller }: Ctx): Promise<Notice[]> {
  const rows = await noticesStore.findNewest(db, caller.id, NOTICES_LIST_LIMIT);
  return rows.map((row) => toNotice(row, clock.now()));
}

/** Why an account is disabled for so long: the title of the rule, and the newest notice that says so; null where there is none. */
export async function findPenaltyNotice(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): Promise<{ reason: string | null; notice: Notice | null }> {
  const penalty = await subjectEventsStore.findPenalty(db, userId);
  if (!penalty?.decision_id) return { reason: null, notice: null };
  const row = await noticesStore.findOfDecision(db, userId, penalty.decision_id);
  const reason = await noticesStore.findPolicyTitle(db, penalty.decision_id);
  return { reason, notice: row ? toNotice(row, clock.now()) : null };
}

const toNotice = (row: NoticeRow, now: Date): Notice => ({
  _id: row.id,
  kind: row.kind,
  text: row.text,
  policy: row.policy_title,
  until: row.until?.toISOString() ?? null,
  canAppeal: row.appeal_until !== null && row.appeal_until > now && !row.is_undone && !row.is_appealed,
  appealUntil: row.appeal_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
