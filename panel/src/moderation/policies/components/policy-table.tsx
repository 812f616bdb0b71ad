import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { Scale } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { policyActionsText, SeverityBadge } from '../../../entities/policy.tsx';
import { errorMessage } from '../../../lib/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useRowFocus } from '../../../lib/use-row-focus.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ConfirmMessage } from '../../../ui/confirm-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { type Column, ROW_ACTION, ROW_ACTION_CLASS } from '../../../ui/table-row.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { type PolicyHandlers, rowActions } from '../policies.actions.ts';
import { matchesState, type PolicyQuery, policiesUrl } from '../policies.filters.ts';
import { useDisablePolicy, useEnablePolicy } from '../policies.mutations.ts';
import type { PolicyList } from '../policies.queries.ts';
import { policiesStrings as strings } from '../policies.strings.ts';

/** The layout of a row: on a narrow screen the title with the buttons beside it, and the rest below. */
const ROW =
  'list-row grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-3 gap-y-1.5 px-3 py-3 sm:px-4 xl:grid-cols-(--columns)';
const ROW_HEIGHT_PX = { wide: 86, narrow: 190 } as const;
const LINE = 'col-span-full xl:col-span-1';
const TEXTS = {
  loading: strings.loadingList,
  loadingMore: strings.loadingMore,
  end: strings.endOfList,
  failed: strings.listFailed,
};
const keyOf = (policy: Policy): string => policy.key;

const policyColumns = (handlers: PolicyHandlers): ReadonlyArray<Column<Policy>> => [
  {
    header: strings.columns.policy,
    width: 'minmax(0,1fr)',
    cell: ({ title, text }) => (
      <>
        <p className="wrap-anywhere font-semibold">
          <bdi>{title}</bdi>
        </p>
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">
          {text}
        </p>
      </>
    ),
  },
  {
    header: strings.columns.severity,
    width: '9rem',
    className: classNames(LINE, 'flex flex-wrap items-center gap-x-2 gap-y-1 xl:flex-col xl:items-start'),
    cell: ({ severity, points, expiresDays }) => (
      <>
        <SeverityBadge severity={severity} />
        <span className="text-sm tabular-nums">{strings.points(points, expiresDays)}</span>
      </>
    ),
  },
  {
    header: strings.columns.actions,
    width: '10rem',
    className: classNames(LINE, 'text-sm'),
    cell: policyActionsText,
  },
  {
    header: strings.columns.counts,
    width: '8rem',
    className: classNames(LINE, 'flex flex-wrap gap-x-4 text-ink-muted text-sm tabular-nums xl:flex-col'),
    cell: ({ appliedCount, overturnedCount }) => (
      <>
        <span>{strings.applied(formatNumber(appliedCount))}</span>
        <span>{strings.overturned(formatNumber(overturnedCount))}</span>
      </>
    ),
  },
  {
    header: strings.columns.state,
    width: '6.5rem',
    className: LINE,
    cell: ({ isEnabled }) => (
      <Badge tone={isEnabled ? 'green' : 'neutral'}>{isEnabled ? strings.on : strings.off}</Badge>
    ),
  },
  {
    header: strings.columns.buttons,
    headerClassName: 'text-right',
    width: '4.5rem',
    className:
      'col-start-2 row-start-1 flex justify-end gap-1 self-start xl:col-start-auto xl:row-start-auto xl:self-center',
    cell: (policy, { tabIndex }) => {
      const { edit, toggle } = rowActions(policy, handlers);
      return (
        <>
          <IconButton
            icon={edit.icon}
            size="sm"
            label={edit.label}
            tabIndex={tabIndex}
            onClick={edit.run}
            className={ROW_ACTION_CLASS}
            {...ROW_ACTION}
          />
          <IconButton
            icon={toggle.icon}
            size="sm"
            label={toggle.label}
            tabIndex={tabIndex}
            onClick={toggle.run}
            // Above the other button, which a click anywhere in the row presses.
            className="relative z-1"
          />
        </>
      );
    },
  },
];

const SKELETON = (
  <div aria-hidden="true" className={classNames(ROW, 'border-line border-b')}>
    <div className="flex flex-col gap-2 py-0.5">
      <Skeleton className="h-4 w-40 max-w-full" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-2/3" />
    </div>
    <Skeleton className="col-span-full h-6 w-32 max-w-full xl:col-span-1" />
    <Skeleton className="col-span-full h-4 w-36 max-w-full xl:col-span-1" />
    <Skeleton className="col-span-full h-4 w-24 max-w-full xl:col-span-1" />
    <Skeleton round className="col-span-full h-6 w-20 max-w-full xl:col-span-1" />
  </div>
);

interface PolicyTableProps {
  readonly query: PolicyQuery;
  readonly list: PolicyList;
  readonly onEdit: (policy: Policy) => void;
}

/** The rules, to open, switch off and switch on again. */
export function PolicyTable({ query, list, onEdit }: PolicyTableProps) {
  const { state } = query;
  const confirm = useConfirm();
  const { mutateAsync: disable } = useDisablePolicy();
  const enable = useEnablePolicy();
  const focus = useRowFocus(list, keyOf);
  const { expectRemoval, cancelRemoval } = focus;

  /** Runs a change, after which the filter may no longer show the rule: the focus then moves to the next one. */
  const change = useCallback(
    async (policy: Policy, work: () => Promise<boolean>): Promise<void> => {
      if (!matchesState(state, { isEnabled: !policy.isEnabled })) expectRemoval(policy.key);
      if (!(await work())) cancelRemoval(policy.key);
    },
    [state, expectRemoval, cancelRemoval],
  );

  const onSwitchOff = useCallback(
    (policy: Policy): void =>
      void change(policy, () =>
        confirm({
          title: strings.switchOffTitle,
          message: (
            <ConfirmMessage
              question={strings.switchOffQuestion}
              name={policy.title}
              consequence={strings.switchOffConsequence}
            />
          ),
          confirmLabel: strings.switchOffConfirm,
          tone: 'danger',
          run: () => disable({ params: { key: policy.key } }),
          explain: (error) => errorMessage(error, strings.switchOffFailed),
        }),
      ),
    [change, confirm, disable],
  );
  const onSwitchOn = useCallback((policy: Policy): void => void change(policy, () => enable(policy)), [change, enable]);
  const columns = useMemo(() => policyColumns({ onEdit, onSwitchOff, onSwitchOn }), [onEdit, onSwitchOff, onSwitchOn]);

  return (
    <VirtualTable
      feature="policies"
      search={policiesUrl.format(query).toString()}
      list={list}
      focus={focus}
      rowKey={keyOf}
      columns={columns}
      wideFrom="xl"
      rowClassName={ROW}
      rowHeightPx={ROW_HEIGHT_PX}
      skeleton={SKELETON}
      empty={{ icon: Scale, title: strings.empty[state] }}
      label={strings.table}
      texts={TEXTS}
      errorText={(error) => errorMessage(error, strings.listFailed)}
    />
  );
}
