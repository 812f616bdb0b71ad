import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AskError } from '../../lib/socket-ask.ts';
import {
  ADMIN,
  createLocks,
  createReceiver,
  DEFAULT_ERROR,
  emptied,
  errors,
  type Fate,
  LAN,
  MINH,
  openTab,
} from '../../testing/outbox-tabs.ts';
import { SAMPLE_MESSAGE } from '../../testing/samples.ts';
import { quoteOf } from '../quotes/quote.ts';
import { createMemoryStorage, withFallback } from './outbox-storage.ts';

describe('createOutbox: texts', () => {
  it('send: writes the entry before it is sent, and removes it once it is stored', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    const outbox = openTab(receiver, storage);
    const written = vi.spyOn(storage, 'put');
    outbox.send(LAN, 'chào');
    expect(outbox.get()).toMatchObject([{ text: 'chào', userId: LAN, adminId: ADMIN }]);
    expect(receiver.attempted).toEqual([]);
    await emptied(outbox);
    expect(written).toHaveBeenCalledTimes(1);
    expect(receiver.contents(LAN)).toEqual(['chào']);
    expect(await storage.all(ADMIN)).toEqual([]);
  });

  it('send: the quote is in the entry of every attempt, and after a reload', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    receiver.fates.push('not connected');
    const quote = quoteOf(SAMPLE_MESSAGE);
    openTab(receiver, storage).send(LAN, 'chào', quote);
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['chào']));
    expect(await storage.all(ADMIN)).toMatchObject([{ text: 'chào', quote }]);
    const reloaded = openTab(receiver, storage);
    await reloaded.reload();
    expect(reloaded.get()).toMatchObject([{ text: 'chào', quote }]);
  });

  it('is published as stored before the entry is removed', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    const seen: unknown[] = [];
    outbox.onStored((message) => {
      seen.push([message?.content, outbox.get().length]);
    });
    outbox.send(LAN, 'chào');
    await emptied(outbox);
    expect(seen).toEqual([['chào', 1]]);
  });

  it('the entry stays until an onStored listener that refetches it is done', async () => {
    const outbox = openTab(createReceiver());
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const asked = vi.fn(() => read);
    outbox.onStored(asked);
    outbox.send(LAN, 'chào');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(outbox.get()).toHaveLength(1);
    resolve();
    await emptied(outbox);
  });

  it('rejected by the server: is not retried and shows the reason, until it is sent again', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push(new AskError('rejected', 'Không tìm thấy người dùng để trò chuyện', 'GONE'));
    outbox.send(LAN, 'một');
    outbox.send(LAN, 'hai');
    await vi.waitFor(() => expect(receiver.contents(LAN)).toEqual(['hai']));
    expect(errors(outbox)).toEqual([['một', 'Không tìm thấy người dùng để trò chuyện']]);
    await outbox.flush();
    expect(receiver.attempted).toEqual(['một', 'hai']);
    outbox.resend(outbox.get()[0]?.tempId ?? '');
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['hai', 'một']);
  });

  it('without confirmation for 30 s of connection: fails, can be sent again, and is stored once', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    const before = receiver.now();
    receiver.fates.push(...Array<Fate>(40).fill('its answer is lost'));
    outbox.send(LAN, 'chào');
    await vi.waitFor(() => expect(errors(outbox)).toEqual([['chào', DEFAULT_ERROR]]));
    expect(receiver.now() - before).toBeGreaterThanOrEqual(30_000);
    expect(receiver.now() - before).toBeLessThan(33_000);
    receiver.fates.length = 0;
    await outbox.flush();
    expect(errors(outbox)).toHaveLength(1);
    outbox.resend(outbox.get()[0]?.tempId ?? '');
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['chào']);
  });

  it('waits an hour without a connection, and is sent once', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    for (let minute = 0; minute < 60; minute += 1) {
      receiver.fates.push('not connected');
      receiver.passTime(60_000);
      if (minute === 0) outbox.send(LAN, 'chào');
      else await outbox.flush();
      await vi.waitFor(() => expect(receiver.attempted).toHaveLength(minute + 1));
    }
    expect(errors(outbox)).toEqual([['chào', undefined]]);
    await outbox.flush();
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['chào']);
  });

  it('of the previous day: is not sent automatically', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('not connected');
    outbox.send(LAN, 'chào');
    await vi.waitFor(() => expect(receiver.attempted).toHaveLength(1));
    receiver.passTime(25 * 60 * 60_000);
    await outbox.flush();
    expect(errors(outbox)).toEqual([['chào', DEFAULT_ERROR]]);
    expect(receiver.stored).toEqual([]);
    outbox.discard(outbox.get()[0]?.tempId ?? '');
    expect(outbox.get()).toEqual([]);
  });

  it('a pending text does not delay another conversation', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('never ends');
    outbox.send(LAN, 'chào Lan');
    await vi.waitFor(() => expect(receiver.attempted).toHaveLength(1));
    outbox.send(MINH, 'chào Minh');
    await vi.waitFor(() => expect(receiver.contents(MINH)).toEqual(['chào Minh']));
  });

  it('an event confirms or rejects it as well as the acknowledgement', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('never ends', 'never ends');
    outbox.send(LAN, 'một');
    outbox.send(LAN, 'hai');
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['một']));
    const [first, second] = outbox.get();
    if (!first || !second) throw new Error('two are on their way');
    outbox.onSent(first.tempId, receiver.store(first));
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['một', 'hai']));
    outbox.onMessageError(second.tempId, '');
    await vi.waitFor(() => expect(errors(outbox)).toEqual([['hai', DEFAULT_ERROR]]));
  });

  it('an attempt that never ends times out like one without a response, and is then repeated', async () => {
    vi.useFakeTimers();
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('never ends');
    outbox.send(LAN, 'chào');
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await emptied(outbox);
    expect(receiver.aborted).toContain('chào');
    expect(receiver.contents(LAN)).toEqual(['chào']);
  });

  it('an event without the message confirms it too: the conversation is then refetched', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    const stored: unknown[] = [];
    outbox.onStored((message) => {
      stored.push(message);
    });
    receiver.fates.push('never ends');
    outbox.send(LAN, 'một');
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['một']));
    outbox.onSent(outbox.get()[0]?.tempId ?? '', undefined);
    await vi.waitFor(() => expect(outbox.get()).toEqual([]));
    expect(stored).toEqual([undefined]);
  });

  it('without browser storage: lasts as long as the page', async () => {
    const receiver = createReceiver();
    const reject = () => Promise.reject(new Error('SecurityError'));
    const storage = withFallback({ all: reject, put: reject, bytes: reject, remove: reject }, createMemoryStorage());
    const outbox = openTab(receiver, storage);
    receiver.fates.push('is lost');
    outbox.send(LAN, 'chào');
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['chào']);
  });
});

