import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type JSHandle, type Locator, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { log } from './conversation.ts';
import { ownAdmin } from './data.ts';
import type { Panel } from './test.ts';

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

interface Person {
  readonly id: string;
  readonly username: string;
}

export const png = (name: string, buffer: Buffer): TestFile => ({ name, mimeType: 'image/png', buffer });

/** The pictures that are about to be sent. */
export const chosen = (page: Page): Locator =>
  page.getByRole('list', { name: 'Hình ảnh sẽ gửi' }).getByRole('listitem');
/** The pictures among the messages, whether on their way or stored. */
export const shown = (page: Page, person: Person): Locator => log(page, person).locator('img');
export const stored = (page: Page, person: Person): Locator =>
  log(page, person).getByRole('button', { name: 'Hình ảnh', exact: true });

/** A browser that serves several tests at once takes a while for twenty million bytes. */
const CHOOSING_TIMEOUT_MS = 60_000;

/** The addresses at which pictures and previews are. */
export const isPictureAddress = ({ pathname }: URL): boolean => /^\/media\/chat\//.test(pathname);

/** Ends all addresses that have been given out, as an hour does. */
export async function expireAddresses({ db, system }: Panel): Promise<void> {
  await sql`with old as (delete from media_keys) insert into media_keys default values`.execute(db);
  // By a signature that fits no key the server sees that there are others.
  const name = `${'0'.repeat(64)}.webp`;
  await fetch(`${system.baseUrl}/media/evidence/${name}?expires=9999999999&signature=${'A'.repeat(22)}`);
}

/** Sends pictures as another panel of the administrator's would. */
export async function sendOverHttp({ db, system }: Panel, { id }: Person, pictures: readonly Buffer[]): Promise<void> {
  const token = await insertSession(db, (await ownAdmin({ db, system })).id);
  const form = new FormData();
  form.append('tempId', randomUUID());
  for (const picture of pictures) form.append('images', new Blob([new Uint8Array(picture)]), 'ảnh.png');
  const answer = await fetch(`${system.baseUrl}/api/admin/chat/send-multiple-images/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Chooses files as one does with the browser's dialog. */
export async function choose(page: Page, files: readonly TestFile[]): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gửi hình ảnh', exact: true }).click();
  // As files: handed over as bytes they would go through the page as text, a minute for twenty million of them.
  const paths: string[] = [];
  for (const { name, buffer } of files) {
    const folder = test.info().outputPath(randomUUID());
    await mkdir(folder, { recursive: true });
    paths.push(path.join(folder, name));
    await writeFile(path.join(folder, name), buffer);
  }
  await (await dialog).setFiles(paths, { timeout: CHOOSING_TIMEOUT_MS });
}

/** What is carried to the page by the pointer or the clipboard. */
export function carry(page: Page, files: readonly TestFile[], text?: string): Promise<JSHandle<DataTransfer>> {
  const carried = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  return page.evaluateHandle(
    ({ carried, text }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of carried) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (text !== undefined) transfer.setData('text/plain', text);
      return transfer;
    },
    { carried, text },
  );
}

/** Whether a picture has come and can be seen. */
export const isDrawn = (picture: Locator): Promise<boolean> =>
  picture.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0);

/** What the database holds of a conversation's pictures, in its order. */
export function storedPictures({ db }: Panel, { id }: Person) {
  return db
    .selectFrom('messages')
    .select(['type', 'caption', 'image_width as width', 'image_height as height'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute();
}

/** Lets a page send no more than so much in a second. @returns ends that */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send('Network.enable');
  await limit(bytesPerSecond);
  return async () => {
    await limit(-1);
    await session.detach();
  };
}
