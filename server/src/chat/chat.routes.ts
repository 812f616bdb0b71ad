import * as endpoints from '@hai-dang/contract/chat/chat.endpoints.ts';
import * as conversations from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { sendImageAsAdmin, sendImageAsUser, sendImagesAsAdmin } from './images/send-image.ts';
import { listChatUsers } from './list/list-chat-users.ts';
import { listMessages } from './messages/list-messages.ts';
import { markConversationUnread } from './messages/mark-read.ts';
import { searchMessages } from './search/search-messages.ts';

export function registerChatRoutes(mount: Mount): void {
  mount(endpoints.listChatUsers, async ({ ctx, body }) => ({ success: true, data: await listChatUsers(ctx, body) }));

  mount(endpoints.listMessages, async ({ ctx, params, body }) => {
    const { messages, conversation } = await listMessages(ctx, params.userId, body);
    return { success: true, data: messages, conversation };
  });

  mount(conversations.markConversationUnread, async ({ ctx, params }) => ({
    success: true,
    data: { unreadCount: await markConversationUnread(ctx, params.userId) },
  }));

  mount(endpoints.searchMessages, async ({ ctx, body }) => ({
    success: true,
    data: await searchMessages(ctx, body),
  }));

  mount(endpoints.sendImage, async ({ ctx, params, body, files }) => ({
    success: true,
    data: await sendImageAsAdmin(ctx, { ...params, ...body }, files, ctx.caller),
  }));

  mount(endpoints.sendMultipleImages, async ({ ctx, params, body, files }) => ({
    success: true,
    data: await sendImagesAsAdmin(ctx, { ...params, ...body }, files, ctx.caller),
  }));

  mount(endpoints.sendImageAsUser, async ({ ctx, body, files }) => ({
    success: true,
    data: await sendImageAsUser(ctx, body, files, ctx.caller),
  }));
}
