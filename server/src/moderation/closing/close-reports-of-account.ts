import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AppTx } from '../../lib/context.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { type ChangedBy, closeReports } from './close-reports.ts';
import { reportsClosingStore } from './closing.store.ts';

/** A transaction's share of reports: each has an announcement, which is marked and published. */
const CLOSED_PER_STEP = 50;
/** Each has an event and an audit entry. */
const SUBJECTS_PER_STEP = 10;
const NOTE = 'Tự động đóng: tài khoản hoặc nội dung bị báo cáo đã bị xóa';

/**
 * Closes some open reports about an account that is deleted, and about what it published; the events of their subjects say why.
 * @param ctx of a transaction that either has the account locked and does not wait for subjects (`skipsLocked`), or has not
 *   locked it: who decides a report locks its subject before the account
 * @returns how many; 0 where none was left
 */
export const closeReportsOfAccount = async (
  ctx: AppTx,
  accountId: string,
  by: ChangedBy,
  skipsLocked = false,
): Promise<number> =>
  closeReportsOf(ctx, await reportsClosingStore.lockOfAccount(ctx.tx, accountId, SUBJECTS_PER_STEP, skipsLocked), by);

/** Closes as {@link closeReportsOfAccount} does, for comments, without their locks. @returns whether none is left */
export async function closeReportsOfComments(ctx: AppTx, ids: readonly string[], by: ChangedBy): Promise<boolean> {
  const refs = await reportsClosingStore.findOfComments(ctx.tx, ids, SUBJECTS_PER_STEP);
  const closed = await closeReportsOf(ctx, refs, by);
  return refs.length < SUBJECTS_PER_STEP && closed < CLOSED_PER_STEP;
}

/** @returns how many reports were closed, up to a step's share */
async function closeReportsOf(ctx: AppTx, refs: readonly SubjectRef[], by: ChangedBy): Promise<number> {
  let left = CLOSED_PER_STEP;
  for (const ref of refs) {
    if (left === 0) break;
    left -= await closeReports(await lockSubject(ctx, ref, null), { most: left, note: NOTE }, by);
  }
  return CLOSED_PER_STEP - left;
}
