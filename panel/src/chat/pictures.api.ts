import { getChatImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { openEndpoint } from '../lib/api-client.ts';
import { keptPicture } from './picture-address.ts';

/** Reads a picture that the server keeps. @throws ApiError */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob> {
  const params = keptPicture(address);
  if (!params) throw new TypeError(`no picture of the server's: ${address}`);
  const response = await openEndpoint(getChatImage, { params, signal });
  return response.blob();
}
