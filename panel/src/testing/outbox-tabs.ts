import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect, vi } from 'vitest';
import { type Attempt, createOutbox } from '../chat/outbox/outbox.ts';
import {
  createMemoryStorage,
  type OutboxEntry,
  type OutboxStorage,
  withFallback,
} from '../chat/outbox/outbox-storage.ts';
import { ApiError } from '../lib/api-error.ts';
import { AskError } from '../lib/socket-ask.ts';
import { SAMPLE_MESSAGE, sampleSender } from './samples.ts';

export const ADMIN = 'admin-1';
export const LAN = 'user-lan';
export const MINH = 'user-minh';
/** The error of a failure without a reason from the server. */
export const DEFAULT_ERROR = 'Lỗi gửi tin nhắn';

/**
 * The fate of an attempt in flight. All losses look the same to the sender; 'breaks off' does so at once. 'is slow'
 * sends for ten minutes before the response; an error is the server's response.
 */
export type Fate =
  | 'arrives'
  | 'is lost'
  | 'its answer is lost'
  | 'breaks off'
  | 'its answer breaks off'
  | 'not connected'
  | 'never ends'
  | 'is slow'
  | AskError
  | ApiError;

const unanswered = ({ picture }: OutboxEntry): Error =>
  picture ? new ApiError({ status: 0, code: 'NETWORK' }) : new AskError('no-response', 'no response');

/** The receiver's side of the delivery protocol: a key is stored once, and a repeat gets the stored message. */
export function createReceiver() {
  const stored: ChatMessage[] = [];
  const fates: Fate[] = [];
  const attempted: string[] = [];
  const aborted: string[] = [];
  let time = 1_000_000;

  function store({ tempId, text, picture, adminId, userId }: OutboxEntry): ChatMessage {
    const known = stored.find((message) => message.tempId === tempId);
    if (known) return known;
    const message: ChatMessage = {
      ...SAMPLE_MESSAGE,
      _id: `m${stored.length + 1}`,
      tempId,
      content: picture ? `image ${text}` : text,
      type: picture ? 'image' : 'text',
      sender: sampleSender(adminId, 'admin'),
      receiver: userId,
      createdAt: new Date(time).toISOString(),
      isAdminMessage: true,
      seq: stored.filter(({ receiver }) => receiver === userId).length + 1,
    };
    stored.push(message);
    return message;
  }

  return {
    stored,
    /** The fates of the next attempts; 'arrives' for those after them. */
    fates,
    /** The texts of all attempts, and of those that were aborted. */
    attempted,
    aborted,
    contents: (userId: string) => stored.filter(({ receiver }) => receiver === userId).map(({ content }) => content),
    store,
    passTime: (ms: number) => {
      time += ms;
    },
    now: () => time,
    async ask(entry: OutboxEntry, { timeoutMs, signal, onProgress }: Attempt): Promise<ChatMessage> {
      const fate = fates.shift() ?? 'arrives';
      attempted.push(entry.text);
      signal.addEventListener('abort', () => aborted.push(entry.text));
      if (fate === 'never ends') return new Promise(() => undefined);
      if (fate === 'not connected') throw new AskError('not-connected', 'Socket not connected');
      if (fate instanceof Error) throw fate;
      if (fate === 'is slow') {
        for (let minute = 0; minute < 10; minute += 1) {
          time += 55_000;
          onProgress();
        }
      }
      if (fate !== 'is lost' && fate !== 'breaks off') store(entry);
      if (fate === 'arrives' || fate === 'is slow') return store(entry);
      if (fate === 'is lost' || fate === 'its answer is lost') time += timeoutMs;
      throw unanswered(entry);
    },
  };
}
type Receiver = ReturnType<typeof createReceiver>;

/** Locks with the browser's interface, for the tabs of one test. */
export function createLocks() {
  const ends = new Map<string, Promise<void>>();
  return (name: string, work: () => Promise<void>): Promise<void> => {
    const end = (ends.get(name) ?? Promise.resolve()).then(work);
    ends.set(name, end);
    return end;
  };
}

