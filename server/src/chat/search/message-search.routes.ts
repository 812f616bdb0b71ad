import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { ChatSearch } from './message-search.service.ts';

export function registerChatSearchRoutes(mount: Mount, search: ChatSearch): void {
  mount(searchMessages, async ({ body, caller }) => ({
    success: true,
    data: await search.searchMessages(body, caller),
  }));
}
