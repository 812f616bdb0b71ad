import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { Keyboard } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../lib/format.ts';
import { sharedStrings } from '../lib/strings.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type ShortcutEntry, useShortcutHelp } from '../ui/use-shortcut-help.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { CaseBoard } from './components/case-board.tsx';
import { ReportBoard } from './components/report-board.tsx';
import { ReportFilterBar } from './components/report-filter-bar.tsx';
import type { ReportListExtra } from './reports.api.ts';
import { type CaseList, type ReportList, useCaseList, useReportList } from './reports.queries.ts';
import { statusLabel } from './reports.strings.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { useArrivals } from './use-arrivals.ts';
import { useBulk } from './use-bulk.tsx';
import { type ReportQueryControl, useReportQuery } from './use-report-query.ts';
import { useSelection } from './use-selection.ts';

const MOVE: ShortcutEntry = { keys: ['j', 'k'], text: strings.keys.move };
const OPEN: ShortcutEntry = { keys: ['Enter'], text: strings.keys.open };
const HELP: ShortcutEntry = { keys: ['?'], text: strings.keys.help };
const CASE_KEYS = [MOVE, OPEN, HELP];
const REPORT_KEYS = [
  MOVE,
  OPEN,
  { keys: ['x'], text: strings.keys.select },
  ...REPORT_STATUSES.map((status, index) => ({
    keys: [String(index + 1)],
    text: strings.keys.status(statusLabel(status)),
  })),
  HELP,
];

function totalText({ total, isLoading, error }: PagedList<unknown>, isGrouped: boolean): string {
  if (error || isLoading || total === undefined) return '';
  const count = formatNumber(total.total);
  if (total.totalRelation === 'gte') return isGrouped ? strings.caseTotalAtLeast(count) : strings.totalAtLeast(count);
  if (total.totalRelation === 'approx') return isGrouped ? strings.caseTotalAbout(count) : strings.totalAbout(count);
  return isGrouped ? strings.caseTotal(count) : strings.total(count);
}

interface FrameProps extends Pick<ReportQueryControl, 'query' | 'choose'> {
  readonly list: PagedList<unknown, ReportListExtra>;
  readonly listedIds: ReadonlySet<string>;
  readonly onHelp: () => void;
}

/** What stands above the rows, of either kind of list. */
function ListFrame({ query, choose, list, listedIds, onHelp }: FrameProps) {
  const arrivals = useArrivals(query, listedIds);
  const first = list.pages[0]?.extra;
  return (
    <>
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{strings.title}</h1>
        <div className="flex items-center gap-2">
          <p role="status" className="min-h-5 text-ink-muted text-sm tabular-nums">
            {totalText(list, query.isGrouped)}
          </p>
          <IconButton icon={Keyboard} size="sm" label={sharedStrings.shortcuts} onClick={onHelp} />
        </div>
      </header>
      <ReportFilterBar query={query} counts={first?.counts} canGroup={first?.isWhole !== true} onChoose={choose} />
      <div role="status">
        {arrivals.count > 0 && (
          <div className="flex min-h-10 flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-lg bg-accent-soft px-4 py-1 text-accent-ink text-sm">
            {query.filters.reason === '' ? strings.arrivals(formatNumber(arrivals.count)) : strings.mayHaveArrivals}
            <Button size="sm" onClick={() => void arrivals.show()}>
              {strings.showArrivals}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function PlainList({ query, search, choose }: ReportQueryControl) {
  const list: ReportList = useReportList(query.filters);
  const selection = useSelection(search);
  const bulk = useBulk(selection);
  const help = useShortcutHelp(REPORT_KEYS);
  const listedIds = useMemo(
    () => new Set(list.pages.flatMap((page) => (page.rows ?? []).map((report) => report._id))),
    [list.pages],
  );
  return (
    <>
      <ListFrame query={query} choose={choose} list={list} listedIds={listedIds} onHelp={help.open} />
      <ReportBoard key={search} query={query} search={search} list={list} selection={selection} onHelp={help.open} />
      <BulkBar bulk={bulk} count={selection.reports.size} onClear={selection.clear} />
      {help.dialog}
    </>
  );
}

function GroupedList({ query, search, choose }: ReportQueryControl) {
  const list: CaseList = useCaseList(query.filters);
  const help = useShortcutHelp(CASE_KEYS);
  const listedIds = useMemo(
    () => new Set(list.pages.flatMap((page) => (page.rows ?? []).map(({ newest }) => newest._id))),
    [list.pages],
  );
  return (
    <>
      <ListFrame query={query} choose={choose} list={list} listedIds={listedIds} onHelp={help.open} />
      <CaseBoard key={search} query={query} search={search} list={list} onHelp={help.open} />
      {help.dialog}
    </>
  );
}

/** All reports, to filter, group and decide on (specification, section 2, Reports list). */
export function ReportsScreen() {
  const control = useReportQuery();
  return (
    <div className="flex flex-col gap-4">
      {control.query.isGrouped ? <GroupedList {...control} /> : <PlainList {...control} />}
    </div>
  );
}
