import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_TIMEOUT_MS } from '@hai-dang/contract/constants.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { type Outcome, outcomeOf } from './outbox-outcome.ts';
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/** How long one attempt waits for its acknowledgement. */
const ATTEMPT_TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 1_000;
/** What has waited longer, in a browser that was closed, is not sent without a word: it may have lost its sense. */
const SENT_BY_ITSELF_FOR_MS = 24 * 60 * 60_000;
const TEMP_ID_BYTES = 16;

export interface OutboxParts {
  readonly storage: OutboxStorage;
  /** Who is signed in. */
  readonly owner: () => string | undefined;
  /** One attempt. @throws AskError */
  readonly ask: (entry: OutboxEntry, timeoutMs: number) => Promise<ChatMessage>;
  /** Runs `work` while no other tab runs work of the same name. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Tells other tabs that the storage has changed. */
  readonly announce: () => void;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

function newTempId(): string {
  // randomUUID exists on pages with TLS only.
  const bytes = crypto.getRandomValues(new Uint8Array(TEMP_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const inOrder = (one: OutboxEntry, other: OutboxEntry): number =>
  one.createdAt - other.createdAt || (one.tempId < other.tempId ? -1 : 1);

/**
 * Texts on their way (the wire contract, Delivery): written down before they are sent, sent one after another in each
 * conversation and again until they are acknowledged, refused, or unconfirmed for 30 s of connection.
 */
export function createOutbox(parts: OutboxParts) {
  const { storage, owner, now } = parts;
  const watchers = new Set<() => void>();
  const storedListeners = new Set<(message: ChatMessage | undefined) => void>();
  let entries: readonly OutboxEntry[] = [];
  /** Being written: what the storage says of them is older, and they are not sent yet. */
  const writing = new Map<string, number>();
  /** Stored by the server, or thrown away. */
  const gone = new Set<string>();
  /** Conversations being sent; true if there is more since. */
  const draining = new Map<string, boolean>();
  /** Attempts that wait for their answer, which may also come as an event. */
  const attempts = new Map<string, (outcome: Outcome) => void>();
  let lastStamp = 0;

  function show(next: readonly OutboxEntry[]): void {
    entries = next;
    for (const watcher of watchers) watcher();
  }

  function tellStored(message: ChatMessage | undefined): void {
    for (const listener of storedListeners) listener(message);
  }

  const without = (tempId: string) => entries.filter((entry) => entry.tempId !== tempId);

  async function write(entry: OutboxEntry): Promise<void> {
    show([...without(entry.tempId), entry].sort(inOrder));
    writing.set(entry.tempId, (writing.get(entry.tempId) ?? 0) + 1);
    await storage.put(entry);
    const others = (writing.get(entry.tempId) ?? 1) - 1;
    if (others > 0) writing.set(entry.tempId, others);
    else writing.delete(entry.tempId);
    parts.announce();
  }

  async function forget(tempId: string): Promise<void> {
    gone.add(tempId);
    show(without(tempId));
    await storage.remove(tempId);
    parts.announce();
  }

  async function reload(): Promise<void> {
    const adminId = owner();
    const stored = adminId === undefined ? [] : await storage.all(adminId);
    if (adminId !== owner()) return;
    const own = entries.filter((entry) => writing.has(entry.tempId) && entry.adminId === adminId);
    const others = stored.filter(({ tempId }) => !gone.has(tempId) && !writing.has(tempId));
    const next = [...others, ...own].sort(inOrder);
    const left = new Set(next.map(({ tempId }) => tempId));
    // Another tab has sent it, and perhaps only that one is told.
    const isSent = entries.some((entry) => entry.adminId === adminId && !entry.error && !left.has(entry.tempId));
    const isSame =
      next.length === entries.length &&
      next.every(({ tempId, error }, index) => tempId === entries[index]?.tempId && error === entries[index]?.error);
    // The time waited shows nowhere.
    if (isSame) entries = next;
    else show(next);
    if (isSent) tellStored(undefined);
  }

  const isDue = (entry: OutboxEntry): boolean => entry.error === undefined && !writing.has(entry.tempId);

  /** Lets all that wait in a conversation have waited so long, and gives up what has waited too long. */
  async function countWaiting(userId: string, elapsedMs: number): Promise<void> {
    const waiting = entries.filter((entry) => entry.userId === userId && isDue(entry));
    await Promise.all(
      waiting.map((entry) => {
        const waitedMs = entry.waitedMs + elapsedMs;
        return write({ ...entry, waitedMs, ...(waitedMs >= MESSAGE_TIMEOUT_MS && { error: strings.sendFailed }) });
      }),
    );
  }

  async function attempt(entry: OutboxEntry): Promise<Outcome> {
    const answer = Promise.withResolvers<Outcome>();
    attempts.set(entry.tempId, answer.resolve);
    const timeoutMs = Math.max(1, Math.min(ATTEMPT_TIMEOUT_MS, MESSAGE_TIMEOUT_MS - entry.waitedMs));
    parts.ask(entry, timeoutMs).then(
      (message) => answer.resolve({ kind: 'stored', message }),
      (error: unknown) => answer.resolve(outcomeOf(error)),
    );
    const outcome = await answer.promise;
    attempts.delete(entry.tempId);
    return outcome;
  }

  async function settle(entry: OutboxEntry, outcome: Outcome): Promise<void> {
    if (gone.has(entry.tempId)) return;
    if (outcome.kind === 'stored') {
      // First shown as a message, then taken away as one on its way: it is never missing in between.
      tellStored(outcome.message);
      await forget(entry.tempId);
    } else if (outcome.kind === 'refused') {
      await write({ ...entry, error: outcome.error });
    }
  }

  /** Sends what is due in one conversation, until nothing is or the connection is away. */
  async function sendAll(adminId: string, userId: string): Promise<void> {
    for (;;) {
      await reload();
      if (owner() !== adminId) return;
      const entry = entries.find((candidate) => candidate.userId === userId && isDue(candidate));
      if (!entry) return;
      if (now() - entry.createdAt > SENT_BY_ITSELF_FOR_MS) {
        await write({ ...entry, error: strings.sendFailed });
        continue;
      }
      const startedAt = now();
      const outcome = await attempt(entry);
      if (outcome.kind === 'not-connected') return;
      if (outcome.kind === 'unanswered') {
        await parts.sleep(RETRY_PAUSE_MS * (0.5 + Math.random()));
        await countWaiting(userId, now() - startedAt);
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

  function stamp(): number {
    lastStamp = Math.max(now(), lastStamp + 1);
    return lastStamp;
  }

  async function enqueue(entry: OutboxEntry): Promise<void> {
    await write(entry);
    await drain(entry.userId);
  }

  return {
    /** What is on its way or has failed, in its order; the same array until something changes. */
    get: (): readonly OutboxEntry[] => entries,

    /** @returns ends that */
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },

    /** Tells of each message that the server has stored; of undefined where it is not known which. @returns ends that */
    onStored(listener: (message: ChatMessage | undefined) => void): () => void {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },

    /** Sends a text, as soon as may be. @param text trimmed, not empty */
    send(userId: string, text: string): void {
      const adminId = owner();
      if (adminId === undefined) return;
      void enqueue({ tempId: newTempId(), adminId, userId, text, createdAt: stamp(), waitedMs: 0 });
    },

    /** Sends again what has failed: the same message, so that it cannot be there twice. */
    resend(tempId: string): void {
      const entry = entries.find((candidate) => candidate.tempId === tempId);
      if (entry) void enqueue({ ...entry, error: undefined, createdAt: stamp(), waitedMs: 0 });
    },

    /** Throws away what has failed. */
    discard: (tempId: string): void => void forget(tempId),

    /** Sends whatever is due in all conversations: to be called when the connection is there. */
    async flush(): Promise<void> {
      await reload();
      const waiting = new Set(entries.filter(isDue).map(({ userId }) => userId));
      await Promise.all([...waiting].map(drain));
    },

    /** Another tab has changed the storage. */
    reload,

    /** The server has told of a stored message of this administrator. */
    onMessageSent(message: ChatMessage): void {
      const { tempId } = message;
      if (tempId == null) return;
      const waiting = attempts.get(tempId);
      if (waiting) waiting({ kind: 'stored', message });
      else if (entries.some((entry) => entry.tempId === tempId)) void forget(tempId);
    },

    /** The server has refused a message other than by its acknowledgement. */
    onMessageError(tempId: string | null | undefined, error: string): void {
      if (tempId != null) attempts.get(tempId)?.({ kind: 'refused', error: error || strings.sendFailed });
    },
  };
}
