import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Assignee, AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { useStore } from '../../lib/create-store.ts';
import { isPageVisible } from '../../lib/page-visible.ts';
import { session } from '../../lib/session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import type { Colleague } from '../colleagues.queries.ts';
import { assignmentStrings as strings } from './assignment.strings.ts';

interface AssignmentOptions {
  readonly subject: SubjectRef;
  readonly assignee: Assignee | null;
  readonly adminId: string | undefined;
  readonly onAssigned: (assignee: Assignee | null) => void;
  readonly refresh?: () => void;
}

/** The actions that change who handles a subject. One that a colleague handles is taken only after a question. */
export function useAssignment({ subject, assignee, adminId, onAssigned, refresh }: AssignmentOptions) {
  const confirm = useConfirm();
  const isTaken = assignee !== null && assignee._id !== adminId;

  async function assign(body: AssignSubjectBody, done: string): Promise<void> {
    const { data } = await callEndpoint(assignSubject, { params: subject, body });
    onAssigned(data.assignee);
    toast.success(done);
    refresh?.();
  }

  async function assignOrAsk(
    body: AssignSubjectBody,
    { question, confirmLabel, done }: { question: string; confirmLabel: string; done: string },
  ): Promise<void> {
    if (isTaken) {
      await confirm({
        title: confirmLabel,
        message: `${strings.question(assignee.username)} ${question}`,
        confirmLabel,
        run: () => assign({ ...body, takeOver: true }, done),
        explain: (error) => errorMessage(error, strings.failed),
      });
      return;
    }
    try {
      await assign(body, done);
    } catch (error) {
      toast.error(errorMessage(error, strings.failed));
      refresh?.();
    }
  }

  return {
    isTaken,
    claim: () =>
      void assignOrAsk(
        { assigneeId: 'me' },
        { question: strings.takeOverQuestion, confirmLabel: strings.takeOver, done: strings.claimed },
      ),
    release: () =>
      void assignOrAsk({ assigneeId: null }, { question: '', confirmLabel: strings.release, done: strings.released }),
    giveTo: ({ _id, username }: Colleague) =>
      void assignOrAsk(
        { assigneeId: _id },
        {
          question: strings.giveQuestion(username),
          confirmLabel: strings.giveTo,
          done: strings.given(username),
        },
      ),
  };
}

/** So long an open subject that nobody has is looked at before it is claimed. */
const LOOKED_AT_MS = 10_000;

/** The administrator's acts on the subject, apart from looking at it. */
export interface Acts {
  /** Has written a note, say: it is claimed at once. */
  readonly hasActed: boolean;
  /** Has the decision sheet open, which claims it itself. */
  readonly isDeciding: boolean;
}

/**
 * Claims an open subject that nobody has: at the first act on it, or once it was looked at for ten seconds. Going on then
 * without an act gives it back.
 */
export function useAutomaticClaim(
  { subject, assignee, adminId, onAssigned }: AssignmentOptions,
  isOpen: boolean,
  { hasActed, isDeciding }: Acts,
): void {
  const isVisible = useStore(isPageVisible);
  const isFree = isOpen && assignee === null;
  const isMine = assignee !== null && assignee._id === adminId;
  const wasMine = useRef(false);
  const looked = useRef<Promise<unknown>>(undefined);
  const keeps = useRef(false);

  const assign = (assigneeId: 'me' | null): Promise<unknown> =>
    callEndpoint(assignSubject, { params: subject, body: { assigneeId, isAutomatic: true } }).then(
      ({ data }) => onAssigned(data.assignee),
      // The next who looks claims it; a claim that is not given back ends by itself.
      () => undefined,
    );
  const claim = useEffectEvent(() => {
    // An administrator who gave it back on purpose does not get it again by looking.
    if (wasMine.current) return;
    const claimed = assign('me');
    if (!hasActed) looked.current = claimed;
  });
  const leave = useEffectEvent(() => {
    if (keeps.current || session.get() === undefined) return;
    void looked.current?.then(() => assign(null));
  });

  useEffect(() => {
    if (isMine) wasMine.current = true;
  }, [isMine]);
  useEffect(() => {
    if (hasActed || isDeciding) keeps.current = true;
  }, [hasActed, isDeciding]);
  useEffect(() => {
    if (!isFree || isDeciding || !(isVisible || hasActed)) return;
    const timer = setTimeout(claim, hasActed ? 0 : LOOKED_AT_MS);
    return () => clearTimeout(timer);
  }, [isFree, isVisible, hasActed, isDeciding]);
  useEffect(() => () => leave(), []);
}
