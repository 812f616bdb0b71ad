import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { statusLabel } from '../../../entities/report-status.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { reportsListStrings as strings } from '../../queue/reports-list.strings.ts';
import { reportName } from '../reporter.ts';

const NAMED = 3;

interface ReportNamesProps {
  readonly question: string;
  readonly reports: readonly Report[];
  readonly hint?: string | undefined;
}

/** The text of a confirmation, with its reports: the first are named, the others counted. */
export function ReportNames({ question, reports, hint }: ReportNamesProps) {
  const others = reports.length - NAMED;
  return (
    <div className="flex flex-col gap-2">
      <p>{question}</p>
      <ul className="flex flex-col gap-1">
        {reports.slice(0, NAMED).map((report) => (
          <li key={report._id} className="wrap-anywhere font-semibold text-ink">
            <bdi>{strings.withStatus(reportName(report), statusLabel(report.status))}</bdi>
          </li>
        ))}
        {others > 0 && <li>{strings.andOthers(formatNumber(others))}</li>}
      </ul>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
