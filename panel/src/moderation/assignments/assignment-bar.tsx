import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { HandHelping, Undo2, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { AssigneeText, ViewersText } from '../../entities/subject-people.tsx';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { useSession } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { useMenu } from '../../ui/use-menu.tsx';
import { useColleagues } from '../colleagues.queries.ts';
import { assignmentStrings as strings } from './assignment.strings.ts';
import { useSubjectViewers, useViewSubject } from './subject-viewers.ts';
import { type Acts, useAssignment, useAutomaticClaim } from './use-assignment.ts';

const CLAIM = {
  id: 'reports.claim',
  label: strings.claim,
  group: 'decide',
  icon: HandHelping,
} as const satisfies ActionDefinition;
const TAKE_OVER = { ...CLAIM, label: strings.takeOver } as const satisfies ActionDefinition;
const RELEASE = {
  id: 'reports.release',
  label: strings.release,
  group: 'decide',
  icon: Undo2,
} as const satisfies ActionDefinition;

interface AssignmentBarProps {
  readonly subject: SubjectRef;
  readonly assignee: Assignee | null;
  /** Whether something about it waits for a decision. */
  readonly isOpen: boolean;
  readonly acts: Acts;
  readonly onAssigned: (assignee: Assignee | null) => void;
  /** Fetches again what is shown of the subject, once that was assigned on purpose or could not be. */
  readonly refresh?: () => void;
}

/** Who handles a subject and who looks at it, with the buttons that change that. */
export function AssignmentBar(props: AssignmentBarProps) {
  const { subject, assignee, isOpen } = props;
  const adminId = useSession()?.adminId;
  const viewers = useSubjectViewers(subject.itemType, subject.itemId);
  useViewSubject(subject);
  const options = { ...props, adminId };
  useAutomaticClaim(options, isOpen, props.acts);
  const assignment = useAssignment(options);
  const isMine = assignee !== null && !assignment.isTaken;
  const [claim, release] = useActions([
    { ...(assignment.isTaken ? TAKE_OVER : CLAIM), when: isOpen && !isMine, run: assignment.claim },
    { ...RELEASE, when: isMine, run: assignment.release },
  ]);
  return (
    <section
      aria-label={strings.section}
      className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4 gap-y-1"
    >
      <p className="flex min-h-8 min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4 gap-y-1">
        <AssigneeText assignee={assignee} />
        <ViewersText viewers={viewers} />
      </p>
      {/* Of one width, as the text before them: nothing moves when a claim by looking changes both. */}
      <div className="flex min-w-0 flex-wrap gap-2">
        {claim.when && <ActionButton size="sm" className="min-w-32" action={claim} />}
        {release.when && <ActionButton size="sm" className="min-w-32" action={release} />}
        {isOpen && <GiveTo except={[adminId, assignee?._id]} onGive={assignment.giveTo} />}
      </div>
    </section>
  );
}

interface GiveToProps {
  readonly except: ReadonlyArray<string | undefined>;
  readonly onGive: ReturnType<typeof useAssignment>['giveTo'];
}

/** A menu of colleagues, loaded once it is opened. */
function GiveTo({ except, onGive }: GiveToProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, isError, refetch } = useColleagues(isAsked);
  const others = data
    ?.filter(({ _id }) => !except.includes(_id))
    .map((colleague) => ({ id: colleague._id, label: colleague.username, run: () => onGive(colleague) }));
  const hint = { id: 'hint', run: () => void (isError && refetch()) };
  const items = others?.length
    ? others
    : [{ ...hint, label: isError ? strings.retry : others ? strings.nobodyElse : strings.loading }];
  const { opener, menu } = useMenu(strings.giveTo, items, () => setIsAsked(true));
  return (
    <>
      <Button size="sm" {...opener}>
        <UserRoundPlus aria-hidden="true" className="size-4" />
        {strings.giveTo}
      </Button>
      {menu}
    </>
  );
}
