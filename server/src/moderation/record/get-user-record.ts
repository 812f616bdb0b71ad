import type { UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import type { Ctx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findUser } from '../../users/find-user.ts';
import { decisionsStore } from '../decisions/decisions.store.ts';
import { toMuting, toRecordedDecision } from './record.mapper.ts';
import { recordStore } from './record.store.ts';

const DECISIONS_MAX = 50;

/**
 * Returns what is known of a user before a decision is made: points, newest 50 decisions, appeals, and the reports
 * about and by the user in numbers.
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function getUserRecord({ db, clock, caller }: Ctx, id: string): Promise<UserRecord> {
  const now = clock.now();
  const [user, decisions, { points, pointsExpireAt }, appeals, reportsAbout, reportsBy, muting] = await Promise.all([
    findUser(db, id),
    recordStore.findDecisions(db, id, DECISIONS_MAX),
    decisionsStore.findRecord(db, id, now),
    recordStore.countAppeals(db, id),
    recordStore.countReportsAbout(db, id),
    recordStore.countReportsBy(db, id),
    recordStore.findMuting(db, id),
  ]);
  if (!user) throw new DomainError('USER_NOT_FOUND');
  return {
    points,
    pointsExpireAt: pointsExpireAt?.toISOString() ?? null,
    decisions: decisions.map((row) => toRecordedDecision(row, caller.id, now)),
    decisionsCount: decisions[0]?.total ?? 0,
    appeals,
    reportsAbout,
    reportsBy: { ...reportsBy, muted: muting ? toMuting(muting) : null },
  };
}
