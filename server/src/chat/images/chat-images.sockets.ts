import { adminSendImage, imageConfirmed } from '@hai-dang/contract/chat/chat.events.ts';
import type { App } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Dispatcher } from '../../lib/realtime/dispatch.ts';
import { assertSender, confirmBy, reportError } from '../messages/messages.sockets.ts';
import { sendImageAsAdmin } from './send-image.ts';

const DATA_URL_PREFIX = /^data:image\/[\w.+-]{1,40};base64,/;
const DATA_URL_PREFIX_MAX_CHARS = 64;

/** Images that administrators send over the socket (the wire contract, Socket). */
export function registerChatImagesSockets({ handle }: Pick<Dispatcher, 'handle'>, app: App): void {
  handle(
    adminSendImage,
    async ({ payload: { image, adminId, tempId, ...to }, account }) => {
      assertSender(adminId, account);
      const bytes = typeof image === 'string' ? bytesOfDataUrl(image) : image;
      return { message: await sendImageAsAdmin(app, { ...to, tempId: String(tempId) }, [bytes], account) };
    },
    { onUnacknowledgedError: reportError, onOutcome: confirmBy(imageConfirmed) },
  );
}

/**
 * The bytes of a data URL.
 * @throws {DomainError} IMAGE_UNSUPPORTED for one that is not in base64
 */
export function bytesOfDataUrl(url: string): Buffer {
  const prefix = DATA_URL_PREFIX.exec(url.slice(0, DATA_URL_PREFIX_MAX_CHARS))?.[0];
  if (prefix === undefined) throw new DomainError('IMAGE_UNSUPPORTED');
  return Buffer.from(url.slice(prefix.length), 'base64');
}
