import * as endpoints from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { listRecentActions } from './list-recent-actions.ts';
import { undoRecentAction } from './undo-recent-action.ts';

export function registerRecentActionsRoutes(mount: Mount): void {
  mount(endpoints.listRecentActions, async ({ ctx, body }) => {
    const { actions, nextCursor, closedToday } = await listRecentActions(ctx, body);
    return { success: true, data: actions, pagination: { nextCursor }, closedToday };
  });
  mount(endpoints.undoRecentAction, async ({ ctx, params, body }) => {
    await undoRecentAction(ctx, params.id, body);
    return { success: true };
  });
}
