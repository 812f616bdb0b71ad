import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { ONLINE_USERS_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { Db } from '../../lib/db/database.ts';
import { toChatUser } from '../messages/messages.mapper.ts';
import { chatListingStore } from './chat-list.store.ts';
import type { OnlineView } from './online-view.ts';

/** The rows of these users, in the order of the ids; users deleted meanwhile are left out. */
export async function findChatUsers(db: Db, view: OnlineView, ids: readonly string[]): Promise<ChatUser[]> {
  if (ids.length === 0) return [];
  const [found, online] = await Promise.all([chatListingStore.findRows(db, ids), view.among(ids)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toChatUser(row, online.has(id))] : [];
  });
}

/** The rows of those who are online, those seen last first. */
export async function findOnlineUsers(db: Db, online: OnlineView): Promise<ChatUser[]> {
  const newest = await online.newest({ after: null, limit: ONLINE_USERS_LIST_LIMIT });
  const rows = await findChatUsers(
    db,
    online,
    newest.map(({ id }) => id),
  );
  return rows.filter(({ isOnline }) => isOnline);
}
