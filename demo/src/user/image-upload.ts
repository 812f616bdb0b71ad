import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sendImageAsUser } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { IMAGE_TIMEOUT_MS } from '@hai-dang/contract/constants.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';

/** More is not read into memory; the server says no to far less. */
const READ_MAX_BYTES = 64 * 1024 * 1024;

export interface PictureFile {
  name: string;
  bytes: Buffer;
}

/**
 * Reads a file that is to be sent as a picture; whether it is one is for the server to say.
 * @param given a path, perhaps in quotes, as terminals write it when a file is dropped on them
 * @returns null when it cannot be read
 */
export async function readPicture(given: string): Promise<PictureFile | null> {
  const file = given.replace(/^(['"])(.*)\1$/, '$2');
  try {
    const { size } = await stat(file);
    return size > READ_MAX_BYTES ? null : { name: path.basename(file), bytes: await readFile(file) };
  } catch {
    return null;
  }
}

/**
 * Uploads a picture as the app does.
 * @returns what a socket would acknowledge: the message, or why it is refused
 * @throws when there is no answer
 */
export async function uploadPicture(
  { url, token }: { url: string; token: string },
  { name, bytes }: PictureFile,
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
  const answer: unknown = await response.json();
  const stored = sendImageAsUser.answer.safeParse(answer);
  if (stored.success) return { message: stored.data.data };
  const refusal = errorEnvelopeSchema.parse(answer);
  return { error: refusal.message, code: refusal.code };
}
