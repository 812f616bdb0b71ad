import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { auditLabels } from '@hai-dang/contract/audit/audit-labels.ts';
import { ChevronDown } from 'lucide-react';
import { UserName } from '../../entities/user-name.tsx';
import { labelIn } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { type Column, ROW_ACTION, ROW_ACTION_CLASS } from '../../ui/table-row.tsx';
import { entryActions } from '../audit.actions.ts';
import type { AuditQuery } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import { formatExactTime } from '../audit-time.ts';

/** The layout of a row: on a narrow screen four short lines, with the button beside them. */
export const AUDIT_ROW =
  'list-row grid grid-cols-[minmax(0,1fr)_2.5rem] items-center gap-x-3 gap-y-0.5 px-3 py-2 sm:px-4 ' +
  'md:min-h-12 md:grid-cols-(--columns)';
/** The approximate height of a collapsed AUDIT_ROW. */
export const AUDIT_ROW_HEIGHT_PX = { wide: 53, narrow: 120 } as const;

const LINE = 'col-start-1 md:col-start-auto';
/** Above the row's button, which a click anywhere in the row presses. */
const RAISED = 'relative z-1 min-h-6 max-w-full cursor-pointer text-left text-accent-ink hover:underline';

/** The URLs of targets that have their own page. */
const PAGES: Readonly<Record<string, string>> = { user: '/admin/users/', report: '/admin/reports/' };

/** The id of the cell that an entry's button expands. */
export const detailsId = (entry: AuditEntry): string => `audit-${entry._id}`;

interface ColumnActions {
  readonly onToggle: (id: string) => void;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The actor, action and target of an entry, and a button that shows its details. */
export const auditColumns = ({ onToggle, onChoose }: ColumnActions): ReadonlyArray<Column<AuditEntry>> => [
  {
    header: strings.columns.time,
    width: '10rem',
    className: 'text-ink-muted text-sm tabular-nums',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatExactTime(createdAt)}</time>,
  },
  {
    header: strings.columns.actor,
    width: 'minmax(0,1fr)',
    className: classNames(LINE, 'flex'),
    cell: (entry, { tabIndex }) => {
      const { actor } = entry;
      const { onlyActor } = entryActions(entry, onChoose);
      if (!actor || !onlyActor) return <span className="text-ink-muted">{strings.nobody}</span>;
      return (
        <button
          type="button"
          title={onlyActor.label}
          tabIndex={tabIndex}
          onClick={onlyActor.run}
          className={classNames(RAISED, 'inline-flex min-w-0 items-center font-semibold')}
        >
          <UserName name={actor.name} fallback={actor.id} />
        </button>
      );
    },
  },
  {
    header: strings.columns.action,
    width: 'minmax(0,1.2fr)',
    className: classNames(LINE, 'flex flex-wrap items-center gap-x-2'),
    cell: ({ action, reason }) => (
      <>
        <span className="wrap-anywhere min-w-0">{labelIn(auditLabels, action)}</span>
        {reason !== null && <Badge tone="red">{strings.denied}</Badge>}
      </>
    ),
  },
  {
    header: strings.columns.target,
    width: 'minmax(0,1.6fr)',
    className: LINE,
    cell: ({ target }, { tabIndex }) => target && <Target target={target} tabIndex={tabIndex} />,
  },
  {
    header: strings.details,
    width: '3rem',
    className: 'col-start-2 row-span-4 row-start-1 md:col-start-auto md:row-span-1 md:row-start-auto',
    cell: (entry, { tabIndex, isExpanded }) => (
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? detailsId(entry) : undefined}
        tabIndex={tabIndex}
        onClick={() => onToggle(entry._id)}
        className={classNames(
          ROW_ACTION_CLASS,
          'inline-flex size-9 cursor-pointer items-center justify-center rounded-md text-ink-muted',
        )}
        {...ROW_ACTION}
      >
        <ChevronDown aria-hidden="true" className={classNames('size-4.5', isExpanded && 'rotate-180')} />
        <span className="sr-only">{strings.details}</span>
      </button>
    ),
  },
];

interface TargetProps {
  readonly target: NonNullable<AuditEntry['target']>;
  readonly tabIndex: number;
}

function Target({ target, tabIndex }: TargetProps) {
  const type = labelIn(auditLabels, target.type);
  const name = <UserName name={target.name} fallback={target.id} />;
  const page = Object.hasOwn(PAGES, target.type) ? PAGES[target.type] : undefined;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="text-ink-muted text-xs">{type}</span>
      {page === undefined ? (
        name
      ) : (
        <Link
          to={page + encodeURIComponent(target.id)}
          tabIndex={tabIndex}
          className={classNames(RAISED, 'inline-flex items-center')}
        >
          {name}
        </Link>
      )}
    </span>
  );
}

export const AUDIT_SKELETON = (
  <div aria-hidden="true" className={classNames(AUDIT_ROW, 'border-line border-b')}>
    <Skeleton className="h-4 w-36" />
    <Skeleton className="col-start-1 h-4 w-24 md:col-start-auto" />
    <Skeleton className="col-start-1 h-4 w-40 max-w-full md:col-start-auto" />
    <Skeleton className="col-start-1 h-4 w-32 max-w-full md:col-start-auto" />
  </div>
);
