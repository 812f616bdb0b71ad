import { NOTICES_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { Notice } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Db, DbOrTx } from '../../lib/db/database.ts';
import type { SubjectsService } from '../subjects/subjects.service.ts';
import { type NoticeRow, noticesStore } from './notices.store.ts';

interface NoticesNeeds {
  db: Db;
  subjects: Pick<SubjectsService, 'findPenalty'>;
  clock: Clock;
}

/** The notices of decisions, as the users whom they concern read them. */
export function createNoticesService({ db, subjects, clock }: NoticesNeeds) {
  const toNotice = (row: NoticeRow): Notice => ({
    _id: row.id,
    kind: row.kind,
    text: row.text,
    policy: row.policy_title,
    until: row.until?.toISOString() ?? null,
    canAppeal: row.appeal_until !== null && row.appeal_until > clock.now() && !row.is_undone && !row.is_appealed,
    appealUntil: row.appeal_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  });

  return {
    /** The newest notices of a user, newest first. */
    listNotices: async (userId: string): Promise<Notice[]> =>
      (await noticesStore.findNewest(db, userId, NOTICES_LIST_LIMIT)).map(toNotice),

    /** What an appeal to a notice is about; undefined where the user has no such notice. */
    find: noticesStore.find,

    /** Why an account is disabled for so long: the title of the rule, and the newest notice that says so; null where there is none. */
    async findPenalty(on: DbOrTx, userId: string): Promise<{ reason: string | null; notice: Notice | null }> {
      const penalty = await subjects.findPenalty(on, userId);
      if (!penalty?.decision_id) return { reason: null, notice: null };
      const row = await noticesStore.findOfDecision(on, userId, penalty.decision_id);
      const reason = await noticesStore.findPolicyTitle(on, penalty.decision_id);
      return { reason, notice: row ? toNotice(row) : null };
    },
  };
}
export type NoticesService = ReturnType<typeof createNoticesService>;
