import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { Fragment } from 'react';
import { dueText } from '../../entities/due-time.ts';
import { isOpenStatus } from '../../entities/report-status.tsx';
import { appealedText } from '../../entities/subject-marks.tsx';
import { assigneeLabel, viewersOf } from '../../entities/subject-people.tsx';
import { useNow } from '../../lib/use-now.ts';
import { classNames } from '../../ui/class-names.ts';
import { assigneeOf } from '../assignments/assignment.cache.ts';
import { useSubjectViewers } from '../assignments/subject-viewers.ts';
import { itemIdOf } from '../reports/reports.cache.ts';

interface Fact {
  readonly text: string;
  /** The kind of the text, for screen readers. */
  readonly label?: string;
  readonly className?: string;
}

interface StateFactsProps {
  readonly report: ListedReport;
  readonly className: string;
}

/** In a row, as quiet text: the time that is left, who handles the subject, whether an appeal waits, and who looks at it. */
export function StateFacts({ report, className }: StateFactsProps) {
  const now = useNow();
  const viewers = useSubjectViewers(report.itemType, itemIdOf(report));
  const assignee = assigneeOf(report);
  const facts: Fact[] = [];
  if (report.dueAt && isOpenStatus(report.status)) {
    const { text, isOverdue } = dueText(report.dueAt, now);
    facts.push({ text, ...(isOverdue && { className: 'text-red-ink' }) });
  }
  if (assignee) facts.push({ text: assignee.username, label: assigneeLabel });
  if (report.subject?.hasOpenAppeal) facts.push({ text: appealedText, className: 'text-amber-ink' });
  if (viewers.length > 0) facts.push({ ...viewersOf(viewers), className: 'text-amber-ink' });
  if (facts.length === 0) return null;
  return (
    <span
      title={facts.map(({ label, text }) => (label ? `${label} ${text}` : text)).join(' · ')}
      className={classNames('text-ink-muted', className)}
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
