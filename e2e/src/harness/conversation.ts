import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { newId } from '../../../server/src/lib/ids.ts';
import type { AppUser } from './app-user.ts';
import { RECONNECTED } from './breakable-socket.ts';
import { ownAdmin } from './data.ts';
import type { ServerAccess } from './server-test.ts';
import { eventually, type Panel } from './test.ts';

interface ChatUser {
  readonly id: string;
  readonly username: string;
}

export const chatUrl = ({ id }: Pick<ChatUser, 'id'>): string => `/admin/chat?userId=${id}`;
/** The messages on the screen. */
export const log = (page: Page, { username }: ChatUser): Locator =>
  page.getByRole('log', { name: `Tin nhắn với ${username}` });
/** The message box. */
export const box = (page: Page, { username }: ChatUser): Locator =>
  page.getByRole('textbox', { name: `Tin nhắn gửi ${username}` });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Gửi', exact: true });

export const bubble = (page: Page, person: ChatUser, text: string): Locator =>
  log(page, person).getByText(text, { exact: true });
export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

/** Opens the conversation with a user, and waits until the message box is ready. */
export async function openConversation(page: Page, person: ChatUser): Promise<Page> {
  await page.goto(chatUrl(person));
  await box(page, person).waitFor();
  // A field in its place takes the text until the code of the conversation is loaded, but sends nothing.
  await sendButton(page).waitFor();
  return page;
}

/** Types and sends a text with the keyboard. */
export async function send(page: Page, person: ChatUser, text: string): Promise<void> {
  await box(page, person).fill(text);
  await box(page, person).press('Enter');
}

interface StoredText {
  readonly text: string;
  readonly isFromAdmin?: boolean;
  readonly at: Date;
}

/** Stores a whole conversation; administrators have read it up to `adminReadSeq`. */
export async function storeConversation(
  panel: Panel,
  { id }: Pick<ChatUser, 'id'>,
  texts: readonly StoredText[],
  adminReadSeq = texts.length,
): Promise<void> {
  const { db } = panel;
  const admin = await ownAdmin(panel);
  const unread = texts.filter(({ isFromAdmin }, index) => isFromAdmin !== true && index >= adminReadSeq).length;
  await db
    .insertInto('conversations')
    .values({ user_id: id, last_seq: texts.length, unread_count: unread, admin_read_seq: adminReadSeq })
    .execute();
  await db
    .insertInto('messages')
    .values(
      texts.map(({ text, isFromAdmin = false, at }, index) => ({
        id: newId(),
        user_id: id,
        seq: index + 1,
        sender_id: isFromAdmin ? admin.id : id,
        is_from_admin: isFromAdmin,
        type: 'text',
        content: text,
        client_key: `stored-${id}-${index}`,
        created_at: at,
      })),
    )
    .execute();
}

/** The stored messages of a conversation, in order. */
export async function storedTexts({ db }: ServerAccess, { id }: Pick<ChatUser, 'id'>): Promise<string[]> {
  const rows = await db.selectFrom('messages').select('content').where('user_id', '=', id).orderBy('seq').execute();
  return rows.map(({ content }) => content);
}

/** Polls for these stored messages, up to the panel's longest reconnect delay. */
export const eventuallyStored = (panel: Panel, person: Pick<ChatUser, 'id'>, texts: readonly string[]) =>
  expect.poll(() => storedTexts(panel, person), { ...RECONNECTED, intervals: [100] }).toEqual(texts);

/** Runs in the page, whose clock may be a fake one. */
export const timeOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Fast-forwards the installed clock of a page until the locator is visible. @returns the page's time then */
export async function fastForwardUntil(page: Page, shown: Locator): Promise<number> {
  await eventually(async () => {
    await page.clock.runFor(1_000);
    return shown.count();
  }).toBeGreaterThan(0);
  return timeOf(page);
}

/**
 * Number of messages in the browser's outbox. A text is rendered slightly earlier than it is stored there, and only
 * stored ones survive the page.
 */
export function keptInOutbox(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('hai-dang-chat');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    // The entries are counted by the index, which excludes the bytes of images.
    const counting = opening.result.transaction('outbox').objectStore('outbox').index('adminId').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  });
}

/** The payloads of one event that a user receives. */
export function receivedBy(user: AppUser, event: string): unknown[] {
  const received: unknown[] = [];
  user.on(event, (payload) => received.push(payload));
  return received;
}

/** The app is open, and closed in the end. */
export async function whileOpen<Result>(user: AppUser, work: () => Promise<Result>): Promise<Result> {
  await user.come();
  try {
    return await work();
  } finally {
    user.go();
  }
}

/** How many messages of a user are stored as not read yet. */
export async function unreadOf({ db }: Panel, { id }: Pick<ChatUser, 'id'>): Promise<number> {
  const conversation = db.selectFrom('conversations').select('unread_count').where('user_id', '=', id);
  return (await conversation.executeTakeFirstOrThrow()).unread_count;
}
