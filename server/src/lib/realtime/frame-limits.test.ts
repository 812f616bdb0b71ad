import { expect, test } from 'vitest';
import { createFrameLimits, type FrameKind } from './frame-limits.ts';

const LARGE_EVENTS = [{ name: 'send_image', maxPayloadBytes: 12 * 1024 * 1024 }];

function limitsAt() {
  const clock = { ms: 0 };
  const limits = createFrameLimits(() => clock.ms);
  const send = (text: string, kind: FrameKind = 'message') => limits.excessOf(kind, Buffer.from(text), false);
  /** @returns the number of accepted frames, and the exceeded limit of the next */
  function readOf(text: string, kind?: FrameKind) {
    for (let read = 0; read < 100_000; read += 1) {
      const excess = send(text, kind);
      if (excess) return { read, excess };
    }
    return { read: 100_000, excess: null };
  }
  return { clock, limits, send, readOf };
}

test('createFrameLimits: a second CONNECT packet has to wait for the end of the first', () => {
  const { limits, send } = limitsAt();
  expect(send('40{"token":"x"}')).toBeNull();
  expect(send('40{"token":"x"}')).toBe('connects');
  limits.connectEnded();
  expect(send('40{"token":"x"}')).toBeNull();
});

test('createFrameLimits: a connection has five CONNECT packets, also after it is authenticated', () => {
  const { limits, send } = limitsAt();
  for (let count = 0; count < 5; count += 1) {
    expect(send('40')).toBeNull();
    limits.connectEnded();
    limits.authenticated([]);
  }
  expect(send('40')).toBe('connects');
});

test('createFrameLimits: an unauthenticated connection has 20 frames, an authenticated one 600 events at once and 60 a second', () => {
  const { clock, limits, readOf } = limitsAt();
  expect(readOf('42["x"]')).toEqual({ read: 20, excess: 'frames' });
  clock.ms += 60_000;
  expect(readOf('42["x"]')).toEqual({ read: 0, excess: 'frames' });
  limits.authenticated([]);
  expect(readOf('42["x"]')).toEqual({ read: 600, excess: 'frames' });
  clock.ms += 1_000;
  expect(readOf('42["x"]')).toEqual({ read: 60, excess: 'frames' });
});

test.each(['3', '430[]', '41', '', '9'])(
  'createFrameLimits: an authenticated connection has 20 frames of %j, which is no event, at once',
  (text) => {
    const { clock, limits, readOf } = limitsAt();
    limits.authenticated([]);
    expect(readOf(text)).toEqual({ read: 20, excess: 'frames' });
    clock.ms += 1_000;
    expect(readOf(text)).toEqual({ read: 2, excess: 'frames' });
  },
);

test('createFrameLimits: ten pings at once, and two a second', () => {
  const { clock, limits, readOf } = limitsAt();
  limits.authenticated([]);
  expect(readOf('', 'ping')).toEqual({ read: 10, excess: 'pings' });
  clock.ms += 1_000;
  expect(readOf('', 'ping')).toEqual({ read: 2, excess: 'pings' });
});

test('createFrameLimits: packets of 16 KB unauthenticated, 64 KB authenticated, a large event by its own limit', () => {
  const { limits, send } = limitsAt();
  const bytes = (count: number) => '42'.padEnd(count, 'x');
  expect(send(bytes(16 * 1024))).toBeNull();
  expect(send(bytes(16 * 1024 + 1))).toBe('packet');
  limits.authenticated([]);
  expect(limits.maxFrameBytes()).toBe(64 * 1024);
  expect(send(bytes(64 * 1024 + 1))).toBe('packet');
  limits.authenticated(LARGE_EVENTS);
  expect(limits.maxFrameBytes()).toBe(12 * 1024 * 1024);
  expect(send(`42["send_image",{"image":"data:image/png;base64,${'A'.repeat(11 * 1024 * 1024)}"}]`)).toBeNull();
});

test('createFrameLimits: an authenticated connection has 2 MB of packets at once and 1 MB a second', () => {
  const { clock, limits, readOf } = limitsAt();
  limits.authenticated([]);
  const packet = '42'.padEnd(64 * 1024, 'x');
  expect(readOf(packet)).toEqual({ read: 32, excess: 'bytes' });
  clock.ms += 1_000;
  expect(readOf(packet)).toEqual({ read: 16, excess: 'bytes' });
});
