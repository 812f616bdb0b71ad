import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { lockAnyAccount } from '../../users/lock-account.ts';
import { findSuspensionsOver } from '../../users/set-disabled.ts';
import { queueSuspensionEnded } from '../letters/queue-letter.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { ENABLED, isOpen } from './account-state.ts';
import { penaltiesStore } from './penalties.store.ts';
import { lockUserSubject, setAccountState } from './penalties.ts';

const SUSPENSIONS_PER_STEP = 100;

/**
 * Ends the suspensions that are over by the time of the database, each in a transaction of its own; another server may do
 * the same meanwhile. An account that fails does not keep the others suspended.
 * @param signal aborts it between two of them
 * @throws the first failure, when every account has been tried
 */
export async function endSuspensions(app: App, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const now = await app.dbNow();
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    // Skip the accounts that failed: they are still suspended, and would be found first again.
    const step = { skip: failures.length, most: SUSPENSIONS_PER_STEP };
    const ids = await findSuspensionsOver(app.db, now, step);
    hasMore = ids.length === SUSPENSIONS_PER_STEP;
    for (const id of ids) {
      if (signal?.aborted) break;
      await inTransaction(app, (ctx) => endSuspension(ctx, id, now)).catch(
        (error: unknown) => void failures.push(error),
      );
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Ends a suspension that is over; nothing where it is not. */
async function endSuspension(ctx: AppTx, id: string, now: Date): Promise<void> {
  const { tx } = ctx;
  const subject = await lockUserSubject(ctx, id);
  const account = await lockAnyAccount(tx, id);
  if (!account?.disabled_until || account.disabled_until > now) return;
  await setAccountState(ctx, account, ENABLED);
  const penalties = await penaltiesStore.findOf(tx, id);
  await penaltiesStore.end(tx, penalties.filter(isOpen), subject.state.version + 1);
  await appendEvent(subject, { kind: 'unsuspended', actor: { type: 'system' }, targetName: account.username });
  await queueSuspensionEnded(subject, now);
}
