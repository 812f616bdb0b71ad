import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { HarmlessNote, HiddenNote } from '../../entities/subject-marks.tsx';
import { disabledText } from '../../entities/suspension.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { MessageLink } from './message-link.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { ReportEvidence } from './report-evidence.tsx';

/** The subject: now, at the time of the report, or both. */
export function ReportedItem({ report }: { readonly report: ReportDetail }) {
  const { account } = report;
  return (
    <Card
      spacing="wide"
      title={strings.subject}
      aside={
        account && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {account.isAdmin && <Badge>{strings.admin}</Badge>}
            {account.isDisabled && <Badge tone="red">{disabledText(account.disabledUntil)}</Badge>}
            {!account.isAdmin && <MessageLink id={account._id} name={account.username} />}
          </span>
        )
      }
    >
      <HarmlessNote found={report.case?.foundHarmless} />
      <HiddenNote hiddenAt={report.case?.hiddenAt} />
      <ReportEvidence report={report} isLinked />
    </Card>
  );
}
