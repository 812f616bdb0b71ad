import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Report, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useState } from 'react';
import { reasonLabel, reasonOf } from '../../../entities/report-labels.ts';
import { StatusBadge } from '../../../entities/report-status.tsx';
import { ReportsUnderWay } from '../../../entities/subject-marks.tsx';
import { UserName } from '../../../entities/user-name.tsx';
import { formatDateTimeShort, formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/link.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { LoadingNote, Skeleton } from '../../../ui/loading.tsx';
import { reporterName } from '../reporter.ts';
import { itemIdOf } from '../reports.cache.ts';
import { useReportsOfItem } from './report-detail.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

const TEXTS = { failed: strings.listFailed, loading: strings.othersLoading, more: strings.moreOthers };

/** How many reports there are of the subject, by how many and why; the others in a fold, if there are any. */
export function CaseReports({ report }: { readonly report: ReportDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const itemType = REPORT_ITEM_TYPES.find((known) => known === report.itemType);
  const itemId = itemIdOf(report);
  const counts = report.case;
  if (!counts) return null;
  const { reports, reporters, open, reasons = [] } = counts;
  const parts = [
    strings.caseReports(formatNumber(reports)),
    strings.caseReporters(formatNumber(reporters)),
    reasons.map((each) => `${formatNumber(each.reports)} ${reasonLabel(each.reason).toLowerCase()}`).join(', '),
    open < reports && strings.caseOpen(formatNumber(open)),
  ];
  const text = parts.filter(Boolean).join(' · ');
  const underWay = <ReportsUnderWay closing={counts.closing} updating={counts.updating} />;
  if (reports < 2 || itemType === undefined || itemId === undefined) {
    return (
      <p className="wrap-anywhere py-1.5 text-sm tabular-nums">
        {text}
        {underWay}
      </p>
    );
  }
  return (
    <details className="min-w-0 text-sm" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="wrap-anywhere cursor-pointer py-1.5 font-semibold tabular-nums">
        {text}
        {underWay}
      </summary>
      {isOpen && (
        <section aria-label={strings.others}>
          <OtherReports reportId={report._id} itemType={itemType} itemId={itemId} />
        </section>
      )}
    </details>
  );
}

interface OtherReportsProps {
  readonly reportId: string;
  readonly itemType: ReportItemType;
  readonly itemId: string;
}

function OtherReports({ reportId, itemType, itemId }: OtherReportsProps) {
  const list = useReportsOfItem({ itemType, itemId });
  const others = list.data?.pages.flatMap(({ rows }) => rows ?? []).filter(({ _id }) => _id !== reportId);
  if (others === undefined && list.isError) {
    return <InlineError message={strings.listFailed} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (others === undefined) {
    return (
      <div className="flex flex-col gap-2">
        <LoadingNote text={strings.othersLoading} />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    );
  }
  return (
    <>
      <ul className="flex flex-col">
        {others.map((other) => (
          <li key={other._id} className="border-line border-b last:border-b-0">
            <OtherReport report={other} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} texts={TEXTS} className="items-start" />
    </>
  );
}

function OtherReport({ report }: { readonly report: Report }) {
  return (
    <Link
      to={`/admin/reports/${encodeURIComponent(report._id)}`}
      className="flex min-h-10 items-center gap-3 rounded-md px-1 py-2 hover:bg-hover"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <UserName name={reporterName(report)} fallback={reporterName(report)} className="font-semibold" />
        <span className="wrap-anywhere text-ink-muted text-sm">
          {reasonOf(report)}
          {' · '}
          <time dateTime={report.createdAt} className="tabular-nums">
            {formatDateTimeShort(report.createdAt)}
          </time>
        </span>
      </span>
      <StatusBadge status={report.status} />
    </Link>
  );
}
