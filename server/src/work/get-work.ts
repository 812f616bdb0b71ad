import { WORK_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import type { Waiting, Work } from '@hai-dang/contract/work/work.schema.ts';
import { countWaitingConversations } from '../chat/list/list-chat-users.ts';
import type { Ctx } from '../lib/context.ts';
import { countWaitingAppeals } from '../moderation/appeals/list-appeals.ts';
import { countAssigned } from '../moderation/assignments/assign-subject.ts';
import { countOverdueSubjects, countWaitingReports } from '../moderation/queue/list-reports.ts';

/**
 * The work that waits for an administrator, over all features: the first section of the dashboard, and numbers beside the
 * navigation. Read from counters and from the first entries of an index: as cheap with a million reports as with ten.
 */
export async function getWork(ctx: Ctx): Promise<Work> {
  const [ofReports, overdue, mine, ofAppeals, ofConversations] = await Promise.all([
    countWaitingReports(ctx.db),
    countOverdueSubjects(ctx, WORK_COUNTED_UP_TO),
    countAssigned(ctx, ctx.caller.id, WORK_COUNTED_UP_TO),
    countWaitingAppeals(ctx, WORK_COUNTED_UP_TO),
    countWaitingConversations(ctx.db, WORK_COUNTED_UP_TO),
  ]);
  return {
    reports: { ...toWaiting(ofReports), reviewing: ofReports.reviewing },
    overdue: toWaiting(overdue),
    mine: toWaiting(mine),
    appeals: { ...toWaiting(ofAppeals), overdue: ofAppeals.overdue },
    conversations: toWaiting(ofConversations),
  };
}

const toWaiting = ({ count, since }: { count: number; since: Date | null }): Waiting => ({
  count,
  since: since?.toISOString() ?? null,
});
