import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { UserName } from '../../entities/user-name.tsx';
import { formatNumber } from '../../lib/format.ts';
import { SafeImage } from '../../ui/safe-image.tsx';
import { GridCell } from '../../ui/table-row.tsx';
import { VeiledThumbnail } from '../../ui/veiled-image.tsx';
import { useReportVeil } from '../reports/use-report-veil.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

const descriptionId = ({ _id }: ListedReport): string => `description-${_id}`;

interface SubjectCellProps {
  readonly report: ListedReport;
  readonly tabIndex: number;
  /** Whether the description is shown. */
  readonly isExpanded: boolean;
  readonly onDescribe: (report: ListedReport) => void;
}

/** The reported subject: its title or text in up to two lines, then its type, its owner and how often it was reported. */
export function SubjectCell({ report, tabIndex, isExpanded, onDescribe }: SubjectCellProps) {
  const { itemType, subject, description } = report;
  const isAccount = itemType === 'User';
  const veil = useReportVeil();
  const type = itemTypeLabel(itemType);
  const owner = isAccount ? undefined : subject?.owner.name;
  const title = subject?.title?.trim() || strings.untitled;
  return (
    <>
      {subject?.image && (
        <VeiledThumbnail
          veil={veil}
          name={title}
          tabIndex={tabIndex}
          className={isAccount ? 'rounded-full' : 'rounded-md'}
        >
          <SafeImage
            src={subject.image}
            alt=""
            className={isAccount ? 'size-9 shrink-0 rounded-full' : 'size-9 shrink-0 rounded-md'}
          />
        </VeiledThumbnail>
      )}
      <span className="flex min-w-0 flex-col text-xs">
        {subject && (
          <span dir="auto" title={title} className="wrap-anywhere line-clamp-2 font-semibold text-sm leading-4.5">
            {title}
          </span>
        )}
        <span className="flex min-w-0 gap-1 text-ink-muted">
          <span className="flex min-w-0 gap-1" title={[type, owner].filter(Boolean).join(' · ')}>
            <span className="truncate">{type}</span>
            {owner && (
              <>
                <span aria-hidden="true">·</span>
                <UserName name={owner} />
              </>
            )}
          </span>
          {subject && (
            <>
              <span aria-hidden="true">·</span>
              <span className="shrink-0 tabular-nums">
                <span className="sr-only">{strings.reported} </span>
                {strings.times(formatNumber(subject.reports))}
              </span>
            </>
          )}
          {description?.trim() && (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-expanded={isExpanded}
              aria-controls={isExpanded ? descriptionId(report) : undefined}
              onClick={() => onDescribe(report)}
              className="relative z-10 -my-1 min-h-6 shrink-0 cursor-pointer px-1 text-accent-ink hover:underline"
            >
              {strings.description}
            </button>
          )}
        </span>
      </span>
    </>
  );
}

/** The description by the reporter, below the line of its row. */
export function Description({ report }: { readonly report: ListedReport }) {
  return (
    <GridCell id={descriptionId(report)} className="px-3 pb-3 text-sm sm:px-4 xl:pl-14">
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {report.description}
      </p>
    </GridCell>
  );
}
