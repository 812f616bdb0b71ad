import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { useNavigate } from 'react-router';
import { errorMessage } from '../lib/api-error.ts';
import { BACK_TO_PLACE, useLastListSearch } from '../lib/use-list-place.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { reporterName } from './reporter.ts';
import { REPORTS_FEATURE } from './reports.keys.ts';
import { useDeleteReport } from './reports.mutations.ts';
import { itemTypeLabel, reasonLabel, reportsStrings } from './reports.strings.ts';

/** Deletes the report that is open after a confirmation, and then leads back to the list (specification, section 2). */
export function useRemoveReport(report: ReportDetail): () => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const search = useLastListSearch(REPORTS_FEATURE);
  const remove = useDeleteReport();

  async function ask(): Promise<void> {
    const isDone = await confirm({
      title: strings.remove,
      message: (
        <div className="flex flex-col gap-2">
          <p>{reportsStrings.removeQuestion}</p>
          <p className="wrap-anywhere font-semibold text-ink">
            <bdi>{reporterName(report)}</bdi>
            {` – ${itemTypeLabel(report.itemType)}, ${reasonLabel(report.reason)}`}
          </p>
          <p>{strings.removeConsequence}</p>
        </div>
      ),
      confirmLabel: reportsStrings.remove,
      tone: 'danger',
      run: async () => {
        try {
          await remove.mutateAsync(report);
        } catch (error) {
          throw new Error(errorMessage(error, reportsStrings.removeFailed));
        }
      },
    });
    if (isDone) await navigate({ pathname: '/admin/reports', search }, { state: BACK_TO_PLACE });
  }

  return () => void ask();
}
