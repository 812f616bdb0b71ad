import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ReactNode } from 'react';
import { contentPath } from '../../../entities/content-path.ts';
import { AppealedBadge, HarmlessNote, HiddenNote } from '../../../entities/subject-marks.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { itemIdOf } from '../reports.cache.ts';
import { MessageLink } from './message-link.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { ReportEvidence } from './report-evidence.tsx';

interface ReportedItemProps {
  readonly report: ReportDetail;
  /** Rendered with what is said of the owner. */
  readonly children: ReactNode;
}

/** The subject: now, at the time of the report, or both. */
export function ReportedItem({ report, children }: ReportedItemProps) {
  const { account, itemType } = report;
  const { openAppeals = 0, openAppealId } = report.case ?? {};
  const appealed = <AppealedBadge isAppealed={openAppeals > 0} />;
  // Only our backend knows subjects, and has a page for content.
  const itemId = report.case ? itemIdOf(report) : undefined;
  const path = itemId !== undefined && itemType !== 'User' ? contentPath({ itemType, itemId }) : undefined;
  return (
    <Card
      spacing="wide"
      title={strings.subject}
      aside={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {openAppealId ? <TextLink to={`/admin/appeals?id=${openAppealId}`}>{appealed}</TextLink> : appealed}
          {account && children}
          {account && path !== undefined && <TextLink to={path}>{strings.openContent}</TextLink>}
          {account && !account.isAdmin && <MessageLink id={account._id} name={account.username} />}
        </span>
      }
    >
      <HarmlessNote found={report.case?.foundHarmless} />
      <HiddenNote hiddenAt={report.case?.hiddenAt} />
      <ReportEvidence report={report} isLinked />
    </Card>
  );
}
