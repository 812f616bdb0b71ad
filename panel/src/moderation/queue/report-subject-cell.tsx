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

/** The type and, in two lines, what is reported: its title or text, its owner and how often it was reported. */
export function SubjectCell({ report, tabIndex, isExpanded, onDescribe }: SubjectCellProps) {
  const { itemType, subject, description } = report;
  const isAccount = itemType === 'User';
  const veil = useReportVeil();
  return (
    <>
      <span className="flex items-center gap-2">
        <span>{itemTypeLabel(itemType)}</span>
        {description?.trim() && (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? descriptionId(report) : undefined}
            onClick={() => onDescribe(report)}
            className="relative z-10 min-h-6 cursor-pointer text-accent-ink text-xs hover:underline"
          >
            {strings.description}
          </button>
        )}
      </span>
      {subject && (
        <span className="flex min-w-0 items-center gap-2">
          {subject.image && (
            <VeiledThumbnail
              veil={veil}
              name={subject.title?.trim() || strings.untitled}
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
          <span className="flex min-w-0 flex-col">
            <span dir="auto" className="truncate font-semibold">
              {subject.title?.trim() || strings.untitled}
            </span>
            <span className="flex min-w-0 gap-1 text-ink-muted">
              {!isAccount && subject.owner.name && (
                <>
                  <UserName name={subject.owner.name} fallback={subject.owner.name} className="min-w-0" />
                  <span aria-hidden="true">·</span>
                </>
              )}
              <span className="shrink-0 tabular-nums">{strings.reportsOf(formatNumber(subject.reports))}</span>
            </span>
          </span>
        </span>
      )}
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
