import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Assignee, AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage } from '../../lib/api-error.ts';
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

/** Claims an open subject that nobody has once it is shown: who looks at it is about to decide. */
export function useClaimByLooking(
  subject: SubjectRef,
  isFree: boolean,
  onAssigned: (assignee: Assignee | null) => void,
): void {
  const isLookedAt = useRef(false);
  const claim = useEffectEvent(() => {
    if (isLookedAt.current) return;
    isLookedAt.current = true;
    if (!isFree) return;
    callEndpoint(assignSubject, { params: subject, body: { assigneeId: 'me', isAutomatic: true } }).then(
      ({ data }) => onAssigned(data.assignee),
      // The next who looks claims it.
      () => undefined,
    );
  });
  useEffect(() => claim(), []);
}
