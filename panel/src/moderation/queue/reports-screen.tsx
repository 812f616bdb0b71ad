import { exportReportCases, exportReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ExportButton } from '../../entities/export-button.tsx';
import { useActions } from '../../lib/actions.ts';
import { useStore } from '../../lib/create-store.ts';
import { formatNumber } from '../../lib/format.ts';
import { knownPreferences } from '../../lib/preferences.ts';
import { type ListInUrl, useUrlQuery } from '../../lib/url-query.ts';
import { totalText } from '../../lib/use-infinite-list.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShortcutHelpButton } from '../../ui/shortcut-help-button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import {
  type CaseList,
  prefetchReportList,
  type ReportList,
  useAccountList,
  useCaseList,
  useReportList,
} from '../reports/reports.queries.ts';
import { AccountTable } from './account-table.tsx';
import { BulkBar } from './bulk-action-bar.tsx';
import { CaseSelectionBar } from './case-selection-bar.tsx';
import { CaseTable } from './case-table.tsx';
import { NEW_REPORTS_MAX } from './new-reports.ts';
import { rememberedSearch, rememberList, untilRemembered } from './remembered-list.ts';
import { ReportFilterBar } from './report-filter-bar.tsx';
import { ReportTable } from './report-table.tsx';
import { listActions } from './reports-list.actions.ts';
import { type ReportQuery, reportListUrl, toCaseBody, toListBody } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { useBulk } from './use-bulk-actions.tsx';
import { useCaseSelection } from './use-case-selection.ts';
import { useNewReports } from './use-new-reports.ts';
import { useSelection } from './use-selection.ts';

export const prefetch = prefetchReportList;
export const heading = strings.title;

const idsOf = ({ pages }: ReportList): ReadonlySet<string> =>
  new Set(pages.flatMap((page) => (page.rows ?? []).map((report) => report._id)));
const newestIdsOf = ({ pages }: CaseList): ReadonlySet<string> =>
  new Set(pages.flatMap((page) => (page.rows ?? []).map(({ newest }) => newest._id)));

interface NewReportsProps {
  readonly query: ReportQuery;
  readonly loadedAt: number | undefined;
  readonly listedIds: ReadonlySet<string>;
  /** Called when the new reports are shown and the button, which may have the focus, is removed. */
  readonly onShown: () => void;
}

/** Says that reports were filed since the list was loaded; the list does not change until the button is pressed. */
function NewReports({ query, loadedAt, listedIds, onShown }: NewReportsProps) {
  const { count, show } = useNewReports(query, loadedAt, listedIds);
  const said = formatNumber(count) + (count >= NEW_REPORTS_MAX ? '+' : '');
  const { filters } = query;
  const button = useRef<HTMLButtonElement>(null);
  async function onShow(): Promise<void> {
    const pressed = button.current;
    await show();
    if (document.activeElement === pressed || document.activeElement === document.body) onShown();
  }
  const [showNew] = useActions([{ ...listActions.showNew, when: count > 0, run: () => void onShow() }]);
  return (
    <div role="status" className="-mb-4">
      {showNew.when && (
        <Callout tone="accent" size="bar" className="mb-4 justify-center">
          {filters.reason === '' && filters.q === '' && filters.kind === ''
            ? strings.newReports(said)
            : strings.mayHaveNewReports}
          <ActionButton ref={button} size="sm" action={showNew} />
        </Callout>
      )}
    </div>
  );
}

interface ReportsScreenProps {
  /** Renders the saved views of the list. */
  readonly views: (list: ListInUrl) => ReactNode;
}

/** The list as it was set up last, where the URL says nothing; a browser that does not know that yet asks for it first. */
export function ReportsScreen(props: ReportsScreenProps) {
  const isKnown = useStore(knownPreferences) !== undefined;
  const [isExplicit] = useState(useLocation().search !== '');
  useEffect(() => void untilRemembered(), []);
  // Without the heading: that of the list would take its place, and what has read it or stands at it would be lost.
  return isKnown || isExplicit ? <RememberedList {...props} /> : <PageSpinner label={strings.loading} />;
}

