import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { noisyPng } from '../../../server/src/testing/test-images.ts';

/** What sending a picture came to. */
export interface PictureAnswer {
  status: number;
  retryAfter: string | null;
  /** The picture's address, where it was taken. */
  content: string | undefined;
}

/** Sends a picture of noise, like no other, to a user. */
export async function sendPicture(
  url: string,
  token: string,
  { userId, tempId, sidePixels }: { userId: string; tempId: string; sidePixels: number },
): Promise<PictureAnswer> {
  const form = new FormData();
  form.append('tempId', tempId);
  form.append('image', new Blob([new Uint8Array(await noisyPng(sidePixels))]), 'a.png');
  const answer = await fetch(`${url}${endpointPath(sendImage, { userId })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await answer.json()) as { data?: unknown };
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    content: chatMessageSchema.safeParse(data).data?.content,
  };
}

/**
 * @param url of the server that is asked; the address names the one that has taken the picture
 * @returns whether a picture is there, and has bytes
 */
export async function isPictureShown(url: string, token: string, content: string): Promise<boolean> {
  const { pathname } = new URL(content);
  const answer = await fetch(`${url}${pathname}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status === 200 && (await answer.arrayBuffer()).byteLength > 0;
}