/** The outbox of one tab; pass the same storage and locks to the tabs of one browser. */
export function openTab(receiver: Receiver, storage: OutboxStorage = createMemoryStorage(), alone = createLocks()) {
  return createOutbox({
    storage,
    owner: () => ADMIN,
    ask: receiver.ask,
    alone,
    announce: () => undefined,
    now: receiver.now,
    sleep: async (ms) => receiver.passTime(ms),
  });
}
type Shown = Pick<ReturnType<typeof openTab>, 'get'>;

/** The text and the error of each entry. */
export const errors = (outbox: Shown) => outbox.get().map(({ text, error }) => [text, error]);
export const emptied = (outbox: Shown) => vi.waitFor(() => expect(outbox.get()).toEqual([]));

/**
 * The server's response to an attempt. 'event' and 'error event' respond by an event instead of the acknowledgement,
 * 'late' by one after the timeout; 'breaks' stores it and closes the connection; 'hangs' never settles, not even after its
 * timeout.
 */
export const RESPONSES = [
  'ack',
  'reject',
  'lost',
  'answer lost',
  'event',
  'error event',
  'late',
  'breaks',
  'hangs',
] as const;
export type Response = (typeof RESPONSES)[number];
/** The fault of a call of the storage, of a lock that is requested, or of a listener of stored messages. */
export type Fault = 'none' | 'rejects' | 'is slow' | 'hangs';

const SLOW_MS = 4_000;
const never = <Value>() => new Promise<Value>(() => undefined);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function suffer(fault: Fault): Promise<void> {
  if (fault === 'hangs') await never();
  if (fault === 'is slow') await pause(SLOW_MS);
  if (fault === 'rejects') throw new Error('fault');
}

/** Locks that are released when their tab is closed. */
function createTabLocks(faultOf: () => Fault) {
  const closed = new WeakSet<object>();
  const queues = new Map<string, { readonly tab: object; readonly start: () => void }[]>();
  function leave(name: string, isLeaving: (request: { readonly tab: object }) => boolean): void {
    const before = queues.get(name) ?? [];
    const after = before.filter((request) => !isLeaving(request));
    queues.set(name, after);
    if (after[0] !== before[0]) after[0]?.start();
  }
  return {
    async request(tab: object, name: string, work: () => Promise<void>): Promise<void> {
      await suffer(faultOf());
      if (closed.has(tab)) return never();
      const { promise: granted, resolve: start } = Promise.withResolvers<void>();
      const own = { tab, start };
      const queue = queues.get(name) ?? [];
      queues.set(name, [...queue, own]);
      if (queue.length === 0) start();
      await granted;
      await work().finally(() => leave(name, (request) => request === own));
    },
    close(tab: object): void {
      closed.add(tab);
      for (const name of queues.keys()) leave(name, (request) => request.tab === tab);
    },
  };
}

/**
 * A browser with tabs, a session, a disk and a server, in which anything may fail; its time is that of Vitest's fake
 * timers. A closed tab stops where it is.
 */
