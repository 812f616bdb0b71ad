import { adminSendImage, imageConfirmed } from '@hai-dang/contract/chat/chat.events.ts';
import { bytesOfDataUrl } from '../../lib/images/data-url.ts';
import type { Dispatcher } from '../../lib/realtime/dispatch.ts';
import { confirmBy, refuseOthers, reportError } from '../messages/messages.sockets.ts';
import type { ChatImages } from './chat-images.service.ts';

/** Pictures that administrators send over the socket (the wire contract, Socket). */
export function registerChatImagesSockets({ handle }: Pick<Dispatcher, 'handle'>, images: ChatImages): void {
  handle(
    adminSendImage,
    async ({ payload: { image, adminId, tempId, ...to }, account }) => {
      refuseOthers(adminId, account);
      const bytes = typeof image === 'string' ? bytesOfDataUrl(image) : image;
      return { message: await images.sendImageAsAdmin({ ...to, tempId: String(tempId) }, [bytes], account) };
    },
    { onUnacknowledgedError: reportError, onOutcome: confirmBy(imageConfirmed) },
  );
}
