import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { appendEvent } from '../subjects/append-event.ts';
import type { EventActor } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { assignmentsStore, type ClaimRow } from './assignments.store.ts';
import type { SubjectViewersService } from './subject-viewers.service.ts';

/** How long a claim by looking holds after its administrator has stopped looking. */
const CLAIM_MS = 10 * 60_000;
const RELEASED_PER_STEP = 50;

/** Until when a claim by looking holds that was made or renewed at a time. */
export const claimEndsAt = (at: Date): Date => new Date(at.getTime() + CLAIM_MS);

/**
 * Gives back what nobody handles any more: claims of those who have not looked at the subject for ten minutes, and subjects of
 * administrators who are disabled or gone. Each in a transaction of its own; another server may do the same meanwhile.
 * @param signal aborts it between two of them
 */
export async function releaseIdle(
  app: App,
  { listViewed }: Pick<SubjectViewersService, 'listViewed'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = app;
  const viewed = (await listViewed()).flatMap(({ itemType, itemId, viewers }) =>
    viewers.map(({ _id: adminId }) => ({ itemType, itemId, adminId })),
  );
  await assignmentsStore.extendClaims(db, viewed, claimEndsAt(clock.now()));
  const failures = [
    ...(await releaseEach(app, (step) => assignmentsStore.findExpired(db, clock.now(), step), expireClaim, signal)),
    ...(await releaseEach(app, (step) => assignmentsStore.findAbandoned(db, step), releaseAbandoned, signal)),
  ];
  if (failures.length > 0) throw failures[0];
}

/** Releases what `find` finds; a subject that fails does not hold the others. @returns the failures */
async function releaseEach(
  app: App,
  find: (step: { skip: number; most: number }) => ReturnType<typeof assignmentsStore.findExpired>,
  release: (ctx: AppTx, ref: SubjectRef) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    // Skip the subjects that failed: they would be found first again.
    const rows = await find({ skip: failures.length, most: RELEASED_PER_STEP });
    hasMore = rows.length === RELEASED_PER_STEP;
    for (const row of rows) {
      if (signal?.aborted) break;
      const released = inTransaction(app, (ctx) => release(ctx, toSubjectRef(row)));
      await released.catch((error: unknown) => void failures.push(error));
    }
  }
  return failures;
}

/** Gives a subject back whose claim is over, unless it was renewed. */
async function expireClaim(ctx: AppTx, ref: SubjectRef): Promise<void> {
  const subject = await lockSubject(ctx, ref, null);
  const claim = await assignmentsStore.findClaim(ctx.tx, ref);
  if (claim && claim.expiresAt <= ctx.clock.now()) await endClaim(subject, claim, { type: 'system' });
}

/** Ends a claim by looking: its subject is given back, unless somebody else has it by now, or who claimed it has asked for it. */
export async function endClaim(subject: LockedSubject, claim: ClaimRow, actor: EventActor): Promise<void> {
  const { tx, ref, state } = subject;
  await assignmentsStore.deleteClaim(tx, ref);
  const isPresent = state.assigneeId === claim.assigneeId && state.assignedAt?.getTime() === claim.assignedAt.getTime();
  if (isPresent) await appendEvent(subject, { kind: 'released', actor, until: claim.expiresAt });
}

/** Gives a subject back whose administrator is disabled or gone. */
async function releaseAbandoned(ctx: AppTx, ref: SubjectRef): Promise<void> {
  const subject = await lockSubject(ctx, ref, null);
  const { assigneeId } = subject.state;
  if (assigneeId === null || (await subjectsStore.findAdministrator(ctx.tx, assigneeId))) return;
  await appendEvent(subject, { kind: 'released', actor: { type: 'system' } });
}
