import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import type { ReactNode } from 'react';
import { formatDateTimeShort } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { reportDetailStrings as strings } from '../report-detail.strings.ts';
import { itemTypeLabel, reasonLabel } from '../reports.strings.ts';
import { ReporterCard } from './reporter-card.tsx';
import { SectionCard } from './section-card.tsx';

interface FactProps {
  readonly label: string;
  /** Over both columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-0.5', isWide && 'sm:col-span-2')}>
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

/** Who reported, when, of what kind and why. */
export function ReportFacts({ report }: { readonly report: ReportDetail }) {
  const description = report.description?.trim();
  return (
    <SectionCard title={strings.report}>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
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
        <Fact label={strings.description} isWide>
          {description ? (
            <p dir="auto" className="max-w-prose whitespace-pre-line">
              {description}
            </p>
          ) : (
            <span className="text-ink-muted">{strings.noDescription}</span>
          )}
        </Fact>
      </dl>
    </SectionCard>
  );
}
