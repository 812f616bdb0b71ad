import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { IMAGE_TIMEOUT_MS, MESSAGE_TIMEOUT_MS } from '@hai-dang/contract/constants.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { createOutboxEntries } from './outbox-entries.ts';
import { type Outcome, outcomeOf } from './outbox-outcome.ts';
import type { ImageFacts, OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/** How long one attempt to send a text waits for its acknowledgement. */
const ATTEMPT_TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 1_000;
/** What has waited longer, in a browser that was closed, is not sent without a word: it may have lost its sense. */
const SENT_BY_ITSELF_FOR_MS = 24 * 60 * 60_000;

/** One attempt, from the side of who makes it. */
export interface Attempt {
  /** How long it may wait; of a picture, from the last part of it on that went out. */
  readonly timeoutMs: number;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** To be called with each part of a picture that has gone out. */
  readonly onProgress: () => void;
}

export interface OutboxParts {
  readonly storage: OutboxStorage;
  /** Who is signed in. */
  readonly owner: () => string | undefined;
  /** One attempt. @throws AskError, or ApiError for what goes over HTTP */
  readonly ask: (entry: OutboxEntry, attempt: Attempt) => Promise<ChatMessage>;
  /** Runs `work` while no other tab runs work of the same name. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Tells other tabs that the storage has changed. */
  readonly announce: () => void;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Receives each message that the server has stored; undefined where it is not known which. What is on its way is shown as
 * such until the listener is done.
 */
export type StoredListener = (message: ChatMessage | undefined) => void | Promise<void>;

const timeoutOf = ({ picture }: OutboxEntry): number => (picture ? IMAGE_TIMEOUT_MS : MESSAGE_TIMEOUT_MS);
/** A picture is not sent anew as long as the server may still be working on it. */
const attemptTimeoutOf = ({ picture }: OutboxEntry): number => (picture ? IMAGE_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS);

/**
 * Texts and pictures on their way (the wire contract, Delivery): written down before they are sent, sent one after
 * another in each conversation and again until they are acknowledged, refused, or unconfirmed for 30 s of connection;
 * pictures for 60 s, in which nothing of them went out.
 */
export function createOutbox(parts: OutboxParts) {
  const { storage, owner, now } = parts;
  const storedListeners = new Set<StoredListener>();
  /** Conversations being sent; true if there is more since. */
  const draining = new Map<string, boolean>();
  /** Attempts that wait for their answer, which may also come as an event. */
  const attempts = new Map<string, (outcome: Outcome) => void>();

  async function publishStored(message: ChatMessage | undefined): Promise<void> {
    await Promise.all([...storedListeners].map((listener) => listener(message)));
  }

  const entries = createOutboxEntries({
    storage,
    owner,
    now,
    announce: parts.announce,
    onGoneElsewhere: () => void publishStored(undefined),
  });
  const find = (tempId: string) => entries.get().find((entry) => entry.tempId === tempId);

  /**
   * Lets all that wait in a conversation behind one of them have waited so long, and gives up what has waited too long.
   * A picture that does not go out says nothing of a text behind it, which is a thousand times smaller.
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
    const outcome = await new Promise<Outcome>((resolve) => {
      attempts.set(entry.tempId, resolve);
      parts.ask(entry, { timeoutMs, signal: aborter.signal, onProgress }).then(
        (message) => resolve({ kind: 'stored', message }),
        (error: unknown) => resolve(outcomeOf(error)),
      );
    });
    attempts.delete(entry.tempId);
    aborter.abort();
    return outcome;
  }

  async function settle(entry: OutboxEntry, outcome: Outcome): Promise<void> {
    if (entries.isGone(entry.tempId)) return;
    if (outcome.kind === 'stored') {
      // First shown as a message, then taken away as one on its way: it is never missing in between.
      await publishStored(outcome.message);
      await entries.forget(entry.tempId);
    } else if (outcome.kind === 'rejected') {
      await entries.write({ ...entry, error: outcome.error });
    }
  }

  /** Takes over what other tabs have done. */
  async function reload(): Promise<void> {
    await entries.reload();
    for (const [tempId, end] of attempts) if (!find(tempId)) end({ kind: 'discarded' });
  }

  /** Sends what is due in one conversation, until nothing is or the connection is away. */
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
      if (outcome.kind === 'unanswered') {
        await parts.sleep(Math.max(outcome.pauseMs ?? 0, RETRY_PAUSE_MS * (0.5 + Math.random())));
        await countWaiting(entry, now() - aliveAt);
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
        // Somebody else may have signed in since.
        const adminId = owner();
        if (adminId === undefined) return;
        await parts.alone(`hai-dang-outbox:${adminId}:${userId}`, () => sendAll(adminId, userId));
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
    /** What is on its way or has failed, in its order; the same array until something changes. */
    get: entries.get,

    /** @returns ends that */
    subscribe: entries.subscribe,

    /** @returns ends that */
    onStored(listener: StoredListener): () => void {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },

    /** Sends a text, as soon as may be. @param text trimmed, not empty */
    send(userId: string, text: string): void {
      const entry = entries.create(userId, text);
      if (entry) void enqueue(entry);
    },

    /**
     * Sends a picture, as soon as may be.
     * @param caption trimmed, perhaps empty
     * @returns when it is written down
     * @throws where the browser has no room for it
     */
    async sendImage(userId: string, bytes: Blob, picture: ImageFacts, caption: string): Promise<void> {
      const entry = entries.create(userId, caption);
      if (!entry) return;
      await entries.write({ ...entry, picture }, bytes);
      void drain(userId);
    },

    /** Sends again what has failed: the same message, so that it cannot be there twice. */
    resend(tempId: string): void {
      const entry = find(tempId);
      if (entry) void enqueue({ ...entry, error: undefined, createdAt: entries.stamp(), waitedMs: 0 });
    },

    /** Throws away what has failed, or is not to be sent any more; what the server has by then stays a message. */
    discard(tempId: string): void {
      void entries.forget(tempId);
      attempts.get(tempId)?.({ kind: 'discarded' });
    },

    /** Sends whatever is due in all conversations: to be called when the connection is there. */
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

    /** Another tab has changed the storage. */
    reload,

    /**
     * The server has stored what this administrator sent.
     * @param message undefined where only that is said
     */
    onSent(tempId: string, message: ChatMessage | undefined): void {
      const waiting = attempts.get(tempId);
      if (waiting) waiting({ kind: 'stored', message });
      else if (find(tempId)) void entries.forget(tempId);
    },

    /** The server has refused a message other than by its acknowledgement. */
    onMessageError(tempId: string | null, error: string): void {
      if (tempId !== null) attempts.get(tempId)?.({ kind: 'rejected', error: error || strings.sendFailed });
    },
  };
}