describe('createOutbox: texts with losses on the network', () => {
  const fate = fc.constantFrom('arrives', 'is lost', 'its answer is lost', 'not connected' as const);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), userId: fc.constantFrom(LAN, MINH) }),
    fc.constant({ kind: 'reload' as const }),
    fc.constant({ kind: 'flush' as const }),
    fc.constant({ kind: 'task' as const }),
  );

  it('each text is stored once and in order, over reloads and in several tabs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fate, { maxLength: 12 }), async (steps, fates) => {
        const receiver = createReceiver();
        // So few losses that no entry waits for 30 s.
        let losses = 0;
        receiver.fates.push(...fates.map((one) => (one.includes('lost') && ++losses > 3 ? 'arrives' : one)));
        const storage = createMemoryStorage();
        const alone = createLocks();
        const tabs = [openTab(receiver, storage, alone)];
        const sent: Record<string, string[]> = { [LAN]: [], [MINH]: [] };
        for (const [index, one] of steps.entries()) {
          const tab = tabs.at(-1);
          if (one.kind === 'send') {
            tab?.send(one.userId, `tin ${index}`);
            sent[one.userId]?.push(`tin ${index}`);
            receiver.passTime(1);
          } else if (one.kind === 'flush') void tab?.flush();
          else await new Promise((resolve) => setTimeout(resolve));
          if (one.kind === 'reload') tabs.push(openTab(receiver, storage, alone));
        }
        const last = tabs.at(-1);
        for (let round = 0; round < 20 && (await storage.all(ADMIN)).length > 0; round += 1) await last?.flush();
        expect(await storage.all(ADMIN)).toEqual([]);
        expect(receiver.contents(LAN)).toEqual(sent[LAN]);
        expect(receiver.contents(MINH)).toEqual(sent[MINH]);
      }),
      { numRuns: 60 },
    );
  });
});