/** An explicit URL wins. */
function RememberedList(props: ReportsScreenProps) {
  const { search, state } = useLocation();
  const [start, setStart] = useState(() => (search === '' ? rememberedSearch() : ''));
  if (start === '') return <ReportsList {...props} />;
  if (search !== '') setStart('');
  return search === '' ? <Navigate to={{ search: start }} state={state} replace /> : null;
}

/** All reports, to filter, group and decide on (specification, section 2, Reports list). */
function ReportsList({ views }: ReportsScreenProps) {
  const { query, search, update } = useUrlQuery(reportListUrl);
  const isGrouped = query.grouping === 'subject';
  const isByAccount = query.grouping === 'account';
  const reports = useReportList(query.filters, query.grouping === '');
  const cases = useCaseList(query.filters, isGrouped);
  const accounts = useAccountList(query.filters, isByAccount);
  const selection = useSelection(search, reports.pages, query.filters.sort);
  const bulk = useBulk(selection);
  const caseSelection = useCaseSelection(search, cases.pages);
  const lists = useRef<HTMLDivElement>(null);
  const focusList = useCallback(() => {
    lists.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, []);
  const listedIds = useMemo(() => (isGrouped ? newestIdsOf(cases) : idsOf(reports)), [isGrouped, cases, reports]);
  const shown = isByAccount ? accounts : isGrouped ? cases : reports;
  const totalOf = isByAccount ? strings.accountTotal : isGrouped ? strings.caseTotal : strings.total;
  const first = shown.pages[0]?.extra;
  // A backend without pages has no preferences either.
  const isWhole = first?.isWhole === true;
  const choose = useCallback(
    (change: Partial<ReportQuery>, options?: { readonly replace: boolean }) => {
      if (!isWhole) rememberList({ ...reportListUrl.current(), ...change });
      update(change, options);
    },
    [update, isWhole],
  );
  const table = { query, search };

  return (
    // Fills the window's height, so that the bar is at its bottom below a short list, too.
    <div className="flex min-h-[calc(100dvh-5.5rem)] flex-col gap-4 sm:min-h-[calc(100dvh-6.5rem)]">
      <PageHeader title={heading} status={totalText(shown, totalOf)}>
        {isByAccount ? null : isGrouped ? (
          <ExportButton
            key="cases"
            endpoint={exportReportCases}
            body={toCaseBody(query.filters)}
            fileName={(day) => `bao-cao-theo-doi-tuong-${day}.csv`}
          />
        ) : (
          <ExportButton
            key="reports"
            endpoint={exportReports}
            body={toListBody(query.filters)}
            fileName={(day) => `bao-cao-${day}.csv`}
          />
        )}
        <ShortcutHelpButton />
      </PageHeader>
      <ReportFilterBar
        query={query}
        counts={first?.counts}
        canGroup={!isWhole}
        views={views({ search, onOpen: (saved) => choose(reportListUrl.parse(new URLSearchParams(saved))) })}
        onChoose={choose}
      />
      {query.filters.kind === 'appeal' && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-muted text-sm">
          {strings.appealsNote}
          <TextLink to="/admin/appeals">{strings.allAppeals}</TextLink>
        </p>
      )}
      {/* The list of accounts changes by itself. */}
      <NewReports query={query} loadedAt={first?.loadedAt} listedIds={listedIds} onShown={focusList} />
      <div ref={lists} aria-busy={bulk.progress !== undefined}>
        {isByAccount ? (
          <AccountTable key={search} list={accounts} {...table} />
        ) : isGrouped ? (
          <CaseTable key={search} list={cases} selection={caseSelection} {...table} />
        ) : (
          <ReportTable key={search} list={reports} selection={selection} bulk={bulk} {...table} />
        )}
      </div>
      {isByAccount ? null : isGrouped ? (
        <CaseSelectionBar selection={caseSelection} onFocusLost={focusList} />
      ) : (
        <BulkBar bulk={bulk} selection={selection} onFocusLost={focusList} />
      )}
    </div>
  );
}
