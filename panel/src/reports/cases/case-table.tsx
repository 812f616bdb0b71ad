import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { GridHead } from '../list/grid-cell.tsx';
import { ReportTable } from '../list/report-table.tsx';
import { listActions } from '../list/reports-list.actions.ts';
import type { ReportQuery } from '../list/reports-list.filters.ts';
import { reportsListStrings as strings } from '../list/reports-list.strings.ts';
import type { CaseList } from '../reports.queries.ts';
import { CASE_COLUMNS, CaseRow, caseId } from './case-row.tsx';

const COLUMNS = Object.entries(strings.caseColumns).map(([key, content]) => ({ key, content }));

interface CaseBoardProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: CaseList;
}

/** The reported things as rows, each of which opens its newest report. */
export function CaseBoard({ query, search, list }: CaseBoardProps) {
  const focus = useRowFocus<ReportCase>(list, caseId);
  const actions = useActions([
    { ...listActions.next, run: () => focus.move(1) },
    { ...listActions.previous, run: () => focus.move(-1) },
    listActions.open,
  ]);
  const keys = useAriaKeys(actions);
  return (
    <ReportTable
      query={query}
      search={search}
      list={list}
      focus={focus}
      label={strings.caseTable}
      columnCount={COLUMNS.length}
      keys={keys}
      isSelectable={false}
      head={<GridHead className={CASE_COLUMNS} columns={COLUMNS} />}
      renderRow={(reportCase, index) => (
        <CaseRow key={caseId(reportCase)} reportCase={reportCase} index={index} isTabStop={index === focus.tabStop} />
      )}
    />
  );
}
