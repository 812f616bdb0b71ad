import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sendImageAsUser } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { IMAGE_TIMEOUT_MS } from '@hai-dang/contract/constants.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';

/** Larger files are not read into memory; the server rejects far smaller ones. */
const READ_MAX_BYTES = 64 * 1024 * 1024;

export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/**
 * Reads a file to send as an image; the server checks whether it is one.
 * @param given a path, perhaps in quotes: terminals add them when a file is dropped
 * @returns null if it cannot be read
 */
export async function readImageFile(given: string): Promise<ImageFile | null> {
  const file = given.replace(/^(['"])(.*)\1$/, '$2');
  try {
    const { size } = await stat(file);
    return size > READ_MAX_BYTES ? null : { name: path.basename(file), bytes: await readFile(file) };
  } catch {
    return null;
  }
}

/**
 * Uploads an image as the app does.
 * @returns what a socket would acknowledge: the message, or the error
 * @throws without a response
 */
export async function uploadImage(
  { url, token }: { url: string; token: string },
  { name, bytes }: ImageFile,
  tempId: string,
): Promise<unknown> {
  const form = new FormData();
  form.append('tempId', tempId);
  form.append('image', new Blob([Uint8Array.from(bytes)]), name);
  const response = await fetch(`${url}${sendImageAsUser.path}`, {
    method: sendImageAsUser.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  const stored = sendImageAsUser.response.safeParse(body);
  if (stored.success) return { message: stored.data.data };
  const { message, code } = errorEnvelopeSchema.parse(body);
  return { error: message, code };
}
