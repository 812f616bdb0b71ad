import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { ReportStatus } from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { statusLabel } from '../../entities/report-status.tsx';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { splitHeld } from '../list/held-rows.ts';
import { type BulkResult, runBulk } from '../list/map-in-order.ts';
import { reportsListStrings as strings } from '../list/reports-list.strings.ts';
import type { Bulk } from '../list/use-bulk-actions.tsx';
import { reportsStrings } from '../reports.strings.ts';
import { changeCaseStatus, hasCaseChanged, refreshCases, revertCaseStatus } from './case.mutations.ts';
import { type CaseSelection, caseId } from './use-case-selection.ts';

/** Each call may change thousands of reports. */
const CONCURRENCY = 2;
const NAMED = 3;

type Result = BulkResult<ReportCase, Awaited<ReturnType<typeof changeCaseStatus>>>;
type Failed = Result['failed'];

const QUIETLY = { concurrency: CONCURRENCY, signal: new AbortController().signal, onProgress: () => undefined };

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoAll(client: QueryClient, { succeeded }: Result): Promise<void> {
  const result = await runBulk(succeeded, ({ value }) => revertCaseStatus(value), QUIETLY);
  await refreshCases(client);
  const undone = strings.casesUndone(formatNumber(result.succeeded.length));
  if (result.failed.length === 0) return toast.success(undone);
  toast.error(strings.casesNotUndone(formatNumber(result.failed.length)), {
    ...(result.succeeded.length > 0 && { detail: undone }),
  });
}

/** What was not done and why; without a session the login screen shows the reason. */
function describeFailures(failed: Failed, changed: number, held: number): string[] {
  const others = failed.filter(({ error }) => !isUnauthorized(error) && !hasCaseChanged(error));
  const [first] = others;
  return [
    ...(first
      ? [strings.casesFailed(formatNumber(others.length), errorMessage(first.error, reportsStrings.statusFailed))]
      : []),
    ...(changed > 0 ? [strings.casesChanged(formatNumber(changed))] : []),
    ...(held > 0 ? [strings.casesHeld(formatNumber(held))] : []),
  ];
}

interface CaseNamesProps {
  readonly question: string;
  readonly cases: readonly ReportCase[];
  readonly hint: string | undefined;
}

function CaseNames({ question, cases, hint }: CaseNamesProps) {
  const others = cases.length - NAMED;
  return (
    <div className="flex flex-col gap-2">
      <p>{question}</p>
      <ul className="flex flex-col gap-1">
        {cases.slice(0, NAMED).map((one) => (
          <li key={caseId(one)} className="wrap-anywhere font-semibold text-ink">
            <bdi>{one.title.trim() || strings.untitled}</bdi>
          </li>
        ))}
        {others > 0 && <li>{strings.andOtherCases(formatNumber(others))}</li>}
      </ul>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}

/**
 * Sets the status of all open reports of the selected subjects: one confirmation, one call for each subject, which rests on the
 * numbers that were shown when it was selected. Subjects that failed stay selected.
 */
export function useCaseBulk(selection: CaseSelection): Pick<Bulk, 'progress' | 'stop' | 'setStatus'> {
  const client = useQueryClient();
  const confirm = useConfirm();
  const ownId = useSession()?.adminId;
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Bulk['progress']>();
  useEffect(() => () => running.current?.abort(), []);

  async function runAll(cases: readonly ReportCase[], status: ReportStatus): Promise<Result> {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (done: number) => setProgress({ done, total: cases.length });
    onProgress(0);
    const work = async (one: ReportCase) => {
      try {
        return await changeCaseStatus(one, status);
      } catch (error) {
        if (isUnauthorized(error)) controller.abort();
        throw error;
      }
    };
    const result = await runBulk(cases, work, { concurrency: CONCURRENCY, signal: controller.signal, onProgress });
    await refreshCases(client);
    setProgress(undefined);
    return result;
  }

  return {
    progress,
    stop: () => running.current?.abort(),

    async setStatus(status) {
      const leftOut = selection.changed;
      const {
        chosen: cases,
        held,
        areHeld,
      } = splitHeld([...selection.cases.values()], (one) => one.open === 0 || leftOut.has(caseId(one)), ownId);
      if (cases.length === 0) {
        return toast.info(
          leftOut.size > 0 ? strings.casesChanged(formatNumber(leftOut.size)) : strings.caseNothingOpen,
        );
      }
      const count = formatNumber(cases.length);
      const open = formatNumber(cases.reduce((sum, one) => sum + one.open, 0));
      const isConfirmed = await confirm({
        title: strings.caseStatusTitle(count),
        message: (
          <CaseNames
            question={strings.caseStatusQuestion(open, count, statusLabel(status))}
            cases={cases}
            hint={areHeld ? strings.casesAllHeld : undefined}
          />
        ),
        confirmLabel: strings.bulkStatusConfirm,
      });
      if (!isConfirmed) return;
      const result = await runAll(cases, status);
      const { succeeded, failed, left } = result;
      const kept = [...failed.map(({ item }) => item), ...left, ...held].map(caseId);
      selection.keep(new Set([...kept, ...leftOut.keys()]));
      const changed = failed.filter(({ error }) => hasCaseChanged(error)).length + leftOut.size;
      const rest = describeFailures(failed, changed, held.length);
      if (succeeded.length === 0) {
        if (rest.length > 0) toast.error(rest.join('. '));
        return;
      }
      const reports = formatNumber(succeeded.reduce((sum, { value }) => sum + value.changed, 0));
      toast[failed.length > changed - leftOut.size ? 'error' : 'success'](
        strings.casesDone(reports, formatNumber(succeeded.length)),
        {
          durationMs: UNDO_WINDOW_MS,
          ...(rest.length > 0 && { detail: rest.join('. ') }),
          action: { label: sharedStrings.undo, onClick: () => void undoAll(client, result) },
        },
      );
    },
  };
}
