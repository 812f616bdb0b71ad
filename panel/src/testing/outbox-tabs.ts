import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect, vi } from 'vitest';
import { type Attempt, createOutbox } from '../chat/outbox/outbox.ts';
import { createMemoryStorage, type OutboxEntry, type OutboxStorage } from '../chat/outbox/outbox-storage.ts';
import { ApiError } from '../lib/api-error.ts';
import { AskError } from '../lib/socket-ask.ts';
import { SAMPLE_MESSAGE, sampleSender } from './samples.ts';

export const ADMIN = 'admin-1';
export const LAN = 'user-lan';
export const MINH = 'user-minh';
/** The error of a failure without a reason from the server. */
export const DEFAULT_ERROR = 'Lỗi gửi tin nhắn';

/**
 * What happens to an attempt in flight. All losses look the same to the sender; 'breaks off' does so at once. 'is slow'
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
  picture ? new ApiError({ status: 0, code: 'NETWORK' }) : new AskError('unanswered', 'no answer');

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
    /** Of the next attempts; 'arrives' for those after them. */
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
