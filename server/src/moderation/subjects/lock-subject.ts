import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AppTx } from '../../lib/context.ts';
import type { ModerationEventKind, SubjectState } from './apply-event.ts';
import { subjectEventsStore } from './subject-events.store.ts';
import { subjectsStore } from './subjects.store.ts';

/** A subject that nobody else changes until the transaction ends, with the context of that transaction. */
export interface LockedSubject extends AppTx {
  readonly ref: SubjectRef;
  /** The account itself, or the author of the content; null where it is unknown. */
  readonly ownerId: string | null;
  state: SubjectState;
}

/**
 * Locks a subject until the transaction ends. A change of reports, an account or content locks the subject first, then the
 * reports, then the account or content: two changes of one subject wait for each other and cannot block each other.
 * @param ownerId the author of content; null where it is unknown
 */
export async function lockSubject(ctx: AppTx, ref: SubjectRef, ownerId: string | null): Promise<LockedSubject> {
  const known = ref.itemType === 'User' ? ref.itemId : ownerId;
  return { ...ctx, ref, ...(await subjectsStore.lock(ctx.tx, ref, known)) };
}

/**
 * Whether what a decision rests on has changed since a version of a locked subject: somebody has decided or objected, the
 * account or the content was changed, or it was reported in another state than before. A further report of the same evidence
 * does not count: what many report could not be decided otherwise.
 */
export const hasChangedSince = async ({ tx, ref, state }: LockedSubject, version: number): Promise<boolean> =>
  version > state.version || (version < state.version && (await subjectEventsStore.hasChangesSince(tx, ref, version)));

/** The last event of some kinds that no undo has taken back; undefined where there is none. */
export const findLastValid = ({ tx, ref }: LockedSubject, kinds: readonly ModerationEventKind[]) =>
  subjectEventsStore.findLastValid(tx, ref, kinds);
