import type { Report, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { statusLabel } from '../../entities/report.strings.ts';
import { errorMessage, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { type ConfirmOptions, useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { ReportNames } from '../detail/report-summary-list.tsx';
import { changeReportStatus, removeReport } from '../reports.mutations.ts';
import { reportsStrings } from '../reports.strings.ts';
import { type BulkOutcome, notifyBulkOutcome, reasonsOf, sortFailures } from './bulk-outcome.ts';
import { type BulkResult, runBulk } from './map-in-order.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Selection } from './use-selection.ts';

/** Calls at a time: quick enough for the one who waits, and the server keeps its breath for the others. */
const CONCURRENCY = 4;

interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface Bulk {
  /** Set while one is going on. */
  readonly progress: Progress | undefined;
  readonly stop: () => void;
  readonly setStatus: (status: ReportStatus) => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface BulkAction<Value> {
  readonly kind: BulkOutcome['kind'];
  readonly question: (reports: readonly Report[], count: string) => ConfirmOptions;
  /** What is said of one that failed without a reason. */
  readonly failure: string;
  readonly work: (report: Report) => Promise<Value>;
}

/** Runs from a toast that may outlive the screen, so it holds on to nothing but the cache. */
async function undoStatuses(client: QueryClient, { succeeded }: BulkResult<Report, Report>): Promise<void> {
  const result = await runBulk(
    succeeded,
    ({ item, value }) =>
      changeReportStatus(client, { report: value, status: item.status as ReportStatus, isUndo: true }),
    { concurrency: CONCURRENCY, signal: new AbortController().signal, onProgress: () => undefined },
  );
  const undone = strings.bulkUndone(formatNumber(result.succeeded.length));
  if (result.failed.length === 0) return toast.success(undone);
  const notUndone = strings.bulkNotUndone(formatNumber(result.failed.length));
  if (result.succeeded.length === 0) toast.error(notUndone);
  else toast.error(undone, { detail: notUndone });
}

/**
 * Sets the status of, or deletes, all that is selected: asked once, done one by one, what fails stays selected. What
 * another administrator has changed since it was selected is left out.
 */
export function useBulk(selection: Selection): Bulk {
  const client = useQueryClient();
  const confirm = useConfirm();
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Progress>();
  // What has not begun by then is left alone when the screen is left.
  useEffect(() => () => running.current?.abort(), []);

  async function runAll<Value>(
    reports: readonly Report[],
    work: BulkAction<Value>['work'],
  ): Promise<BulkResult<Report, Value>> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: reports.length });
    const orStop = async (report: Report) => {
      try {
        return await work(report);
      } catch (error) {
        if (isUnauthorized(error) || isCancelled(error)) controller.abort();
        throw error;
      }
    };
    const result = await runBulk(reports, orStop, {
      concurrency: CONCURRENCY,
      signal: controller.signal,
      onProgress: (done) => setProgress({ done, total: reports.length }),
    });
    setProgress(undefined);
    return result;
  }

  /** @returns what was done; undefined if nothing was, which has been told of by then */
  async function run<Value>({ kind, question, failure, work }: BulkAction<Value>) {
    const leftOut = selection.changed;
    const reports = [...selection.reports.values()].filter(({ _id }) => !leftOut.has(_id));
    if (reports.length === 0) {
      notifyBulkOutcome({ kind, changed: leftOut.size, gone: 0, reasons: [] });
      return undefined;
    }
    if (!(await confirm(question(reports, formatNumber(reports.length))))) return undefined;
    const result = await runAll(reports, work);
    const cancelled = result.failed.filter(({ error }) => isCancelled(error));
    const { changed, gone, failed } = sortFailures(result.failed.filter((one) => !cancelled.includes(one)));
    selection.keep(
      new Set([
        ...[...failed, ...changed, ...cancelled].map(({ item }) => item._id),
        ...result.left.map(({ _id }) => _id),
        ...leftOut.keys(),
      ]),
      new Map(failed.map(({ item, error }) => [item._id, errorMessage(error, failure)])),
    );
    const outcome: BulkOutcome = {
      kind,
      changed: changed.length + leftOut.size,
      gone: gone.length,
      reasons: reasonsOf(failed, failure),
    };
    if (result.succeeded.length > 0) return { result, outcome };
    notifyBulkOutcome(outcome);
    return undefined;
  }

  return {
    progress,
    stop: () => running.current?.abort(),

    async setStatus(status) {
      const done = await run({
        kind: 'status',
        question: (reports, count) => ({
          title: strings.bulkStatusTitle(count),
          message: <ReportNames question={strings.bulkStatusQuestion(count, statusLabel(status))} reports={reports} />,
          confirmLabel: strings.bulkStatusConfirm,
        }),
        failure: reportsStrings.statusFailed,
        work: (report) => changeReportStatus(client, { report, status }),
      });
      if (!done) return;
      const { result, outcome } = done;
      notifyBulkOutcome(outcome, strings.bulkStatusDone(formatNumber(result.succeeded.length)), {
        label: sharedStrings.undo,
        onClick: () => void undoStatuses(client, result),
      });
    },

    async remove() {
      const done = await run({
        kind: 'remove',
        question: (reports, count) => ({
          title: strings.bulkRemoveTitle(count),
          message: (
            <ReportNames question={strings.bulkRemoveQuestion(count)} reports={reports} hint={strings.forGood} />
          ),
          confirmLabel: strings.bulkRemove,
          tone: 'danger',
        }),
        failure: reportsStrings.removeFailed,
        work: (report) => removeReport(client, report),
      });
      if (done) notifyBulkOutcome(done.outcome, strings.bulkRemoved(formatNumber(done.result.succeeded.length)));
    },
  };
}
