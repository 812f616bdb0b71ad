import { messageDeleted, messagesMarkedRead } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import type { ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createEventHandlers } from '../../lib/socket-events.ts';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import type { MessagePage, MessageRange } from './conversation.api.ts';
import { createConversation, unreadUpTo } from './conversation-store.ts';

const USER = 'lan';

/** The server's messages of one conversation, and a connection to it that can fail. */
function createServerSide(count: number, pageSize = 5) {
  const stored: ChatMessage[] = [];
  const handlers = createEventHandlers();
  const connected = new Set<() => void>();
  const asked: MessageRange[] = [];
  let isAway = false;
  function store(): ChatMessage {
    const seq = stored.length + 1;
    const isAdminMessage = seq % 2 === 0;
    const message: ChatMessage = {
      ...SAMPLE_MESSAGE,
      _id: `m${seq}`,
      content: `tin ${seq}`,
      sender: isAdminMessage ? sampleSender('admin-2', 'admin') : sampleSender(USER, 'user'),
      receiver: isAdminMessage ? USER : null,
      createdAt: new Date(seq).toISOString(),
      isAdminMessage,
      seq,
    };
    stored.push(message);
    return message;
  }
  for (let index = 0; index < count; index += 1) store();
  return {
    stored,
    asked,
    store,
    goAway: (away: boolean) => {
      isAway = away;
    },
    publish: (event: ToClientEvent, payload: unknown) => handlers.deliver(event.name, payload),
    connect: () => {
      for (const callback of connected) callback();
    },
    socket: {
      on: handlers.on,
      onConnected: (callback: () => void) => {
        connected.add(callback);
        return () => connected.delete(callback);
      },
    },
    async fetch(range: MessageRange): Promise<MessagePage> {
      asked.push(range);
      const lastSeq = stored.length;
      const { before = lastSeq + 1, after, limit = pageSize } = range;
      const size = Math.min(limit, pageSize);
      const messages =
        after === undefined
          ? stored.slice(Math.max(0, Math.min(before - 1, lastSeq) - size), before - 1)
          : stored.slice(after, after + size);
      await Promise.resolve();
      if (isAway) throw new Error('no network');
      return { messages, conversation: { lastSeq, userReadSeq: 0, adminReadSeq: 0 } };
    },
  };
}

