import * as endpoints from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { assignConversation, reopenConversation, resolveConversation } from './conversations.ts';

export function registerConversationsRoutes(mount: Mount): void {
  mount(endpoints.resolveConversation, async ({ ctx, params, body }) => ({
    success: true,
    data: await resolveConversation(ctx, params.userId, body),
  }));

  mount(endpoints.reopenConversation, async ({ ctx, params }) => ({
    success: true,
    data: await reopenConversation(ctx, params.userId),
  }));

  mount(endpoints.assignConversation, async ({ ctx, params, body }) => ({
    success: true,
    data: await assignConversation(ctx, params.userId, body),
  }));
}
