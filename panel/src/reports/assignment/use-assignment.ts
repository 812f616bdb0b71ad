import type { Assignee, AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshAround } from '../reports.mutations.ts';
import { assignSubject, type Colleague } from './assignment.api.ts';
import { showAssignee } from './assignment.cache.ts';
import { assignmentStrings as strings } from './assignment.strings.ts';

interface AssignmentNeeds {
  readonly reportId: string;
  readonly subject: SubjectRef;
  readonly assignee: Assignee | null;
  readonly adminId: string | undefined;
}

/** What an administrator can do with who handles a subject. What a colleague has is taken only after a question. */
export function useAssignment({ reportId, subject, assignee, adminId }: AssignmentNeeds) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const isTaken = assignee !== null && assignee._id !== adminId;

  async function assign(body: AssignSubjectBody, done: string): Promise<void> {
    const { assignee: now } = await assignSubject(subject, body);
    showAssignee(client, subject, now);
    toast.success(done);
    refreshAround(client, reportId);
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
      refreshAround(client, reportId);
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
export function useClaimByLooking(subject: SubjectRef | undefined, isFree: boolean): void {
  const client = useQueryClient();
  const isLookedAt = useRef(false);
  useEffect(() => {
    if (!subject || isLookedAt.current) return;
    isLookedAt.current = true;
    if (!isFree) return;
    assignSubject(subject, { assigneeId: 'me', isAutomatic: true }).then(
      ({ assignee }) => showAssignee(client, subject, assignee),
      // The next who looks claims it.
      () => undefined,
    );
  }, [client, subject, isFree]);
}
