import { adminDeleteMessage, adminEditMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { panelSocket } from '../../lib/socket.ts';

const TIMEOUT_MS = 10_000;

/**
 * Edits a text of the signed-in administrator. A repeat is safe.
 * @throws AskError
 */
export const editMessage = (messageId: string, text: string) =>
  panelSocket.ask(adminEditMessage, { messageId, text }, TIMEOUT_MS);

/**
 * Deletes a message of the signed-in administrator. A repeat is safe.
 * @throws AskError
 */
export const deleteMessage = (messageId: string) => panelSocket.ask(adminDeleteMessage, { messageId }, TIMEOUT_MS);