export function createBrowser() {
  const disk = createMemoryStorage();
  const receiver = createReceiver();
  const responses: Response[] = [];
  const faults = { storage: [] as Fault[], lock: [] as Fault[], listener: [] as Fault[] };
  const next = (kind: keyof typeof faults): Fault => faults[kind].shift() ?? 'none';
  const locks = createTabLocks(() => next('lock'));
  const tabs = new Set<ReturnType<typeof openOne>>();
  const state: { adminId: string | undefined; lastResponse: Response } = { adminId: ADMIN, lastResponse: 'ack' };
  /** A database runs its transactions in order. */
  let diskIdle: Promise<unknown> = Promise.resolve();

  /** @param message undefined for a rejection */
  function emit(tempId: string, message: ChatMessage | undefined): void {
    for (const { isConnected, outbox } of tabs) {
      if (!isConnected()) continue;
      if (message) outbox.onSent(tempId, message);
      else outbox.onMessageError(tempId, 'rejected');
    }
  }

  function openOne() {
    let isOpen = true;
    /** Aborted with the connection. */
    let connection: AbortController | undefined;

    function onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
      if (!isOpen) return never();
      const fault = next('storage');
      // Another transaction does not wait for one that the browser has forgotten.
      if (fault === 'hangs') return never();
      const result = diskIdle.then(() => suffer(fault)).then(work);
      diskIdle = result.catch(() => undefined);
      return result.then((value) => (isOpen ? value : never()));
    }

    async function ask(entry: OutboxEntry, { timeoutMs }: Attempt): Promise<ChatMessage> {
      const { signal } = connection ?? {};
      if (!isOpen) return never();
      if (!signal) throw new AskError('not-connected', '');
      const response = responses.shift() ?? state.lastResponse;
      if (response === 'hangs') return never();
      if (response === 'reject') throw new AskError('rejected', 'rejected', 'GONE');
      if (response === 'error event') setTimeout(() => emit(entry.tempId, undefined), 1);
      if (response === 'lost' || response === 'error event') return timeOut();
      if (response === 'breaks') disconnect();
      const message = receiver.store(entry);
      if (response === 'event') setTimeout(() => emit(entry.tempId, message), 1);
      if (response === 'late') setTimeout(() => emit(entry.tempId, message), timeoutMs + 300);
      return response === 'ack' ? message : timeOut();

      /** A text fails at once where the connection breaks. */
      function timeOut(): Promise<never> {
        return new Promise((_resolve, reject) => {
          const end = () => reject(unanswered(entry));
          setTimeout(end, timeoutMs);
          if (entry.picture) return;
          if (signal?.aborted) end();
          else signal?.addEventListener('abort', end);
        });
      }
    }

    const outbox = createOutbox({
      storage: withFallback(
        {
          all: (adminId) => onDisk(() => disk.all(adminId)),
          put: (entry, bytes) => onDisk(() => disk.put(entry, bytes)),
          bytes: (tempId) => onDisk(() => disk.bytes(tempId)),
          remove: (tempId) => onDisk(() => disk.remove(tempId)),
        },
        createMemoryStorage(),
      ),
      owner: () => state.adminId,
      ask,
      alone: (name, work) => (isOpen ? locks.request(tab, name, work) : never()),
      announce() {
        if (isOpen) for (const other of tabs) if (other !== tab) setTimeout(() => other.flush());
      },
      now: () => Date.now(),
      sleep: (ms) => pause(ms).then(() => (isOpen ? undefined : never())),
    });
    outbox.onStored(() => suffer(next('listener')));

    function disconnect(): void {
      connection?.abort();
      connection = undefined;
    }

    const tab = {
      outbox,
      /** The texts of its entries. */
      written: [] as string[],
      isConnected: () => connection !== undefined,
      flush: () => void (isOpen && outbox.flush()),
      /** @param joinMs until the connection counts, and the outbox is flushed */
      connect(joinMs: number): void {
        if (state.adminId === undefined || connection) return;
        const opened = new AbortController();
        connection = opened;
        setTimeout(() => connection === opened && tab.flush(), joinMs);
      },
      disconnect,
      close(): void {
        isOpen = false;
        disconnect();
        tabs.delete(tab);
        locks.close(tab);
      },
    };
    return tab;
  }

  return {
    disk,
    receiver,
    responses,
    faults,
    state,
    tabs,
    open() {
      const tab = openOne();
      tabs.add(tab);
      tab.flush();
      return tab;
    },
    signIn(adminId: string | undefined): void {
      if (state.adminId === adminId) return;
      for (const tab of tabs) tab.disconnect();
      state.adminId = adminId;
    },
    /** Lets virtual time pass: each timer, and after it all that it has resolved. */
    async passTime(ms: number): Promise<void> {
      let isOver = false;
      setTimeout(() => {
        isOver = true;
      }, ms);
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersToNextTimer();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
