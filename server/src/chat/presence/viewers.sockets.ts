import { adminJoinChat, adminLeaveChat, adminTyping, userStatusChanged } from '@hai-dang/contract/chat/chat.events.ts';
import type { App } from '../../lib/context.ts';
import type { Dispatcher } from '../../lib/realtime/dispatch.ts';
import { emitAdminTyping } from '../messages/emit-typing.ts';
import { userIdOf } from '../messages/messages.sockets.ts';
import type { ViewersService } from './viewers.service.ts';

/** Handles what administrators say of the conversation they look at (the wire contract, Socket). */
export function registerViewerSockets({ handle }: Pick<Dispatcher, 'handle'>, app: App, viewers: ViewersService): void {
  handle(adminJoinChat, async ({ payload, account, socket }) => {
    socket.send(userStatusChanged, await viewers.follow(userIdOf(payload), account.id, socket));
    return { success: true };
  });

  handle(adminLeaveChat, ({ payload, socket }) => {
    viewers.unfollow(userIdOf(payload), socket);
    return { success: true };
  });

  handle(adminTyping, async ({ payload: { userId, isTyping }, socket }) => {
    await emitAdminTyping(app, userId, isTyping);
    viewers.setTyping(userId, isTyping, socket);
    return { success: true };
  });
}
