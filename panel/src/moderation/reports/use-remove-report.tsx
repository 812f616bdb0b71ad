import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useNavigate } from 'react-router';
import { RESTORE_SCROLL, useLastListSearch } from '../../lib/use-scroll-position.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { reportDetailStrings as strings } from './detail/report-detail.strings.ts';
import { subjectNameOf } from './detail/report-subject.ts';
import { reportName } from './reporter.ts';
import { removeAction } from './reports.actions.ts';
import { REPORTS_FEATURE } from './reports.keys.ts';
import { removal, useDeleteReport } from './reports.mutations.ts';
import { reportsStrings } from './reports.strings.ts';

/** Deletes the open report after a confirmation, and then navigates back to the list (specification, section 2). */
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
            <bdi>{reportName(report, subjectNameOf(report))}</bdi>
          </p>
          <p>{strings.removeConsequence}</p>
        </div>
      ),
      confirmLabel: removeAction.label,
      tone: 'danger',
      ...removal(report, (current) => remove.mutateAsync(current)),
    });
    if (isDone) await navigate({ pathname: '/admin/reports', search }, { state: RESTORE_SCROLL });
  }

  return () => void ask();
}
