import { sendImage as sendEndpoint } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { uploadTransport } from '../../lib/upload-transport.ts';

interface ImageToSend {
  readonly tempId: string;
  readonly userId: string;
  /** The caption, perhaps ''. */
  readonly text: string;
}

interface Sending {
  /** Timeout without upload progress. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with the upload progress, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Sends an image. @throws ApiError */
export async function sendImage(
  { tempId, userId, text }: ImageToSend,
  file: { readonly bytes: Blob; readonly name: string },
  { timeoutMs, signal, onProgress }: Sending,
): Promise<ChatMessage> {
  const { data } = await callEndpoint(sendEndpoint, {
    params: { userId },
    body: { tempId, ...(text !== '' && { caption: text }) },
    files: [file],
    signal,
    transport: uploadTransport({ quietMs: timeoutMs, onProgress }),
  });
  return data;
}
