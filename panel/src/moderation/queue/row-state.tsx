import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { Priority } from '@hai-dang/contract/moderation/priority.ts';
import { Fragment } from 'react';
import { PriorityNote } from '../../entities/due-badge.tsx';
import { dueText } from '../../entities/due-time.ts';
import { StatusBadge } from '../../entities/report-status.tsx';
import { appealedText, hiddenText, underWayText } from '../../entities/subject-marks.tsx';
import { assigneeLabel, viewersOf } from '../../entities/subject-people.tsx';
import { useNow } from '../../lib/use-now.ts';
import { classNames } from '../../ui/class-names.ts';
import { useSubjectViewers } from '../assignments/subject-viewers.ts';

interface Fact {
  readonly text: string;
  /** The kind of the text, for screen readers. */
  readonly label?: string;
  readonly className?: string;
}

interface StateFactsProps {
  readonly itemType: string;
  readonly itemId: string | undefined;
  /** Null for what need not be decided any more. */
  readonly dueAt: string | null | undefined;
  readonly assignee: Assignee | null | undefined;
  readonly isHidden?: boolean;
  readonly hasOpenAppeal?: boolean | undefined;
  /** How many reports still follow a change of all of them. */
  readonly closing?: number | undefined;
  readonly updating?: number | undefined;
}

/** As quiet text: the time that is left, who handles the subject, whether an appeal waits, and who looks at it. */
export function StateFacts(props: StateFactsProps & { readonly className: string }) {
  const { itemType, itemId, dueAt, assignee } = props;
  const now = useNow();
  const viewers = useSubjectViewers(itemType, itemId);
  const underWay = underWayText(props.closing, props.updating);
  const facts: Fact[] = [];
  if (underWay) facts.push({ text: underWay });
  if (dueAt) {
    const { text, isOverdue } = dueText(dueAt, now);
    facts.push({ text, ...(isOverdue && { className: 'text-red-ink' }) });
  }
  if (props.isHidden) facts.push({ text: hiddenText, className: 'text-amber-ink' });
  if (assignee) facts.push({ text: assignee.username, label: assigneeLabel });
  if (props.hasOpenAppeal) facts.push({ text: appealedText, className: 'text-amber-ink' });
  if (viewers.length > 0) facts.push({ ...viewersOf(viewers), className: 'text-amber-ink' });
  if (facts.length === 0) return null;
  return (
    <span
      title={facts.map(({ label, text }) => (label ? `${label} ${text}` : text)).join(' · ')}
      className={classNames('text-ink-muted', props.className)}
    >
      {facts.map(({ text, label, className: tone }, index) => (
        <Fragment key={label ?? text}>
          {index > 0 && ' · '}
          {label && <span className="sr-only">{label}</span>}
          <bdi className={tone}>{text}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

/** The classes of the cell of `RowState`. */
export const STATE_CELL = 'flex flex-col items-start text-xs max-xl:order-2';

interface RowStateProps extends StateFactsProps {
  readonly status: string;
  /** undefined in a list that is not in the order of priority. */
  readonly priority: Priority | null | undefined;
  readonly tabIndex: number;
}

/** The status of a report in a row, the facts of its subject, and what its priority is the sum of. */
export function RowState({ status, priority, tabIndex, ...facts }: RowStateProps) {
  return (
    <>
      <span className="-mt-0.5 flex">
        <StatusBadge status={status} />
      </span>
      <StateFacts {...facts} className={priority === undefined ? 'line-clamp-2' : 'max-w-full truncate'} />
      {priority && (
        <div className="-my-1">
          <PriorityNote priority={priority} dueAt={facts.dueAt} tabIndex={tabIndex} />
        </div>
      )}
    </>
  );
}
