import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { Gavel } from 'lucide-react';
import { useMemo } from 'react';
import { DueBadge } from '../../../entities/due-badge.tsx';
import { AssigneeText } from '../../../entities/subject-people.tsx';
import { UserName } from '../../../entities/user-name.tsx';
import { errorMessage } from '../../../lib/api-error.ts';
import { formatDateTimeShort } from '../../../lib/format.ts';
import type { RowFocus } from '../../../lib/use-row-focus.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { type Column, RowLink } from '../../../ui/table-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { type AppealsFilter, appealsUrl } from '../appeals.filters.ts';
import type { AppealList } from '../appeals.queries.ts';
import { appealsStrings as strings } from '../appeals.strings.ts';

const ROW =
  'list-row grid grid-cols-[minmax(0,1fr)_4.5rem] items-start gap-x-3 gap-y-1.5 px-3 py-3 sm:px-4 xl:grid-cols-(--columns)';
const ROW_HEIGHT_PX = { wide: 104, narrow: 190 } as const;
const LINE = 'col-span-full xl:col-span-1';
const TEXTS = {
  loading: strings.loadingList,
  loadingMore: strings.loadingMore,
  end: strings.endOfList,
  failed: strings.listFailed,
};
const OUTCOME_TONES = { upheld: 'neutral', overturned: 'green', closed: 'neutral' } as const;

/** How an appeal ended, when and by whom. */
export function OutcomeLine({ outcome, decidedAt, decidedBy }: Appeal) {
  if (outcome === null || decidedAt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Badge tone={OUTCOME_TONES[outcome]}>{strings.outcomes[outcome]}</Badge>
      <span className="wrap-anywhere text-ink-muted">
        <time dateTime={decidedAt} className="tabular-nums">
          {formatDateTimeShort(decidedAt)}
        </time>{' '}
        · <bdi>{decidedBy ? strings.by(decidedBy.username) : strings.bySystem}</bdi>
      </span>
    </div>
  );
}

const columnsOf = ({ state, assignee }: AppealsFilter): ReadonlyArray<Column<Appeal>> => [
  {
    header: strings.columns.appeal,
    width: 'minmax(0,1.6fr)',
    className: 'flex flex-col gap-1',
    cell: ({ kind, author, text }) => (
      <>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <UserName name={author?.username} fallback={strings.authorGone} className="font-semibold" />
          <Badge tone={kind === 'owner' ? 'amber' : 'neutral'}>{strings.kinds[kind]}</Badge>
        </div>
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">
          {text || strings.textGone}
        </p>
      </>
    ),
  },
  {
    header: strings.columns.subject,
    width: 'minmax(0,1fr)',
    className: classNames(LINE, 'text-sm'),
    cell: ({ subject, title }) => (
      <p className="wrap-anywhere line-clamp-2">
        <span className="text-ink-muted">{strings.itemTypes[subject.itemType]}:</span>{' '}
        <bdi>{title ?? strings.untitled}</bdi>
      </p>
    ),
  },
  {
    header: strings.columns.decision,
    width: 'minmax(0,1fr)',
    className: classNames(LINE, 'text-sm'),
    cell: ({ decision: { policy, outcome, by } }) => (
      <>
        <p className="wrap-anywhere">
          <bdi>{policy?.title ?? (outcome === 'violation' ? strings.violation : strings.noViolation)}</bdi>
        </p>
        <p className="wrap-anywhere text-ink-muted">
          <bdi>{strings.by(by.username)}</bdi>
        </p>
      </>
    ),
  },
  {
    header: strings.columns.state[state],
    width: '13rem',
    className: classNames(LINE, 'flex flex-wrap gap-1'),
    cell: (appeal) =>
      appeal.outcome === null ? (
        <>
          <DueBadge dueAt={appeal.dueAt} />
          {appeal.assignee && <AssigneeText assignee={appeal.assignee} />}
        </>
      ) : (
        <OutcomeLine {...appeal} />
      ),
  },
  {
    header: strings.columns.buttons,
    headerClassName: 'text-right',
    width: '4.5rem',
    className: 'col-start-2 row-start-1 flex justify-end xl:col-start-auto xl:row-start-auto',
    cell: ({ _id, kind, author }, { tabIndex }) => (
      <RowLink
        to={`?${appealsUrl.format({ state, assignee, id: _id })}`}
        tabIndex={tabIndex}
        label={strings.open}
        name={strings.nameOf(strings.kinds[kind], author?.username ?? strings.authorGone)}
      />
    ),
  },
];

const SKELETON = (
  <div aria-hidden="true" className={classNames(ROW, 'border-line border-b')}>
    <div className="flex flex-col gap-2 py-0.5">
      <Skeleton className="h-4 w-40 max-w-full" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-2/3" />
    </div>
    <Skeleton className="col-span-full h-4 w-36 max-w-full xl:col-span-1" />
    <Skeleton className="col-span-full h-4 w-24 max-w-full xl:col-span-1" />
    <Skeleton round className="col-span-full h-6 w-24 max-w-full xl:col-span-1" />
  </div>
);

interface AppealTableProps {
  readonly filter: AppealsFilter;
  readonly list: AppealList;
  readonly focus: RowFocus;
}

/** The appeals, to open. */
export function AppealTable({ filter, list, focus }: AppealTableProps) {
  const { state, assignee } = filter;
  const columns = useMemo(() => columnsOf({ state, assignee }), [state, assignee]);
  return (
    <VirtualTable
      feature="appeals"
      search={appealsUrl.format({ ...filter, id: '' }).toString()}
      list={list}
      focus={focus}
      rowKey={({ _id }) => _id}
      columns={columns}
      wideFrom="xl"
      rowClassName={ROW}
      rowHeightPx={ROW_HEIGHT_PX}
      skeleton={SKELETON}
      empty={{ icon: Gavel, title: assignee === '' ? strings.empty[state] : strings.emptyFiltered }}
      label={strings.table}
      texts={TEXTS}
      errorText={(error) => errorMessage(error, strings.listFailed)}
    />
  );
}
