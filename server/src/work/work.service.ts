import { WORK_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import type { Waiting, Work } from '@hai-dang/contract/work/work.schema.ts';
import type { ChatListing } from '../chat/list/chat-list.service.ts';
import type { App } from '../lib/context.ts';
import type { Caller } from '../lib/http/call.ts';
import { countWaitingAppeals } from '../moderation/appeals/list-appeals.ts';
import { countAssigned } from '../moderation/assignments/assign-subject.ts';
import type { ReportsService } from '../moderation/reports/reports.service.ts';

interface WorkNeeds {
  reports: Pick<ReportsService, 'countWaiting' | 'countOverdue'>;
  app: App;
  chatListing: Pick<ChatListing, 'countWaiting'>;
}

/** What waits for an administrator, over all features: the first section of the dashboard, and numbers beside the navigation. */
export function createWorkService({ app, reports, chatListing }: WorkNeeds) {
  return {
    /** Read from counters and from the first entries of an index: as cheap with a million reports as with ten. */
    async getWork({ id }: Pick<Caller, 'id'>): Promise<Work> {
      const [ofReports, overdue, mine, ofAppeals, ofConversations] = await Promise.all([
        reports.countWaiting(),
        reports.countOverdue(WORK_COUNTED_UP_TO),
        countAssigned(app, id, WORK_COUNTED_UP_TO),
        countWaitingAppeals(app, WORK_COUNTED_UP_TO),
        chatListing.countWaiting(WORK_COUNTED_UP_TO),
      ]);
      return {
        reports: { ...toWaiting(ofReports), reviewing: ofReports.reviewing },
        overdue: toWaiting(overdue),
        mine: toWaiting(mine),
        appeals: { ...toWaiting(ofAppeals), overdue: ofAppeals.overdue },
        conversations: toWaiting(ofConversations),
      };
    },
  };
}
export type WorkService = ReturnType<typeof createWorkService>;

const toWaiting = ({ count, since }: { count: number; since: Date | null }): Waiting => ({
  count,
  since: since?.toISOString() ?? null,
});
