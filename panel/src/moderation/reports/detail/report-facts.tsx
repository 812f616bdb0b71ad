import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ReactNode } from 'react';
import { itemTypeLabel, reasonOf } from '../../../entities/report-labels.ts';
import { formatDateTimeShort } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { ReporterCard } from './reporter-card.tsx';

interface FactProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col', className)}>
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

/** This report: reporter, type, reason and time in one line, and what the reporter wrote. */
export function ReportFacts({ report }: { readonly report: ReportDetail }) {
  const description = report.description?.trim();
  return (
    <Card title={strings.report}>
      <div className="@container">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 @2xl:grid-cols-[minmax(14rem,1fr)_auto_auto_auto]">
          <Fact label={strings.reporter} className="col-span-2 @2xl:col-span-1 @2xl:row-span-2">
            <ReporterCard report={report} />
          </Fact>
          <Fact label={strings.itemType}>
            <bdi>{itemTypeLabel(report.itemType)}</bdi>
          </Fact>
          <Fact label={strings.reason}>
            <bdi>{reasonOf(report)}</bdi>
          </Fact>
          <Fact label={strings.reportedAt}>
            <time dateTime={report.createdAt} className="tabular-nums">
              {formatDateTimeShort(report.createdAt)}
            </time>
          </Fact>
          <div className="col-span-full @2xl:col-span-3 flex min-w-0 flex-wrap gap-x-2">
            <dt className="text-ink-muted text-sm leading-6">{strings.description}</dt>
            <dd className="wrap-anywhere min-w-0 flex-1 basis-48">
              {description ? (
                <p dir="auto" className="max-w-prose whitespace-pre-line">
                  {description}
                </p>
              ) : (
                <span className="text-ink-muted">{strings.noDescription}</span>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  );
}
