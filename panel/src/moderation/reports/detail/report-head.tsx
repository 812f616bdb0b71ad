import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DueBadge, PriorityNote } from '../../../entities/due-badge.tsx';
import { itemTypeLabel } from '../../../entities/report-labels.ts';
import { disabledText } from '../../../entities/suspension.ts';
import { UserByline } from '../../../entities/user-byline.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CARD_CLASS, classNames } from '../../../ui/class-names.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { showAssignee, subjectOf } from '../../assignments/assignment.cache.ts';
import { AssignmentBar } from '../../assignments/assignment-bar.tsx';
import type { Acts } from '../../assignments/use-assignment.ts';
import { decisionsStrings } from '../../decisions/decisions.strings.ts';
import { refreshAround } from '../reports.mutations.ts';
import { CaseReports } from './other-reports.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { ownerOf } from './report-subject.ts';

interface ReportHeadProps {
  readonly report: ReportDetail;
  readonly acts: Acts;
}

/**
 * The head of a report: the owner of the subject with their record, all its reports in numbers, its due time and its assignee.
 * A narrow window shows a part of it until asked for the rest, so that the evidence begins on the first screen.
 */
export function ReportHead({ report, acts }: ReportHeadProps) {
  const client = useQueryClient();
  const [isWhole, setIsWhole] = useState(false);
  const { account, dueAt, priority } = report;
  const owner = ownerOf(report);
  const type = itemTypeLabel(report.itemType);
  const subject = subjectOf(report);
  const assignee = report.case?.assignee;
  const rest = isWhole ? 'min-w-0' : 'min-w-0 max-sm:hidden';
  return (
    <section aria-label={strings.head} className={classNames(CARD_CLASS, 'flex min-w-0 flex-col gap-1 px-4 py-2')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="text-ink-muted">
              <bdi>{report.itemType === 'User' || !owner ? type : strings.subjectOf(type)}</bdi>
            </span>
            {owner && <UserByline {...owner} isLinked={account !== null} size={24} />}
          </div>
          {account?.record && <span className="text-sm tabular-nums">{recordText(account.record)}</span>}
          {account?.isAdmin && <Badge>{strings.admin}</Badge>}
          {account?.isDisabled && <Badge tone="red">{disabledText(account.disabledUntil)}</Badge>}
        </div>
        {dueAt && (
          <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <DueBadge dueAt={dueAt} />
            <div className={rest}>
              <PriorityNote priority={priority} dueAt={dueAt} />
            </div>
          </div>
        )}
      </div>
      {report.case && (
        <TextButton
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="self-start text-sm sm:hidden"
        >
          {strings.rest(formatNumber(report.case.reports), isWhole)}
        </TextButton>
      )}
      <div className={classNames('flex flex-wrap items-start gap-x-4 gap-y-1', !isWhole && 'max-sm:[&_button]:hidden')}>
        <div className={rest}>
          <CaseReports report={report} />
        </div>
        {subject && assignee !== undefined && (
          <AssignmentBar
            subject={subject}
            assignee={assignee}
            isOpen={(report.case?.open ?? 0) > 0}
            acts={acts}
            onAssigned={(assigned) => showAssignee(client, subject, assigned)}
            refresh={() => refreshAround(client, report._id)}
          />
        )}
      </div>
    </section>
  );
}

/** The owner's record in one line: '2 điểm trong hạn · 1 cảnh cáo'. */
const recordText = ({ points, warnings }: { readonly points: number; readonly warnings: number }): string =>
  [
    points === 0 ? decisionsStrings.noPoints : decisionsStrings.points(formatNumber(points)),
    decisionsStrings.warnings(formatNumber(warnings)),
  ].join(' · ');
