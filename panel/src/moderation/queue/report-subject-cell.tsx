import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ReactNode } from 'react';
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
  readonly itemType: string;
  /** undefined for a report without evidence. */
  readonly title: string | undefined;
  readonly owner: string | null | undefined;
  readonly image: string | null | undefined;
  readonly tabIndex: number;
  /** Further facts behind type and owner. */
  readonly children?: ReactNode;
}

/** A reported subject: its title or text in up to two lines, then its type and its owner. */
export function SubjectCell({ itemType, title, owner, image, tabIndex, children }: SubjectCellProps) {
  const isAccount = itemType === 'User';
  const veil = useReportVeil();
  const type = itemTypeLabel(itemType);
  const ownerShown = isAccount ? undefined : owner;
  const shape = isAccount ? 'rounded-full' : 'rounded-md';
  return (
    <>
      {image && (
        <VeiledThumbnail veil={veil} name={title ?? type} tabIndex={tabIndex} className={shape}>
          <SafeImage src={image} alt="" className={`size-9 shrink-0 ${shape}`} />
        </VeiledThumbnail>
      )}
      <span className="flex min-w-0 flex-col text-xs">
        {title !== undefined && (
          <span dir="auto" title={title} className="wrap-anywhere line-clamp-2 font-semibold text-sm leading-4.5">
            {title}
          </span>
        )}
        <span className="flex min-w-0 gap-1 text-ink-muted">
          <span className="flex min-w-0 gap-1" title={[type, ownerShown].filter(Boolean).join(' · ')}>
            <span className="truncate">{type}</span>
            {ownerShown && (
              <>
                <span aria-hidden="true">·</span>
                <UserName name={ownerShown} />
              </>
            )}
          </span>
          {children}
        </span>
      </span>
    </>
  );
}

interface ReportSubjectProps {
  readonly report: ListedReport;
  readonly tabIndex: number;
  /** Whether the description is shown. */
  readonly isExpanded: boolean;
  readonly onDescribe: (report: ListedReport) => void;
}

/** The subject of a report, with how often it was reported and the button of the description. */
export function ReportSubject({ report, tabIndex, isExpanded, onDescribe }: ReportSubjectProps) {
  const { itemType, subject, description } = report;
  return (
    <SubjectCell
      itemType={itemType}
      title={subject && (subject.title?.trim() || strings.untitled)}
      owner={subject?.owner.name}
      image={subject?.image}
      tabIndex={tabIndex}
    >
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
    </SubjectCell>
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
