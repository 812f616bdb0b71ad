import type { Db } from '../../lib/db/database.ts';
import { onlineUsersStore } from './online-users.store.ts';
import type { DescribedUser } from './presence.ts';
import type { SharedPresence } from './shared-presence.ts';

const BATCH_SIZE = 200;
const RETRY_MS = 1_000;
/** So many changes of accounts are applied by one call. */
const CHANGES_BATCH_SIZE = 500;
const CHANGES_MAX_BATCHES = 20;

interface DescriptionsOptions {
  db: Db;
  presence: Pick<SharedPresence, 'areOnline' | 'describe'>;
}

/** Keeps the order and the counts of those who are online as the database has their accounts (docs/decisions/019). */
export function createDescriptions({ db, presence }: DescriptionsOptions) {
  const pending = new Set<string>();
  let describing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  /**
   * Until the database still has what was written: of two that describe the same account at once, the one that writes last
   * reads again what the other may have seen.
   */
  async function describe(ids: readonly string[]): Promise<void> {
    for (let written = ''; ; ) {
      const found = new Map((await onlineUsersStore.find(db, ids)).map((user) => [user.id, user]));
      const users = ids.map((id) => found.get(id) ?? gone(id));
      const read = JSON.stringify(users);
      if (read === written) return;
      await presence.describe(users);
      written = read;
    }
  }

  async function describeAll(): Promise<void> {
    while (pending.size > 0 && !isStopped) {
      const batch = [...pending].slice(0, BATCH_SIZE);
      for (const id of batch) pending.delete(id);
      try {
        await describe(batch);
      } catch {
        // The database or Redis is away, which is logged elsewhere.
        for (const id of batch) pending.add(id);
        retry ??= setTimeout(start, RETRY_MS).unref();
        break;
      }
    }
    describing = undefined;
  }

  function start(): void {
    clearTimeout(retry);
    retry = undefined;
    describing ??= describeAll();
  }

  /** @returns whether there may be more */
  async function applySome(): Promise<boolean> {
    const changes = await onlineUsersStore.findChanges(db, CHANGES_BATCH_SIZE);
    if (changes.length === 0) return false;
    const changed = [...new Set(changes.map(({ user_id }) => user_id))];
    const { ids: online, isPartial } = await presence.areOnline(changed);
    // They wait until Redis is back: others of them may be online at another server.
    if (isPartial) return false;
    if (online.size > 0) await describe([...online]);
    await onlineUsersStore.deleteChanges(
      db,
      changes.map(({ id }) => id),
    );
    return changes.length === CHANGES_BATCH_SIZE;
  }

  return {
    /** Reads these accounts and describes them; later again, as long as that fails. */
    describeLater(ids: readonly string[]): void {
      for (const id of ids) pending.add(id);
      if (retry === undefined) start();
    },

    /** Describes the accounts that have changed since they were described, by whatever program. */
    async applyChanges(): Promise<void> {
      try {
        for (let batch = 0; batch < CHANGES_MAX_BATCHES && (await applySome()); batch += 1);
      } catch {
        // The next call applies them.
      }
    },

    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(retry);
      await describing;
    },
  };
}

const gone = (id: string): DescribedUser => ({ id, lastSeenAt: null, isVerified: false, isListed: false });
