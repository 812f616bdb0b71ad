import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import type { ReactNode } from 'react';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { ReporterCard } from './reporter-card.tsx';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

/** The report's reporter, time, type and reason. */
export function ReportFacts({ report }: { readonly report: ReportDetail }) {
  const description = report.description?.trim();
  return (
    <Card spacing="wide" title={strings.report}>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={strings.reporter}>
          <ReporterCard report={report} />
        </Fact>
        <Fact label={strings.reportedAt}>
          <time dateTime={report.createdAt} className="tabular-nums">
            {formatDateTimeShort(report.createdAt)}
          </time>
        </Fact>
        <Fact label={strings.itemType}>
          <bdi>{itemTypeLabel(report.itemType)}</bdi>
        </Fact>
        <Fact label={strings.reason}>
          <bdi>{reasonLabel(report.reason)}</bdi>
        </Fact>
      </dl>
      <dl>
        <Fact label={strings.description}>
          {description ? (
            <p dir="auto" className="max-w-prose whitespace-pre-line">
              {description}
            </p>
          ) : (
            <span className="text-ink-muted">{strings.noDescription}</span>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
