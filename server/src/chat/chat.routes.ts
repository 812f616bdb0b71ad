import {
  listChatUsers,
  listMessages,
  searchMessages,
  sendImage,
  sendImageAsUser,
  sendMultipleImages,
} from '@hai-dang/contract/chat/chat.endpoints.ts';
import { markConversationUnread } from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { ChatImages } from './images/chat-images.service.ts';
import type { ChatListing } from './list/chat-list.service.ts';
import type { ChatService } from './messages/messages.service.ts';
import type { ChatSearch } from './search/message-search.service.ts';

interface ChatServices {
  chat: ChatService;
  chatListing: ChatListing;
  chatSearch: ChatSearch;
  chatImages: ChatImages;
}

export function registerChatRoutes(mount: Mount, { chat, chatListing, chatSearch, chatImages }: ChatServices): void {
  mount(listChatUsers, async ({ body }) => ({ success: true, data: await chatListing.listChatUsers(body) }));

  mount(listMessages, async ({ params, body, caller }) => {
    const { messages, conversation } = await chat.listMessages(params.userId, body, caller);
    return { success: true, data: messages, conversation };
  });

  mount(markConversationUnread, async ({ params }) => ({
    success: true,
    data: { unreadCount: await chat.markUnreadByAdmin(params.userId) },
  }));

  mount(searchMessages, async ({ body, caller }) => ({
    success: true,
    data: await chatSearch.searchMessages(body, caller),
  }));

  mount(sendImage, async ({ params, body, files, caller }) => ({
    success: true,
    data: await chatImages.sendImageAsAdmin({ ...params, ...body }, files, caller),
  }));

  mount(sendMultipleImages, async ({ params, body, files, caller }) => ({
    success: true,
    data: await chatImages.sendImagesAsAdmin({ ...params, ...body }, files, caller),
  }));

  mount(sendImageAsUser, async ({ body, files, caller }) => ({
    success: true,
    data: await chatImages.sendImageAsUser(body, files, caller),
  }));
}
