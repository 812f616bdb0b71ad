import type { ListedReport, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { otherHolder } from '../../../entities/holder.ts';
import { itemIdOf } from '../reports.cache.ts';

/** So many reports are asked for one by one; those that are known to be decided or somebody's are passed over before. */
const LOOKS_MAX = 10;

interface Search {
  /** The ids of the list after the open report, in its order; read on as far as needed. */
  readonly ids: AsyncIterable<string>;
  /** Whether a report with this status waits for a decision. */
  readonly isWanted: (status: string) => boolean;
  readonly adminId: string | undefined;
  /** A report as a list in memory has it. */
  readonly known: (id: string) => ListedReport | undefined;
  /** A report as it is now; null where it was deleted. */
  readonly read: (id: string) => Promise<ReportDetail | null>;
}

interface Found {
  /** Undefined where none is left. */
  readonly id: string | undefined;
  /** Some that wait were passed over: other administrators handle them. */
  readonly areTaken: boolean;
}

const subjectKey = (report: Pick<ListedReport, 'itemType' | 'reportedItem'>) =>
  `${report.itemType} ${itemIdOf(report)}`;

/** The next report that waits for a decision and that no other administrator handles. */
export async function findNextReport({ ids, isWanted, adminId, known, read }: Search): Promise<Found> {
  const passed = new Set<string>();
  let areTaken = false;
  let looks = 0;
  for await (const id of ids) {
    const row = known(id);
    if (row && (!isWanted(row.status) || passed.has(subjectKey(row)))) continue;
    if (row && otherHolder(row.assignee, adminId)) {
      areTaken = true;
      continue;
    }
    if (looks === LOOKS_MAX) break;
    looks += 1;
    const report = await read(id);
    if (!report) continue;
    const isTaken = otherHolder(report.case?.assignee, adminId) !== undefined;
    if (isWanted(report.status) && !isTaken) return { id, areTaken };
    areTaken ||= isTaken && isWanted(report.status);
    // A decision on one of fifteen reports of a subject closes all of them.
    if (isTaken || report.case?.open === 0) passed.add(subjectKey(report));
  }
  return { id: undefined, areTaken };
}
