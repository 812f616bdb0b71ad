import { expect, type Locator, type Page } from '@playwright/test';
import { newId } from '../../../server/src/lib/ids.ts';
import type { AppUser } from './app-user.ts';
import { RECONNECTED } from './breakable-socket.ts';
import { ownAdmin } from './data.ts';
import { eventually, type Panel } from './test.ts';

const MINUTE_MS = 60_000;

interface Person {
  readonly id: string;
  readonly username: string;
}

export const chatAddress = ({ id }: Pick<Person, 'id'>): string => `/admin/chat?userId=${id}`;
/** The messages on the screen. */
export const log = (page: Page, { username }: Person): Locator =>
  page.getByRole('log', { name: `Tin nhắn với ${username}` });
/** Where one writes. */
export const box = (page: Page, { username }: Person): Locator =>
  page.getByRole('textbox', { name: `Tin nhắn gửi ${username}` });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Gửi', exact: true });

export const bubble = (page: Page, person: Person, text: string): Locator =>
  log(page, person).getByText(text, { exact: true });
export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

/** Opens the conversation with somebody, and waits until one can write. */
export async function openConversation(page: Page, person: Person): Promise<Page> {
  await page.goto(chatAddress(person));
  await box(page, person).waitFor();
  return page;
}

/** Writes and sends a text by the keyboard. */
export async function send(page: Page, person: Person, text: string): Promise<void> {
  await box(page, person).fill(text);
  await box(page, person).press('Enter');
}

interface StoredText {
  readonly text: string;
  readonly isFromAdmin?: boolean;
  readonly at: Date;
}

/** Stores a conversation as if it had been led; administrators have read it up to `adminReadSeq`. */
export async function storeConversation(
  panel: Panel,
  { id }: Pick<Person, 'id'>,
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

/** What the database holds of a conversation, in its order. */
export async function storedTexts({ db }: Panel, { id }: Pick<Person, 'id'>): Promise<string[]> {
  const rows = await db.selectFrom('messages').select('content').where('user_id', '=', id).orderBy('seq').execute();
  return rows.map(({ content }) => content);
}

/** Waits until it holds these, as long as the panel may take to come back. */
export const eventuallyStored = (panel: Panel, person: Pick<Person, 'id'>, texts: readonly string[]) =>
  expect.poll(() => storedTexts(panel, person), { ...RECONNECTED, intervals: [100] }).toEqual(texts);

/** In the page, whose clock may not be ours. */
export const timeOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Lets the time of a page, whose clock is installed, run much faster than ours until something is there. @returns its time then */
export async function hurryUntil(page: Page, shown: Locator): Promise<number> {
  await eventually(async () => {
    await page.clock.runFor(1_000);
    return shown.count();
  }).toBeGreaterThan(0);
  return timeOf(page);
}

/** Up to which message administrators have read a conversation; undefined before its first one. */
export async function readByAdmins({ db }: Panel, { id }: Pick<Person, 'id'>): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('admin_read_seq')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row?.admin_read_seq;
}

/**
 * How many messages the browser has written down to send. A text is shown a moment earlier, and only what is written down
 * outlives the page.
 */
export function keptInOutbox(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('hai-dang-chat');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    // By the index, which leaves out the bytes of pictures.
    const counting = opening.result.transaction('outbox').objectStore('outbox').index('adminId').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  });
}

/** What a user hears of one event. */
export function heardBy(user: AppUser, event: string): unknown[] {
  const heard: unknown[] = [];
  user.on(event, (payload) => heard.push(payload));
  return heard;
}

/** With the app open, and closed in the end. */
export async function whileOpen<Result>(user: AppUser, work: () => Promise<Result>): Promise<Result> {
  await user.come();
  try {
    return await work();
  } finally {
    user.go();
  }
}
