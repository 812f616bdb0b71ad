import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { Report, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { formatNumber } from '../lib/format.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { notify } from '../ui/notices.ts';
import { type BulkResult, runBulk } from './bulk.ts';
import { ReportNames } from './components/report-names.tsx';
import { findReport } from './reports.cache.ts';
import { changeReportStatus, removeReport } from './reports.mutations.ts';
import { reportsStrings, statusLabel } from './reports.strings.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Selection } from './use-selection.ts';

/** Calls at a time: quick enough for the one who waits, and the server keeps its breath for the others. */
const CONCURRENCY = 4;
const NOT_FOUND = 404;

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

type StatusResult = BulkResult<Report, Report>;

/** Runs from a notice that may outlive the screen, so it holds on to nothing but the cache. */
async function undoStatuses(client: QueryClient, { succeeded }: StatusResult): Promise<void> {
  const result = await runBulk(
    succeeded,
    ({ item, value }) =>
      changeReportStatus(client, { report: value, status: item.status as ReportStatus, isUndo: true }),
    { concurrency: CONCURRENCY, signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (result.succeeded.length > 0) notify.success(strings.bulkUndone(formatNumber(result.succeeded.length)));
  if (result.failed.length > 0) notify.error(strings.bulkNotUndone(formatNumber(result.failed.length)));
}

/** Sets the status of, or deletes, all that is selected: asked once, done one by one, what fails stays selected. */
export function useBulk(selection: Selection): Bulk {
  const client = useQueryClient();
  const confirm = useConfirm();
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Progress>();
  // What has not begun by then is left alone when the screen is left.
  useEffect(() => () => running.current?.abort(), []);

  async function run<Value>(
    reports: readonly Report[],
    failure: string,
    work: (report: Report) => Promise<Value>,
  ): Promise<BulkResult<Report, Value>> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: reports.length });
    const orStop = async (report: Report) => {
      try {
        return await work(report);
      } catch (error) {
        if (isUnauthorized(error)) controller.abort();
        throw error;
      }
    };
    const result = await runBulk(reports, orStop, {
      concurrency: CONCURRENCY,
      signal: controller.signal,
      onProgress: (done) => setProgress({ done, total: reports.length }),
    });
    setProgress(undefined);
    // What failed because another administrator was faster can be tried again with what is known now.
    const current = (report: Report) => findReport(client, report._id) ?? report;
    selection.keep(
      [...result.failed.map(({ item }) => item), ...result.left].map(current),
      new Map(result.failed.map(({ item, error }) => [item._id, errorMessage(error, failure)])),
    );
    const gone = result.failed.filter(({ error }) => error instanceof ApiError && error.status === NOT_FOUND).length;
    const failed = result.failed.length - gone;
    if (gone > 0) notify.info(strings.bulkGone(formatNumber(gone)));
    if (failed > 0 && !controller.signal.aborted) notify.error(strings.bulkFailed(formatNumber(failed)));
    return result;
  }

  return {
    progress,
    stop: () => running.current?.abort(),

    async setStatus(status) {
      const reports = [...selection.reports.values()];
      const count = formatNumber(reports.length);
      const confirmed = await confirm({
        title: strings.bulkStatusTitle(count),
        message: <ReportNames question={strings.bulkStatusQuestion(count, statusLabel(status))} reports={reports} />,
        confirmLabel: strings.bulkStatusConfirm,
      });
      if (!confirmed) return;
      const result = await run(reports, reportsStrings.statusFailed, (report) =>
        changeReportStatus(client, { report, status }),
      );
      if (result.succeeded.length === 0) return;
      notify.success(strings.bulkStatusDone(formatNumber(result.succeeded.length)), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void undoStatuses(client, result) },
      });
    },

    async remove() {
      const reports = [...selection.reports.values()];
      const count = formatNumber(reports.length);
      const confirmed = await confirm({
        title: strings.bulkRemoveTitle(count),
        message: <ReportNames question={strings.bulkRemoveQuestion(count)} reports={reports} hint={strings.forGood} />,
        confirmLabel: strings.bulkRemove,
        tone: 'danger',
      });
      if (!confirmed) return;
      const result = await run(reports, reportsStrings.removeFailed, (report) => removeReport(client, report));
      if (result.succeeded.length > 0) notify.success(strings.bulkRemoved(formatNumber(result.succeeded.length)));
    },
  };
}
