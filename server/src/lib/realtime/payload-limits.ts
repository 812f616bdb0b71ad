import type { ToServerEvent } from '@hai-dang/contract/lib/event.ts';

/** The wire contract, limits: what a packet may have that is not of an event with a limit of its own. */
export const PAYLOAD_MAX_BYTES = 64 * 1024;

/** How a packet of the default namespace begins: its kind, how many attachments follow, perhaps its number, its event. */
const EVENT = /^4(?:2|5([1-9]\d?)-)\d{0,16}\["([\w-]{1,64})"/;
const BEGINNING_MAX_BYTES = 128;
const DATA_URL = Buffer.from('"data:image/');
const QUOTE = 0x22;

type LargeEvent = Pick<ToServerEvent, 'name' | 'maxPayloadBytes'>;

/** Checks the size of each frame of one connection, in order. */
export interface PayloadLimits {
  /** The most that any frame may have. */
  readonly maxBytes: number;
  isTooLarge(frame: Buffer, isBinary: boolean): boolean;
}

/**
 * Lets a connection send larger packets of these events, and of no others. Whatever is parsed stays within 64 KB all
 * the same: what exceeds it has to be bytes, or one data URL, which costs no more than to be copied.
 * @param smallMaxBytes what any other packet may have
 */
export function createPayloadLimits(
  events: readonly LargeEvent[] = [],
  smallMaxBytes: number = PAYLOAD_MAX_BYTES,
): PayloadLimits {
  const limits = new Map(events.map(({ name, maxPayloadBytes = smallMaxBytes }) => [name, maxPayloadBytes]));
  let attachments = { left: 0, maxBytes: 0 };

  function isTooLargeText(text: Buffer): boolean {
    const [, count, name = ''] = EVENT.exec(text.toString('latin1', 0, BEGINNING_MAX_BYTES)) ?? [];
    const maxBytes = limits.get(name) ?? smallMaxBytes;
    attachments = { left: Number(count ?? 0), maxBytes };
    return text.length > maxBytes || (text.length > smallMaxBytes && parsedBytes(text) > smallMaxBytes);
  }

  return {
    maxBytes: Math.max(smallMaxBytes, ...limits.values()),
    isTooLarge(frame, isBinary) {
      if (!isBinary) return isTooLargeText(frame);
      if (attachments.left === 0) return frame.length > smallMaxBytes;
      attachments.left -= 1;
      return frame.length > attachments.maxBytes;
    },
  };
}

/** How much of a packet there is besides its first data URL. */
function parsedBytes(text: Buffer): number {
  const start = text.indexOf(DATA_URL);
  if (start < 0) return text.length;
  const end = text.indexOf(QUOTE, start + DATA_URL.length);
  return text.length - Math.max(0, end - start);
}
