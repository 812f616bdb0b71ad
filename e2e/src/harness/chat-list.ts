import type { Page } from '@playwright/test';
import { minutesAgo, storeConversation } from './conversation.ts';
import { createUser, createUsers } from './data.ts';
import { untilLive } from './notifications.ts';
import { waitForScreen } from './screens.ts';
import type { Panel } from './test.ts';

/** The list of the chat, and its rows. */
export const pane = (page: Page) => page.getByRole('region', { name: 'Danh sách người dùng' });
export const rows = (page: Page) => pane(page).getByRole('link');
export const row = (page: Page, name: string) => pane(page).getByRole('link', { name });
/** The ids of the users in the rows, in order. */
export const shownIds = (page: Page) =>
  rows(page).evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset['chatUser']));
/** The user whose conversation is open; null for none. */
export const openedId = (page: Page) => new URL(page.url()).searchParams.get('userId');
export const composer = (page: Page) => page.getByPlaceholder('Nhập tin nhắn...');
export const CHAT_SCREEN = '/admin/chat';
/** The text of the screen while no conversation is open. */
export const NO_CONVERSATION_CHOSEN = 'Chọn một người dùng để bắt đầu trò chuyện';

/** The region below the head of the open conversation, with what is left to do in it. */
export const work = (page: Page) => page.getByRole('region', { name: 'Xử lý cuộc trò chuyện' });
export const action = (page: Page, name: string) => work(page).getByRole('button', { name, exact: true });

/** A user who waits for an answer since so many minutes. */
export async function addWaiting(panel: Panel, username: string, minutes: number, text = 'Cần giúp') {
  const user = await createUser(panel.db, { username, last_seen_at: minutesAgo(minutes) });
  await storeConversation(panel, user, [{ text, at: minutesAgo(minutes) }], 0);
  await panel.db
    .updateTable('conversations')
    .set({ waiting_since: minutesAgo(minutes) })
    .where('user_id', '=', user.id)
    .execute();
  return user;
}

export async function openList(page: Page, address: string): Promise<Page> {
  // A change that is made while the panel is not connected is in no event.
  await untilLive(page, () => page.goto(address));
  await waitForScreen(page, 'Chat');
  return page;
}

export async function openChat(
  panel: Panel,
  address = CHAT_SCREEN,
  options?: Parameters<Panel['newPage']>[0],
): Promise<Page> {
  const page = await panel.open(address, options);
  await waitForScreen(page, 'Chat');
  return page;
}

/** Deletes all users and stores these, the first of them last seen. */
export const replaceUsers = async (panel: Panel, names: readonly string[]) =>
  names.length === 0
    ? []
    : createUsers(panel.db, names.length, (index) => ({
        username: names[index] ?? '',
        last_seen_at: minutesAgo(10 + index),
      }));
