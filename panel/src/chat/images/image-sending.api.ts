import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { uploadTransport } from '../../lib/upload-transport.ts';

interface PictureToSend {
  readonly tempId: string;
  readonly userId: string;
  /** The caption, perhaps ''. */
  readonly text: string;
}

interface Sending {
  /** How long nothing may go out and no answer come. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Hears how much has gone out, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Sends a picture. @throws ApiError */
export async function sendPicture(
  { tempId, userId, text }: PictureToSend,
  file: { readonly bytes: Blob; readonly name: string },
  { timeoutMs, signal, onProgress }: Sending,
): Promise<ChatMessage> {
  const answer = await callEndpoint(sendImage, {
    params: { userId },
    body: { tempId, ...(text !== '' && { caption: text }) },
    files: [file],
    signal,
    transport: uploadTransport({ quietMs: timeoutMs, onProgress }),
  });
  return answer.data;
}
