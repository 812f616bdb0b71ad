import type { ToServerEvent } from '@hai-dang/contract/lib/event.ts';
import { createPayloadLimits } from './payload-limits.ts';
import { type BucketSize, createTokenBucket } from './token-bucket.ts';

const MIB_BYTES = 1024 * 1024;
/** The beginning of a message that asks to join a namespace (Engine.IO and Socket.IO), which costs a session query. */
const CONNECT = '40';
/** A client asks once; again where its token was rejected or changed while the connection stood. */
const CONNECTS_MAX = 5;
/** All that a client needs to send before it is authenticated; a token is short. */
const UNAUTHENTICATED = { frames: 20, maxBytes: 16 * 1024 };
/** Frames of any kind: more than the events that are rejected before a connection is closed for them. */
const FRAMES: BucketSize = { burst: 600, perSecond: 60 };
/** Events, with attachments and without. Of all other texts a client has few to send: a pong every 25 s. */
const EVENT_TYPES = ['42', '45'];
const OTHER_TEXTS: BucketSize = { burst: 20, perSecond: 2 };
/** Clients and proxies that ping by themselves do so every few seconds. */
const PINGS: BucketSize = { burst: 10, perSecond: 2 };
/** The bytes that are parsed; far above what 20 of the longest messages in a second have. */
const BYTES: BucketSize = { burst: 2 * MIB_BYTES, perSecond: MIB_BYTES };
/** The bytes for a client that may send images: a burst of a few of the largest. */
const LARGE_BYTES: BucketSize = { burst: 128 * MIB_BYTES, perSecond: 16 * MIB_BYTES };

export type FrameKind = 'message' | 'ping' | 'pong';
/** The thing that a connection has too much of. */
export type FrameExcess = 'connects' | 'frames' | 'pings' | 'bytes' | 'packet';

/** Counts the frames of one connection before they are parsed. */
export interface FrameLimits {
  /** @returns what there is too much of with this frame; null where it may be read */
  excessOf(kind: FrameKind, data: Buffer, isBinary: boolean): FrameExcess | null;
  /** The most that any frame may have now. */
  maxFrameBytes(): number;
  /** The authentication that the connection has asked for is over; until then it may ask for no other. */
  connectEnded(): void;
  /** From now on the limits of an account apply, which may send these events in larger packets. */
  authenticated(largeEvents: readonly Pick<ToServerEvent, 'name' | 'maxPayloadBytes'>[]): void;
}

/** @param now milliseconds of a monotonic clock */
export function createFrameLimits(now?: () => number): FrameLimits {
  const pings = createTokenBucket(PINGS, now);
  const otherTexts = createTokenBucket(OTHER_TEXTS, now);
  let frames = createTokenBucket({ burst: UNAUTHENTICATED.frames, perSecond: 0 }, now);
  let bytes = createTokenBucket(BYTES, now);
  let payloads = createPayloadLimits([], UNAUTHENTICATED.maxBytes);
  let connectsLeft = CONNECTS_MAX;
  let isConnecting = false;

  function excessOfText(data: Buffer): FrameExcess | null {
    const type = data.toString('latin1', 0, CONNECT.length);
    if (EVENT_TYPES.includes(type)) return null;
    if (!otherTexts.tryConsume()) return 'frames';
    if (type !== CONNECT) return null;
    connectsLeft -= 1;
    const isTooMany = isConnecting || connectsLeft < 0;
    isConnecting = true;
    return isTooMany ? 'connects' : null;
  }

  return {
    excessOf(kind, data, isBinary) {
      if (!frames.tryConsume()) return 'frames';
      if (kind === 'ping' && !pings.tryConsume()) return 'pings';
      if (kind !== 'message') return null;
      if (payloads.isTooLarge(data, isBinary)) return 'packet';
      if (!bytes.tryConsume(data.length)) return 'bytes';
      return isBinary ? null : excessOfText(data);
    },
    maxFrameBytes: () => payloads.maxBytes,
    connectEnded() {
      isConnecting = false;
    },
    authenticated(largeEvents) {
      frames = createTokenBucket(FRAMES, now);
      payloads = createPayloadLimits(largeEvents);
      bytes = createTokenBucket(largeEvents.length > 0 ? LARGE_BYTES : BYTES, now);
    },
  };
}
