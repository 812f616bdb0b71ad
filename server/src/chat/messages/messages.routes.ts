import { listChatUsers, listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { ChatListing } from '../list/chat-list.service.ts';
import type { ChatService } from './messages.service.ts';

export function registerChatRoutes(mount: Mount, chat: ChatService, listing: ChatListing): void {
  mount(listChatUsers, async ({ body }) => ({ success: true, data: await listing.listChatUsers(body) }));

  mount(listMessages, async ({ params, body, caller }) => {
    const { messages, conversation } = await chat.listMessages(params.userId, body, caller);
    return { success: true, data: messages, conversation };
  });
}
