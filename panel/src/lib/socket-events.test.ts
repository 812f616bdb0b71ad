import { messagesMarkedRead } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, it, vi } from 'vitest';
import { createEventHandlers } from './socket-events.ts';

it('deliver: a handler that throws is reported, and the other handlers still receive the event', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const handlers = createEventHandlers();
  const fault = new Error('broken');
  const received: unknown[] = [];
  handlers.on(messagesMarkedRead, () => {
    throw fault;
  });
  handlers.on(messagesMarkedRead, (payload) => received.push(payload));
  const payload = { byUserId: 'a', forUserId: 'b', upToSeq: 1 };
  handlers.deliver(messagesMarkedRead.name, payload);
  expect(received).toEqual([payload]);
  expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
  vi.unstubAllGlobals();
});

it('hold: events wait until every hold has ended, and are delivered to later handlers in the order of receipt', () => {
  const handlers = createEventHandlers();
  const received: unknown[] = [];
  const ends = [handlers.hold(), handlers.hold()];
  handlers.deliver(messagesMarkedRead.name, { byUserId: 'a', forUserId: 'b', upToSeq: 1 });
  handlers.unlessHeld(() => received.push('connected'));
  handlers.deliver(messagesMarkedRead.name, { byUserId: 'a', forUserId: 'b', upToSeq: 2 });
  handlers.on(messagesMarkedRead, ({ upToSeq }) => received.push(upToSeq));
  ends[0]?.();
  expect(received).toEqual([]);
  ends[1]?.();
  expect(received).toEqual([1, 'connected', 2]);
});

it('hold: a function that throws when the hold ends is reported, and the others still run', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const handlers = createEventHandlers();
  const fault = new Error('broken');
  const received: unknown[] = [];
  const release = handlers.hold();
  handlers.unlessHeld(() => {
    throw fault;
  });
  handlers.unlessHeld(() => received.push('connected'));
  release();
  expect(received).toEqual(['connected']);
  expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
  vi.unstubAllGlobals();
});
