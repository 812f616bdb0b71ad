import type { ChatMessage, MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { IMAGE_TIMEOUT_MS, MESSAGE_TIMEOUT_MS } from '@hai-dang/contract/constants.ts';
import { within } from '../../lib/within.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { createOutboxEntries } from './outbox-entries.ts';
import { type Outcome, outcomeOf } from './outbox-outcome.ts';
import type { ImageFacts, OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/** Timeout for the acknowledgement of one attempt to send a text. */
const ATTEMPT_TIMEOUT_MS = 5_000;
/** An attempt that ignores its own timeout, for instance because code never loads, is aborted this much later. */
const ATTEMPT_GRACE_MS = 1_000;
const RETRY_PAUSE_MS = 1_000;
const LISTENER_TIMEOUT_MS = 5_000;
/** Older entries, of a browser that was closed, are not sent automatically: they may be obsolete. */
const SENT_BY_ITSELF_FOR_MS = 24 * 60 * 60_000;

/** The parameters of one attempt. */
export interface Attempt {
  /** The timeout; of an image, since its last upload progress. */
  readonly timeoutMs: number;
  /** Aborted when the attempt is no longer needed. */
  readonly signal: AbortSignal;
  /** Call it on each upload progress of an image. */
  readonly onProgress: () => void;
}

export interface OutboxParts {
  /** It always responds, and rejects nothing but an image that it has no room for: see withFallback. */
  readonly storage: OutboxStorage;
  /** The id of the signed-in administrator. */
  readonly owner: () => string | undefined;
  /**
   * Makes one attempt.
   * @throws AskError, or ApiError for a call over HTTP
   */
  readonly ask: (entry: OutboxEntry, attempt: Attempt) => Promise<ChatMessage>;
  /** Runs `work` while no other tab runs work of the same name. It may reject without running it. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Notifies other tabs that the storage has changed. */
  readonly announce: () => void;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Receives each message that the server has stored; undefined where it is unknown which. The entry stays pending until
 * the listener is done, at most for a few seconds.
 */
export type StoredListener = (message: ChatMessage | undefined) => void | Promise<void>;

const timeoutOf = ({ picture }: OutboxEntry): number => (picture ? IMAGE_TIMEOUT_MS : MESSAGE_TIMEOUT_MS);
/** An image is not sent again while the server may still be processing it. */
const attemptTimeoutOf = ({ picture }: OutboxEntry): number => (picture ? IMAGE_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS);

/**
 * Pending texts and images (the wire contract, Delivery): written to the storage before they are sent, sent one after
 * another in each conversation and retried until they are acknowledged, rejected, or unconfirmed for 30 s of
 * connection; images for 60 s without upload progress.
 */
export function createOutbox(parts: OutboxParts) {
  const { storage, owner, now } = parts;
  const storedListeners = new Set<StoredListener>();
  /** Conversations being sent; true if there are newer entries. */
  const draining = new Map<string, boolean>();
  /** Attempts that wait for their response, which may also be an event. */
  const attempts = new Map<string, (outcome: Outcome) => void>();

  async function publishStored(message: ChatMessage | undefined): Promise<void> {
    async function call(listener: StoredListener): Promise<void> {
      try {
        await listener(message);
      } catch (error) {
        reportError(error);
      }
    }
    // A listener that fails or never ends must not hold up the conversation: the message is stored.
    await Promise.allSettled([...storedListeners].map((listener) => within(LISTENER_TIMEOUT_MS, call(listener))));
  }

  const entries = createOutboxEntries({
    storage,
    owner,
    now,
    announce: parts.announce,
    onRemovedElsewhere: () => void publishStored(undefined),
  });
  const find = (tempId: string) => entries.get().find((entry) => entry.tempId === tempId);

  /**
   * Adds the elapsed time to an entry and to all entries behind it in the conversation, and fails those that time out.
   * A stalled image does not count against a text behind it, which is a thousand times smaller.
   */
  async function countWaiting({ tempId, userId, picture }: OutboxEntry, elapsedMs: number): Promise<void> {
    const waiting = entries
      .get()
      .filter((entry) => (picture ? entry.tempId === tempId : entry.userId === userId) && entries.isDue(entry));
    await Promise.all(
      waiting.map((entry) => {
        const waitedMs = entry.waitedMs + elapsedMs;
        return entries.write({
          ...entry,
          waitedMs,
          ...(waitedMs >= timeoutOf(entry) && { error: strings.sendFailed }),
        });
      }),
    );
  }

  /** @param onProgress see {@link Attempt} */
  async function attempt(entry: OutboxEntry, onProgress: () => void): Promise<Outcome> {
    const aborter = new AbortController();
    const timeoutMs = Math.max(1, Math.min(attemptTimeoutOf(entry), timeoutOf(entry) - entry.waitedMs));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const outcome = await new Promise<Outcome>((resolve) => {
      attempts.set(entry.tempId, resolve);
      function watch(): void {
        clearTimeout(timer);
        if (!aborter.signal.aborted) timer = setTimeout(resolve, timeoutMs + ATTEMPT_GRACE_MS, { kind: 'no-response' });
      }
      watch();
      const watched = () => {
        watch();
        onProgress();
      };
      parts.ask(entry, { timeoutMs, signal: aborter.signal, onProgress: watched }).then(
        (message) => resolve({ kind: 'stored', message }),
        (error: unknown) => resolve(outcomeOf(error)),
      );
    });
    clearTimeout(timer);
    attempts.delete(entry.tempId);
    aborter.abort();
    return outcome;
  }

  async function settle(entry: OutboxEntry, outcome: Outcome): Promise<void> {
    if (entries.isRemoved(entry.tempId)) return;
    if (outcome.kind === 'stored') {
      // The message is shown before the pending entry is removed: it is never missing in between.
      await publishStored(outcome.message);
      await entries.forget(entry.tempId);
    } else if (outcome.kind === 'rejected') {
      await entries.write({ ...entry, error: outcome.error });
    }
  }

  /** Applies the changes of other tabs. */
  async function reload(): Promise<void> {
    await entries.reload();
    for (const [tempId, end] of attempts) if (!find(tempId)) end({ kind: 'discarded' });
  }

  /** Sends the due entries of one conversation, until none is left or the connection breaks. */
  async function sendAll(adminId: string, userId: string): Promise<void> {
    for (;;) {
      await reload();
      if (owner() !== adminId) return;
      const entry = entries.get().find((candidate) => candidate.userId === userId && entries.isDue(candidate));
      if (!entry) return;
      if (now() - entry.createdAt > SENT_BY_ITSELF_FOR_MS) {
        await entries.write({ ...entry, error: strings.sendFailed });
        continue;
      }
      let aliveAt = now();
      const outcome = await attempt(entry, () => {
        aliveAt = now();
      });
      if (outcome.kind === 'not-connected') return;
      if (outcome.kind === 'no-response') {
        await parts.sleep(Math.max(outcome.pauseMs ?? 0, RETRY_PAUSE_MS * (0.5 + Math.random())));
        // The clock may have been set back.
        await countWaiting(entry, Math.max(0, now() - aliveAt));
      } else {
        await settle(entry, outcome);
      }
    }
  }

  async function drain(userId: string): Promise<void> {
    const isRunning = draining.has(userId);
    draining.set(userId, isRunning);
    if (isRunning) return;
    try {
      do {
        draining.set(userId, false);
        // Another administrator may have signed in since.
        const adminId = owner();
        if (adminId === undefined) return;
        const send = () => sendAll(adminId, userId);
        // Without the lock another tab may send the same entry: the server stores it once.
        await parts.alone(`hai-dang-outbox:${adminId}:${userId}`, send).catch(send);
      } while (draining.get(userId) === true);
    } finally {
      draining.delete(userId);
    }
  }

  async function enqueue(entry: OutboxEntry): Promise<void> {
    await entries.write(entry);
    await drain(entry.userId);
  }

  return {
    /** The pending and failed entries, sorted; the same array until an entry changes. */
    get: entries.get,

    /** @returns ends the subscription */
    subscribe: entries.subscribe,

    /** @returns ends the subscription */
    onStored(listener: StoredListener): () => void {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },

    /**
     * Queues a text.
     * @param text trimmed, not empty
     * @param quote of a message of the same conversation
     */
    send(userId: string, text: string, quote?: MessageQuote): void {
      const entry = entries.create(userId, text, quote);
      if (entry) void enqueue(entry);
    },

    /**
     * Queues an image.
     * @param caption trimmed, perhaps empty
     * @returns when it is written to the storage
     * @throws if the browser has no room for it
     */
    async sendImage(userId: string, bytes: Blob, picture: ImageFacts, caption: string): Promise<void> {
      const entry = entries.create(userId, caption);
      if (!entry) return;
      await entries.write({ ...entry, picture }, bytes);
      void drain(userId);
    },

    /** Sends a failed entry again, with the same tempId, so that it cannot be stored twice. */
    resend(tempId: string): void {
      const entry = find(tempId);
      if (entry) void enqueue({ ...entry, error: undefined, createdAt: entries.stamp(), waitedMs: 0 });
    },

    /** Discards a failed or pending entry; what the server has already stored stays a message. */
    discard(tempId: string): void {
      void entries.forget(tempId);
      attempts.get(tempId)?.({ kind: 'discarded' });
    },

    /** Sends the due entries of all conversations: call it after each connection. */
    async flush(): Promise<void> {
      await reload();
      const waiting = new Set(
        entries
          .get()
          .filter(entries.isDue)
          .map(({ userId }) => userId),
      );
      await Promise.all([...waiting].map(drain));
    },

    /** Call it when another tab has changed the storage. */
    reload,

    /**
     * The server has stored an entry of this administrator.
     * @param message undefined where the server did not send it
     */
    onSent(tempId: string, message: ChatMessage | undefined): void {
      const waiting = attempts.get(tempId);
      if (waiting) waiting({ kind: 'stored', message });
      else if (find(tempId)) void entries.forget(tempId);
    },

    /** The server has rejected a message by an event instead of its acknowledgement. */
    onMessageError(tempId: string | null, error: string): void {
      if (tempId !== null) attempts.get(tempId)?.({ kind: 'rejected', error: error || strings.sendFailed });
    },
  };
}
