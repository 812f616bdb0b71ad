import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { useShortcuts, useShortcutsOn } from '../../lib/use-shortcuts.ts';
import { GridHead } from '../list/grid-cell.tsx';
import { ReportTable } from '../list/report-table.tsx';
import type { ReportQuery } from '../list/reports-list.filters.ts';
import { reportsListStrings as strings } from '../list/reports-list.strings.ts';
import type { CaseList } from '../reports.queries.ts';
import { CASE_COLUMNS, CaseRow, caseId } from './case-row.tsx';

const COLUMNS = Object.entries(strings.caseColumns).map(([key, content]) => ({ key, content }));
const ROW_KEYS = 'J K Enter';

interface CaseBoardProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: CaseList;
  readonly onHelp: () => void;
}

/** The reported things as rows, each of which opens its newest report. */
export function CaseBoard({ query, search, list, onHelp }: CaseBoardProps) {
  const focus = useRowFocus<ReportCase>(list, caseId);
  const keysOn = useShortcutsOn();
  useShortcuts({ j: () => focus.move(1), k: () => focus.move(-1), '?': onHelp }, 'jk');
  return (
    <ReportTable
      query={query}
      search={search}
      list={list}
      focus={focus}
      label={strings.caseTable}
      columnCount={COLUMNS.length}
      keys={keysOn ? ROW_KEYS : undefined}
      isSelectable={false}
      head={<GridHead className={CASE_COLUMNS} columns={COLUMNS} />}
      renderRow={(reportCase, index) => (
        <CaseRow key={caseId(reportCase)} reportCase={reportCase} index={index} isTabStop={index === focus.tabStop} />
      )}
    />
  );
}
