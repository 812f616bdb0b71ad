import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { GridCell } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { type AuditQuery, auditUrl, countFilters } from '../audit.filters.ts';
import type { AuditList } from '../audit.queries.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import { AUDIT_ROW, AUDIT_ROW_HEIGHT_PX, AUDIT_SKELETON, auditColumns, detailsId } from './audit-columns.tsx';
import { AuditEntryDetails } from './audit-entry-details.tsx';

const TEXTS = {
  loading: strings.loadingList,
  loadingMore: strings.loadingMore,
  end: strings.endOfList,
  failed: strings.listFailed,
};
const idOf = (entry: AuditEntry): string => entry._id;

interface AuditTableProps {
  readonly query: AuditQuery;
  readonly list: AuditList;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The audit log's entries, each of which can be expanded. */
export function AuditTable({ query, list, onChoose }: AuditTableProps) {
  const focus = useRowFocus(list, idOf);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const onToggle = (id: string): void =>
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return auditColumns({ onToggle, onChoose });
  }, [onChoose]);
  return (
    <VirtualTable
      feature="audit"
      search={auditUrl.format(query).toString()}
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={columns}
      wideFrom="md"
      rowClassName={AUDIT_ROW}
      rowHeightPx={AUDIT_ROW_HEIGHT_PX}
      skeleton={AUDIT_SKELETON}
      empty={
        countFilters(query) > 0
          ? { icon: ScrollText, title: strings.emptyFiltered, hint: strings.emptyHint }
          : { icon: ScrollText, title: strings.empty }
      }
      label={strings.list}
      texts={TEXTS}
      errorText={(error) => errorMessage(error, strings.listFailed)}
      renderDetails={(entry, tabIndex) =>
        expanded.has(entry._id) ? (
          <GridCell id={detailsId(entry)}>
            <AuditEntryDetails entry={entry} tabIndex={tabIndex} onChoose={onChoose} />
          </GridCell>
        ) : undefined
      }
    />
  );
}
