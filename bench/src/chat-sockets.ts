import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import type { SignedIn } from './chat-accounts.ts';
import { type Handlers, SocketConnection } from './socket-connection.ts';

const OPENED_AT_ONCE = 50;
const TEXT = 'Chào anh chị, tài khoản của em từ hôm qua không đăng bài được, nhờ anh chị xem giúp em với ạ.';
const RECEIVED = `["${receiveMessage.name}",`;
const CONTENT = '"content":"';
const RUN = `bench-${process.pid}-${Date.now()}`;

/** Opens one socket per token, in batches. */
export async function openAll(
  address: string,
  tokens: readonly string[],
  handlers: Handlers,
): Promise<SocketConnection[]> {
  const opened: SocketConnection[] = [];
  let index = 0;
  const openSome = async () => {
    for (let token = tokens[index++]; token !== undefined; token = tokens[index++]) {
      opened.push(await SocketConnection.open(address, token, handlers));
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openSome));
  return opened;
}

/**
 * Opens an administrator's socket. @returns when it has joined the administrators' room, which receives every message
 */
export async function openAdmin(
  address: string,
  { id, token }: SignedIn,
  onEvent: Handlers['onEvent'],
): Promise<SocketConnection> {
  let onAck: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => {
    onAck = resolve;
  });
  const admin = await SocketConnection.open(address, token, { onEvent, onAck });
  admin.send(`420["${adminConnected.name}","${id}"]`);
  await joined;
  return admin;
}

/** Sends a user's message that contains its number; the acknowledgement has the same id. */
export function sendNumbered(user: SocketConnection | undefined, number: number): void {
  const payload = `{"content":"${number}|${TEXT}","type":"text","tempId":"${RUN}-${number}"}`;
  user?.send(`42${number}["${sendMessage.name}",${payload}]`);
}

/** @returns the number of the message in an administrator's event; undefined for all other events */
export function numberOfReceived(packet: string): number | undefined {
  if (!packet.startsWith(RECEIVED)) return undefined;
  return Number.parseInt(packet.slice(packet.indexOf(CONTENT) + CONTENT.length), 10);
}

/** @returns the number of the acknowledged message, and whether it was rejected */
export function acknowledged(packet: string): { number: number; isRejected: boolean } {
  const end = packet.indexOf('[');
  return { number: Number(packet.slice(0, end)), isRejected: packet.startsWith('[{"error"', end) };
}
