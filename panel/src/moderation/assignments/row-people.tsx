import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { AssigneeText, ViewersText } from '../../entities/subject-people.tsx';
import { useSubjectViewers } from './subject-viewers.ts';

interface RowPeopleProps {
  readonly itemType: string;
  readonly itemId: string | undefined;
  readonly assignee: Assignee | null | undefined;
}

/** In a row of the list: who handles the subject and who looks at it; nothing where nobody does. */
export function RowPeople({ itemType, itemId, assignee }: RowPeopleProps) {
  const viewers = useSubjectViewers(itemType, itemId);
  if (!assignee && viewers.length === 0) return null;
  return (
    <span className="flex min-w-0 max-w-full flex-col">
      {assignee && <AssigneeText assignee={assignee} />}
      <ViewersText viewers={viewers} />
    </span>
  );
}