function open(server: ReturnType<typeof createServerSide>, fetch = server.fetch) {
  const conversation = createConversation({
    userId: USER,
    socket: server.socket,
    fetch,
    onStored: () => () => undefined,
  });
  return {
    conversation,
    stop: conversation.start(),
    seqs: () => conversation.get().state.messages.map(({ seq }) => seq),
  };
}
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('createConversation', () => {
  it('loads the newest messages, then older ones on demand, until the first', async () => {
    const server = createServerSide(12);
    const { conversation, seqs } = open(server);
    await vi.waitFor(() => expect(seqs()).toEqual(upTo(8, 12)));
    await conversation.readOlder();
    await conversation.readOlder();
    expect(seqs()).toEqual(upTo(1, 12));
    await conversation.readOlder();
    expect(server.asked).toEqual([{}, { before: 8 }, { before: 3 }]);
  });

  it('after a reconnect shows edits and deletions made meanwhile, and those of an event at once', async () => {
    const server = createServerSide(4);
    const recent = new Date().toISOString();
    for (const message of server.stored.slice(1)) message.createdAt = recent;
    const { conversation } = open(server);
    const contents = () => conversation.get().state.messages.map(({ content }) => content);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    Object.assign(server.stored[1] ?? {}, { content: 'đã sửa', editedAt: recent });
    server.stored[1] = { ...SAMPLE_MESSAGE, ...server.stored[1] };
    server.connect();
    await vi.waitFor(() => expect(contents()).toEqual(['tin 1', 'đã sửa', 'tin 3', 'tin 4']));
    expect(server.asked).toEqual([{}, { after: 1 }]);
    const message = { ...server.stored[3], content: 'đã thu hồi', deletedAt: recent };
    server.publish(messageDeleted, { messageId: 'm4', userId: USER, message, isLast: true });
    expect(contents().at(-1)).toBe('đã thu hồi');
  });

  it('fetches the missing messages after a lost event', async () => {
    const server = createServerSide(3);
    const { conversation, seqs } = open(server);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    server.store();
    server.publish(receiveMessage, server.store());
    await vi.waitFor(() => expect(seqs()).toEqual(upTo(1, 5)));
    expect(server.asked).toEqual([{}, { after: 3 }]);
  });

  it('ignores events of another conversation, and all events after it was closed', async () => {
    const server = createServerSide(1);
    const { conversation, stop, seqs } = open(server);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    const [first] = server.stored;
    server.publish(receiveMessage, { ...first, _id: 'x', sender: { _id: 'minh' }, seq: 2 });
    server.publish(messagesMarkedRead, { byUserId: 'minh', upToSeq: 9 });
    expect(seqs()).toEqual([1]);
    expect(conversation.get().state.userReadSeq).toBe(0);
    stop();
    server.publish(receiveMessage, server.store());
    expect(seqs()).toEqual([1]);
  });

  it('reports a failed fetch, and fetches again once the connection is back', async () => {
    const server = createServerSide(2);
    server.goAway(true);
    const { conversation, seqs } = open(server);
    await vi.waitFor(() => expect(conversation.get().failure).toBeInstanceOf(Error));
    expect(conversation.get()).toMatchObject({ isCurrent: false, isReading: false });
    server.goAway(false);
    server.connect();
    await vi.waitFor(() => expect(seqs()).toEqual([1, 2]));
    expect(conversation.get()).toMatchObject({ failure: null, isCurrent: true, unreadFrom: 'm1' });
    expect(unreadUpTo(conversation.get().state)).toBe(1);
  });

  it('does not loop when the server does not return the missing messages', async () => {
    const server = createServerSide(2);
    const { conversation } = open(server);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    const [first] = server.stored;
    server.publish(receiveMessage, { ...first, _id: 'm9', seq: 9 });
    await vi.waitFor(() => expect(conversation.get().isReading).toBe(false));
    expect(server.asked.length).toBeLessThan(5);
  });

  it('goTo: shows an old message, loads on from there, and returns to the newest', async () => {
    const server = createServerSide(100, 10);
    const { conversation, seqs } = open(server);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    conversation.goTo(97);
    expect(conversation.get(), 'it is shown already').toMatchObject({ target: { seq: 97 }, part: 0 });
    conversation.goTo(40);
    await vi.waitFor(() => expect(seqs()).toEqual(upTo(31, 50)));
    expect(conversation.get()).toMatchObject({ target: { seq: 40 }, part: 1, isCurrent: false });
    server.publish(receiveMessage, server.store());
    expect(seqs()).toEqual(upTo(31, 50));
    await conversation.readNewer();
    await conversation.readOlder();
    expect(seqs()).toEqual(upTo(21, 60));
    server.store();
    server.connect();
    await vi.waitFor(() => expect(conversation.get().isReading).toBe(false));
    expect(conversation.get().state.knownLastSeq, 'it knows of what was lost').toBe(102);
    conversation.goTo(undefined);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    expect(seqs()).toEqual(upTo(91, 102));
    expect(conversation.get()).toMatchObject({ target: undefined, part: 2 });
  });

  it('goTo: opens at a message, and at the newest where there is no such message', async () => {
    const server = createServerSide(100, 10);
    const conversation = createConversation({
      userId: USER,
      socket: server.socket,
      fetch: server.fetch,
      onStored: () => () => undefined,
    });
    conversation.goTo(40);
    const stop = conversation.start();
    await vi.waitFor(() => expect(conversation.get().target).toEqual({ seq: 40 }));
    expect(server.asked, 'nothing else is read').toEqual([
      { before: 41, limit: 51 },
      { after: 40, limit: 50 },
    ]);
    conversation.goTo(101);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    expect(conversation.get().state.messages.at(-1)?.seq).toBe(100);
    expect(conversation.get().target).toBeUndefined();
    stop();
  });

  it('goTo, readNewer: report a failed fetch, and succeed on a retry', async () => {
    const server = createServerSide(100, 10);
    const { conversation, seqs } = open(server);
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    server.goAway(true);
    conversation.goTo(40);
    await vi.waitFor(() => expect(conversation.get().failure).toBeInstanceOf(Error));
    expect(seqs()).toEqual(upTo(91, 100));
    server.goAway(false);
    conversation.retry();
    await vi.waitFor(() => expect(conversation.get().target).toEqual({ seq: 40 }));
    server.goAway(true);
    await conversation.readNewer();
    expect(conversation.get()).toMatchObject({ newerFailed: true, isReadingNewer: false });
    server.goAway(false);
    await conversation.readNewer();
    expect(conversation.get().newerFailed).toBe(false);
    expect(seqs()).toEqual(upTo(31, 60));
  });

  it('goTo: a pending fetch at the previous position does not block readOlder', async () => {
    const server = createServerSide(100, 10);
    const gate = Promise.withResolvers<void>();
    const { conversation, seqs } = open(server, async (range) => {
      if (range.before === 91) await gate.promise;
      return server.fetch(range);
    });
    await vi.waitFor(() => expect(conversation.get().isCurrent).toBe(true));
    const late = conversation.readOlder();
    conversation.goTo(40);
    await vi.waitFor(() => expect(seqs()).toEqual(upTo(31, 50)));
    await conversation.readOlder();
    expect(seqs()).toEqual(upTo(21, 50));
    gate.reject(new Error('no network'));
    await late;
    expect(conversation.get()).toMatchObject({ olderFailed: false, isReadingOlder: false });
  });

  it('ends in the server’s list, with events lost, late or repeated and with failed fetches', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...([
          'published',
          'published twice',
          'lost',
          'late',
          'away',
          'back',
          'connected',
          'older',
          'newer',
          'task',
        ] as const),
        ...(['to the past', 'to the newest'] as const),
      ),
      at: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20 }),
        fc.array(step, { maxLength: 25 }),
        fc.boolean(),
        async (count, steps, goesBack) => {
          const server = createServerSide(count, 3);
          const { conversation, stop, seqs } = open(server);
          const late: ChatMessage[] = [];
          for (const { kind, at } of steps) {
            if (kind === 'published' || kind === 'published twice') {
              const message = server.store();
              server.publish(receiveMessage, message);
              if (kind === 'published twice') server.publish(receiveMessage, message);
            } else if (kind === 'lost') server.store();
            else if (kind === 'late') late.push(server.store());
            else if (kind === 'away' || kind === 'back') server.goAway(kind === 'away');
            else if (kind === 'connected') server.connect();
            else if (kind === 'older') void conversation.readOlder();
            else if (kind === 'newer') void conversation.readNewer();
            else if (kind === 'to the past') conversation.goTo(at);
            else if (kind === 'to the newest') conversation.goTo(undefined);
            else await new Promise((resolve) => setTimeout(resolve));
          }
          for (const message of late) server.publish(receiveMessage, message);
          server.goAway(false);
          await new Promise((resolve) => setTimeout(resolve));
          if (goesBack) conversation.goTo(undefined);
          server.connect();
          await vi.waitFor(() => expect(conversation.get().isReading).toBe(false), { interval: 1 });
          for (let round = 0; round < 30 && !conversation.get().isCurrent; round += 1) {
            await conversation.readNewer();
            await vi.waitFor(() => expect(conversation.get().isReading).toBe(false), { interval: 1 });
          }
          const isRead = () => expect(conversation.get()).toMatchObject({ isReading: false, isCurrent: true });
          await vi.waitFor(isRead, { interval: 1 });
          expect(seqs()).toEqual(upTo(seqs()[0] ?? 1, server.stored.length));
          while ((seqs()[0] ?? 1) > 1) await conversation.readOlder();
          expect(seqs()).toEqual(upTo(1, server.stored.length));
          stop();
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('refreshImage', () => {
  const url = (seq: number, version: number) => `https://api.example/media/chat/lan/${seq}.webp?signature=${version}`;

  /** A conversation of image messages, whose URLs have the version that the server signs with. */
  async function openImages(count: number) {
    const server = createServerSide(count, 200);
    const sign = (version: number) => {
      for (const [index, message] of server.stored.entries()) {
        server.stored[index] = { ...message, type: 'image', content: url(index + 1, version) };
      }
    };
    sign(1);
    const { conversation, stop } = open(server);
    await vi.waitFor(() => expect(conversation.get().state.messages).toHaveLength(count));
    sign(2);
    server.asked.length = 0;
    const contents = () => conversation.get().state.messages.map(({ content }) => content);
    return { server, conversation, stop, contents };
  }

  it('several expired URLs at once: loads the messages around them once, none beyond those shown', async () => {
    const { server, conversation, contents, stop } = await openImages(30);
    for (const seq of [20, 12, 29]) conversation.refreshImage(url(seq, 1));
    await vi.waitFor(() => expect(contents()).toEqual(Array.from({ length: 30 }, (_, index) => url(index + 1, 2))));
    expect(server.asked).toEqual([{ after: 0, limit: 100 }]);
    stop();
  });

  it('a URL that is far from the first one: loads its messages too', async () => {
    const { server, conversation, contents, stop } = await openImages(190);
    for (const seq of [180, 20, 185]) conversation.refreshImage(url(seq, 1));
    await vi.waitFor(() => expect([contents()[19], contents()[179]]).toEqual([url(20, 2), url(180, 2)]));
    expect(server.asked.map(({ after }) => after)).toEqual([129, 0]);
    stop();
  });

  it('without a network: changes nothing, and the next call tries again', async () => {
    const { server, conversation, contents, stop } = await openImages(3);
    server.goAway(true);
    conversation.refreshImage(url(2, 1));
    await vi.waitFor(() => expect(server.asked).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    expect(contents()[1]).toBe(url(2, 1));
    server.goAway(false);
    conversation.refreshImage(url(2, 1));
    await vi.waitFor(() => expect(contents()[1]).toBe(url(2, 2)));
    stop();
  });

  it('a URL that no message contains: loads nothing', async () => {
    const { server, conversation, stop } = await openImages(3);
    conversation.refreshImage('https://elsewhere.example/a.webp?signature=1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.asked).toEqual([]);
    stop();
  });
});
