import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { Link } from '../../lib/link.tsx';
import { ROW_ACTION } from '../../lib/windowed-grid.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { GridCell } from '../../ui/grid-cell.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AuditQuery } from '../audit.filters.ts';
import { actionLabels, auditStrings as strings, targetTypeLabels } from '../audit.strings.ts';
import { formatExactTime } from '../audit-time.ts';
import { AuditEntryDetails } from './audit-entry-details.tsx';

/** On a narrow screen four short lines, with the button beside them; else one line of five columns. */
const ROW_LAYOUT =
  'grid grid-cols-[minmax(0,1fr)_2.5rem] items-center gap-x-3 gap-y-0.5 px-3 py-2 sm:px-4 ' +
  'md:min-h-12 md:grid-cols-(--audit-columns)';
/** Above the row's button, which fills the whole row. */
const RAISED = 'relative z-1 min-h-6 max-w-full cursor-pointer text-left text-accent-ink hover:underline';

/** Where a target has a page of its own. */
const PAGES: Readonly<Record<string, string>> = { user: '/admin/users/', report: '/admin/reports/' };

const labelOf = (labels: Readonly<Record<string, string | undefined>>, key: string): string =>
  (Object.hasOwn(labels, key) && labels[key]) || key;

interface AuditEntryRowProps {
  readonly entry: AuditEntry;
  /** From 1, the head included, as assistive technology counts. */
  readonly rowIndex: number;
  readonly isTabStop: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

interface TargetProps {
  readonly target: NonNullable<AuditEntry['target']>;
  readonly tabIndex: number;
}

function Target({ target, tabIndex }: TargetProps) {
  const type = labelOf(targetTypeLabels, target.type);
  const name = <PersonName name={target.name} fallback={target.id} />;
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

/** One entry: who did what to what, and on demand all that is known of it. */
export const AuditEntryRow = memo(function AuditEntryRow(props: AuditEntryRowProps) {
  const { entry, rowIndex, isTabStop, isOpen, onToggle, onChoose } = props;
  const { actor, target } = entry;
  const tabIndex = isTabStop ? 0 : -1;
  const detailsId = `audit-${entry._id}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualizer, which a table's layout forbids
    <div
      role="row"
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      className="border-line border-b -outline-offset-2 focus-visible:bg-hover"
    >
      <div className={classNames(ROW_LAYOUT, 'relative transition-colors hover:bg-hover')}>
        <GridCell className="text-ink-muted text-sm tabular-nums">
          <time dateTime={entry.createdAt}>{formatExactTime(entry.createdAt)}</time>
        </GridCell>
        <GridCell className="col-start-1 flex md:col-start-auto">
          {actor ? (
            <button
              type="button"
              title={strings.onlyActor(actor.name ?? actor.id)}
              tabIndex={tabIndex}
              onClick={() => onChoose({ actorId: actor.id })}
              className={classNames(RAISED, 'inline-flex min-w-0 items-center font-semibold')}
            >
              <PersonName name={actor.name} fallback={actor.id} />
            </button>
          ) : (
            <span className="text-ink-muted">{strings.nobody}</span>
          )}
        </GridCell>
        <GridCell className="col-start-1 flex flex-wrap items-center gap-x-2 md:col-start-auto">
          <span className="wrap-anywhere min-w-0">{labelOf(actionLabels, entry.action)}</span>
          {entry.reason !== null && <Badge tone="red">{strings.refused}</Badge>}
        </GridCell>
        <GridCell className="col-start-1 md:col-start-auto">
          {target && <Target target={target} tabIndex={tabIndex} />}
        </GridCell>
        <GridCell className="col-start-2 row-span-4 row-start-1 md:col-start-auto md:row-span-1 md:row-start-auto">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            tabIndex={tabIndex}
            onClick={() => onToggle(entry._id)}
            className="inline-flex size-9 cursor-pointer items-center justify-center rounded-md text-ink-muted outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            {...ROW_ACTION}
          >
            <ChevronDown aria-hidden="true" className={classNames('size-4.5', isOpen && 'rotate-180')} />
            <span className="sr-only">{strings.details}</span>
          </button>
        </GridCell>
      </div>
      <div id={detailsId}>
        {isOpen && (
          <GridCell>
            <AuditEntryDetails entry={entry} tabIndex={tabIndex} onChoose={onChoose} />
          </GridCell>
        )}
      </div>
    </div>
  );
});

/** About the height of a closed entry on the present screen, in px; the same before any is there to be measured. */
export const rowHeightPx = (): number => (window.matchMedia('(width >= 48rem)').matches ? 53 : 120);

/** Stands where an entry will be. */
export function AuditEntrySkeleton() {
  return (
    <div aria-hidden="true" className={classNames(ROW_LAYOUT, 'border-line border-b')}>
      <Skeleton className="h-4 w-36" />
      <Skeleton className="col-start-1 h-4 w-24 md:col-start-auto" />
      <Skeleton className="col-start-1 h-4 w-40 max-w-full md:col-start-auto" />
      <Skeleton className="col-start-1 h-4 w-32 max-w-full md:col-start-auto" />
    </div>
  );
}
