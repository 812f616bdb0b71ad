import type { ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { BadgeCheck } from 'lucide-react';
import { SeverityBadge } from '../../entities/policy.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import type { AccountList } from '../reports/reports.queries.ts';
import { reportTableProps } from './report-table-props.tsx';
import type { ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { StateFacts } from './row-state.tsx';

const { accountColumns } = strings;
const idOf = ({ account }: ReportAccount): string => account._id;
const nameOf = ({ account }: ReportAccount): string => account.username?.trim() || strings.userGone;

const COLUMNS: ReadonlyArray<Column<ReportAccount>> = [
  {
    header: accountColumns.counts,
    width: '14rem',
    className: 'grow font-semibold text-sm tabular-nums max-xl:order-1',
    cell: ({ reports, subjects }) => strings.accountCounts(formatNumber(reports), formatNumber(subjects)),
  },
  {
    header: accountColumns.account,
    width: 'minmax(0,1fr)',
    className: 'flex basis-full items-center gap-2 font-semibold',
    cell: (row) => (
      <>
        <Avatar src={row.account.avatar} size={36} />
        <UserName name={row.account.username} fallback={strings.userGone} />
        {row.account.isVerified && (
          <>
            <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-blue-ink" strokeWidth={2} />
            <span className="sr-only">{strings.verified}</span>
          </>
        )}
      </>
    ),
  },
  {
    header: accountColumns.severity,
    width: '8rem',
    className: 'flex max-xl:order-1',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    header: accountColumns.due,
    width: '12rem',
    className: 'flex-1 basis-28 text-xs max-xl:order-2',
    cell: ({ account, dueAt, assignee }) => (
      <StateFacts itemType="User" itemId={account._id} dueAt={dueAt} assignee={assignee} className="line-clamp-2" />
    ),
  },
  {
    header: accountColumns.actions,
    headerClassName: 'text-right',
    width: '7.5rem',
    className: 'flex items-center justify-end max-xl:order-3 max-xl:ml-auto',
    cell: (row, { tabIndex }) => (
      <RowLink
        to={`/admin/users/${encodeURIComponent(row.account._id)}`}
        tabIndex={tabIndex}
        label={strings.details}
        name={nameOf(row)}
        className="min-h-8"
      />
    ),
  },
];

interface AccountTableProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: AccountList;
}

/** The accounts that own what is reported as rows, each of which opens the account with all that is known of it. */
export function AccountTable({ query, search, list }: AccountTableProps) {
  const focus = useRowFocus(list, idOf);
  return (
    <VirtualTable
      {...reportTableProps(query)}
      search={search}
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={COLUMNS}
      label={strings.accountTable}
    />
  );
}
