import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { moderationKindLabel } from '../../entities/moderation-kind.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

type Facts = Pick<RecentAction, 'kind' | 'fromStatus' | 'toStatus' | 'isForAll' | 'detail'>;

/** Says what was done, in a few words: 'Chờ xử lý → Đã xử lý'. */
export function recentActionText({ kind, fromStatus, toStatus, isForAll, detail }: Facts): string {
  if (kind === 'status_set' && toStatus) {
    const to = statusLabel(toStatus);
    return isForAll || !fromStatus ? strings.statusOfAll(to) : strings.status(statusLabel(fromStatus), to);
  }
  if (kind === 'assigned' && detail) return strings.assignedTo(detail);
  return moderationKindLabel(kind);
}
