import type { AppTx } from '../../lib/context.ts';
import { markAppealsRead } from '../../notifications/mark-notifications-read.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { appealsStore } from './appeals.store.ts';

/** Each has an event. */
const CLOSED_PER_STEP = 20;

/**
 * Closes some of the appeals of an account that is deleted, and of others' to decisions on what it owned; then erases what it
 * wrote.
 * @param ctx of a transaction that has the account not locked: who decides on an appeal locks its subject before the account
 * @returns whether there was anything
 */
export async function closeAppealsOfAccount(ctx: AppTx, accountId: string): Promise<boolean> {
  const { tx, clock } = ctx;
  const open = await appealsStore.findOpenOfAccount(tx, accountId, CLOSED_PER_STEP);
  for (const { id, decision_id: decisionId, ...row } of open) {
    const subject = await lockSubject(ctx, toSubjectRef(row), null);
    // The lock may have been waited for.
    if ((await appealsStore.find(tx, id))?.outcome !== null) continue;
    await appealsStore.end(tx, id, { outcome: 'closed', at: clock.now(), by: null, note: null });
    await markAppealsRead(ctx, [id]);
    const actor = { type: 'system' as const };
    await appendEvent(subject, { kind: 'appeal_closed', actor, decisionId, changes: { openAppeals: -1 } });
  }
  return open.length > 0 || appealsStore.eraseTexts(tx, accountId);
}
