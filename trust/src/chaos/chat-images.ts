import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { noisyPng } from '../../../server/src/testing/test-images.ts';

/** The outcome of an image upload. */
export interface ImageResponse {
  status: number;
  retryAfter: string | null;
  /** The image's URL, if it was accepted. */
  content: string | undefined;
}

/** Sends a unique image of noise to a user. */
export async function uploadImage(
  url: string,
  token: string,
  { userId, tempId, sidePixels }: { userId: string; tempId: string; sidePixels: number },
): Promise<ImageResponse> {
  const form = new FormData();
  form.append('tempId', tempId);
  form.append('image', new Blob([new Uint8Array(await noisyPng(sidePixels))]), 'a.png');
  const response = await fetch(`${url}${endpointPath(sendImage, { userId })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await response.json()) as { data?: unknown };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    content: chatMessageSchema.safeParse(data).data?.content,
  };
}

/**
 * @param url of the server that is called; the image's URL names the one that has accepted it
 * @returns whether the image exists and is not empty
 */
export async function isImageServed(url: string, token: string, content: string): Promise<boolean> {
  const { pathname } = new URL(content);
  const response = await fetch(`${url}${pathname}`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 200 && (await response.arrayBuffer()).byteLength > 0;
}
