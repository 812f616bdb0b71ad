import type { TxCtx } from '../../lib/context.ts';
import type { EndedAppeal } from '../decisions/take-back-decision.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import { administrator } from '../subjects/append-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';

/** The appeal that an administrator answers; null for none of those that end. */
interface Answered {
  readonly id: string | null;
  readonly decision_id: string;
}

/** Queues the answer to everybody whose appeal ended: an own text to the one whom it answers, to others the template. */
export async function queueAnswers(
  { caller, clock }: TxCtx,
  subject: LockedSubject,
  appeal: Answered,
  ended: readonly EndedAppeal[],
  { kind, letter }: { kind: 'appeal_upheld' | 'appeal_overturned'; letter: string | null | undefined },
): Promise<void> {
  const origin = { decisionId: appeal.decision_id, senderId: caller.id, actor: administrator(caller) };
  const answer = (some: readonly EndedAppeal[], text: string | null | undefined) => {
    const recipientIds = some.map(({ user_id }) => user_id);
    return queueLetters(subject, { kind, policy: null, text, sendAt: clock.now() }, recipientIds, origin);
  };
  const isOwn = ({ id }: EndedAppeal) => id === appeal.id;
  // Its text speaks of what is the owner's.
  const isOwner = (each: EndedAppeal) => !isOwn(each) && each.kind === 'owner';
  await answer(ended.filter(isOwn), letter);
  await answer(ended.filter(isOwner), undefined);
  await answer(
    ended.filter((each) => !isOwn(each) && !isOwner(each)),
    undefined,
  );
}
