import { listRecentActions, undoRecentAction } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { RecentActionsService } from './recent-actions.service.ts';

export function registerRecentActionsRoutes(mount: Mount, recentActions: RecentActionsService): void {
  mount(listRecentActions, async ({ body, caller }) => {
    const { actions, nextCursor, closedToday } = await recentActions.listRecentActions(body, caller);
    return { success: true, data: actions, pagination: { nextCursor }, closedToday };
  });
  mount(undoRecentAction, async ({ params, caller, context }) => {
    await recentActions.undoRecentAction(params.id, caller, context);
    return { success: true };
  });
}
