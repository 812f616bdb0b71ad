import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Locator, type Page, test } from '@playwright/test';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { log } from './conversation.ts';
import { ownAdmin } from './data.ts';
import type { ServerAccess } from './server-test.ts';

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

interface ChatUser {
  readonly id: string;
  readonly username: string;
}

export const png = (name: string, buffer: Buffer): TestFile => ({ name, mimeType: 'image/png', buffer });

/** The images in the message box, not yet sent. */
export const chosen = (page: Page): Locator =>
  page.getByRole('list', { name: 'Hình ảnh sẽ gửi' }).getByRole('listitem');
/** The images among the messages, pending and stored. */
export const shown = (page: Page, person: ChatUser): Locator => log(page, person).locator('img');
export const stored = (page: Page, person: ChatUser): Locator =>
  log(page, person).getByRole('button', { name: 'Hình ảnh', exact: true });

/** A browser that serves several tests takes a while for twenty million bytes. */
const CHOOSING_TIMEOUT_MS = 60_000;

/** The URL prefixes of images and previews. */
export const isImageUrl = ({ pathname }: URL): boolean => /^\/media\/chat\//.test(pathname);

/** Sends images from a second panel of the administrator. */
export async function sendOverHttp(access: ServerAccess, { id }: ChatUser, images: readonly Buffer[]): Promise<void> {
  const { id: adminId } = await ownAdmin(access);
  await upload(access, adminId, `/api/admin/chat/send-multiple-images/${id}`, 'images', images);
}

/** Sends an image as the app does. */
export const sendAsUser = (access: ServerAccess, { id }: Pick<ChatUser, 'id'>, image: Buffer): Promise<void> =>
  upload(access, id, '/api/users/chat/send-image', 'image', [image]);

async function upload(
  { db, system }: ServerAccess,
  senderId: string,
  path: string,
  field: string,
  images: readonly Buffer[],
): Promise<void> {
  const form = new FormData();
  form.append('tempId', randomUUID());
  for (const image of images) form.append(field, new Blob([new Uint8Array(image)]), 'ảnh.png');
  const response = await fetch(system.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${await insertSession(db, senderId)}` },
    body: form,
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Chooses files with the browser's file dialog. */
export async function choose(page: Page, files: readonly TestFile[]): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Gửi hình ảnh', exact: true }).click();
  // Passed as files: as buffers they would be serialised to text, one minute for twenty million bytes.
  const paths: string[] = [];
  for (const { name, buffer } of files) {
    const folder = test.info().outputPath(randomUUID());
    await mkdir(folder, { recursive: true });
    paths.push(path.join(folder, name));
    await writeFile(path.join(folder, name), buffer);
  }
  await (await dialog).setFiles(paths, { timeout: CHOOSING_TIMEOUT_MS });
}

/** Whether an image is loaded and visible. */
export const isDrawn = (image: Locator): Promise<boolean> =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0);

/** The stored images of a conversation, in order. */
export function storedImages({ db }: ServerAccess, { id }: ChatUser) {
  return db
    .selectFrom('messages')
    .select(['type', 'caption', 'image_width as width', 'image_height as height'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute();
}
