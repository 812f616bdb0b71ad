import type { ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import type { Socket } from 'engine.io';

/** The wire contract, limits: what a packet may have that is not of an event with a limit of its own. */
export const PAYLOAD_MAX_BYTES = 64 * 1024;

/** How a packet of the default namespace begins: its kind, how many attachments follow, perhaps its number, its event. */
const EVENT = /^(?:2|5([1-9]\d?)-)\d{0,16}\["([\w-]{1,64})"/;
const BEGINNING_MAX_CHARS = 128;

type LargeEvent = Pick<ToServerEvent, 'name' | 'maxPayloadBytes'>;
/** The part of the websocket library that counts what comes in, with the name it has in the version in use. */
interface Receiver {
  _maxPayload?: unknown;
}

/**
 * Lets one connection send larger packets of these events, and of no others. Every connection begins with a limit of
 * 64 KB that the transport keeps before anything is in memory; nobody's is raised before it is known who he is.
 * @returns whether it was raised: the library offers no way to it, and where its inside has changed the limit stays
 */
export function allowLargerPayloads(connection: Socket, events: readonly LargeEvent[]): boolean {
  const limits = new Map(events.map(({ name, maxPayloadBytes = PAYLOAD_MAX_BYTES }) => [name, maxPayloadBytes]));
  const receiver = receiverOf(connection);
  if (!receiver || limits.size === 0) return false;
  let attachments = { left: 0, maxBytes: 0 };

  /** @returns what this packet may have */
  function limitOf(data: string | Buffer): number {
    if (typeof data !== 'string') {
      if (attachments.left === 0) return PAYLOAD_MAX_BYTES;
      attachments.left -= 1;
      return attachments.maxBytes;
    }
    const [, count, name = ''] = EVENT.exec(data.slice(0, BEGINNING_MAX_CHARS)) ?? [];
    const maxBytes = limits.get(name) ?? PAYLOAD_MAX_BYTES;
    attachments = { left: Number(count ?? 0), maxBytes };
    return maxBytes;
  }

  // Before Socket.IO gets to see it.
  connection.on('packet', ({ data = '' }: { data?: string | Buffer }) => {
    if (Buffer.byteLength(data) <= limitOf(data)) return;
    receiver._maxPayload = PAYLOAD_MAX_BYTES;
    connection.close(true);
  });
  receiver._maxPayload = Math.max(...limits.values());
  return true;
}

function receiverOf({ transport }: Socket): Receiver | undefined {
  const { socket } = transport as { socket?: { _receiver?: Receiver } };
  const receiver = socket?._receiver;
  return typeof receiver?._maxPayload === 'number' ? receiver : undefined;
}
