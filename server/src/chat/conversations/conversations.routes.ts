import {
  assignConversation,
  reopenConversation,
  resolveConversation,
} from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { ConversationsService } from './conversations.service.ts';

export function registerConversationsRoutes(mount: Mount, conversations: ConversationsService): void {
  mount(resolveConversation, async ({ params, body, caller, context }) => ({
    success: true,
    data: await conversations.resolveConversation(params.userId, body, caller, context),
  }));

  mount(reopenConversation, async ({ params, caller, context }) => ({
    success: true,
    data: await conversations.reopenConversation(params.userId, caller, context),
  }));

  mount(assignConversation, async ({ params, body, caller, context }) => ({
    success: true,
    data: await conversations.assignConversation(params.userId, body, caller, context),
  }));
}
