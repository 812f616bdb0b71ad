import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { statusLabel } from '../../entities/report-status.tsx';
import { errorMessage, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { type ConfirmOptions, useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { ReportNames } from '../reports/detail/report-summary-list.tsx';
import { changeReportStatus, refetchLists, removeReport } from '../reports/reports.mutations.ts';
import { reportsStrings } from '../reports/reports.strings.ts';
import { type BulkOutcome, notifyBulkOutcome, reasonsOf, sortFailures } from './bulk-outcome.ts';
import { splitHeld } from './held-rows.ts';
import { type BulkResult, runBulk } from './map-in-order.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Selection } from './use-selection.ts';

/** Concurrent calls: fast enough for the user, with capacity left for other clients of the server. */
const CONCURRENCY = 4;

interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface Bulk {
  /** Set while a bulk action is in progress. */
  readonly progress: Progress | undefined;
  readonly stop: () => void;
  readonly setStatus: (status: ReportStatus) => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface BulkAction<Value> {
  readonly kind: BulkOutcome['kind'];
  readonly question: (reports: readonly Report[], count: string, hint: string | undefined) => ConfirmOptions;
  /** The message for a failure without a reason. */
  readonly failure: string;
  readonly work: (report: Report) => Promise<Value>;
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoStatuses(client: QueryClient, { succeeded }: BulkResult<Report, Report>): Promise<void> {
  const result = await runBulk(
    succeeded,
    ({ item, value }) =>
      changeReportStatus(client, { report: value, status: item.status as ReportStatus, isUndo: true }),
    { concurrency: CONCURRENCY, signal: new AbortController().signal, onProgress: () => undefined },
  );
  void refetchLists(client);
  const undone = strings.bulkUndone(formatNumber(result.succeeded.length));
  if (result.failed.length === 0) return toast.success(undone);
  const notUndone = strings.bulkNotUndone(formatNumber(result.failed.length));
  if (result.succeeded.length === 0) toast.error(notUndone);
  else toast.error(undone, { detail: notUndone });
}

/**
 * Sets the status of, or deletes, all selected reports: one confirmation, one call each; failed ones stay selected.
 * Reports that another administrator has changed since they were selected are skipped, and those that one handles, unless
 * only those are left.
 */
export function useBulk(selection: Selection): Bulk {
  const client = useQueryClient();
  const confirm = useConfirm();
  const ownId = useSession()?.adminId;
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Progress>();
  // Leaving the screen skips the calls that are not started.
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

  /** @returns the result; undefined if nothing was done, whose reason was already shown */
  async function run<Value>({ kind, question, failure, work }: BulkAction<Value>) {
    const leftOut = selection.changed;
    const {
      chosen: reports,
      held,
      areHeld,
    } = splitHeld([...selection.reports.values()], ({ _id }) => leftOut.has(_id), ownId);
    if (reports.length === 0) {
      notifyBulkOutcome({ kind, changed: leftOut.size, held: 0, gone: 0, reasons: [] });
      return undefined;
    }
    const hint = areHeld ? strings.bulkAllHeld : undefined;
    if (!(await confirm(question(reports, formatNumber(reports.length), hint)))) return undefined;
    const result = await runAll(reports, work);
    const cancelled = result.failed.filter(({ error }) => isCancelled(error));
    const { changed, gone, failed } = sortFailures(result.failed.filter((one) => !cancelled.includes(one)));
    selection.keep(
      new Set([
        ...[...failed, ...changed, ...cancelled].map(({ item }) => item._id),
        ...result.left.map(({ _id }) => _id),
        ...leftOut.keys(),
        ...held.map(({ _id }) => _id),
      ]),
      new Map(failed.map(({ item, error }) => [item._id, errorMessage(error, failure)])),
    );
    const outcome: BulkOutcome = {
      kind,
      changed: changed.length + leftOut.size,
      held: held.length,
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
        question: (reports, count, hint) => ({
          title: strings.bulkStatusTitle(count),
          message: (
            <ReportNames
              question={strings.bulkStatusQuestion(count, statusLabel(status))}
              reports={reports}
              hint={hint}
            />
          ),
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
        question: (reports, count, hint) => ({
          title: strings.bulkRemoveTitle(count),
          message: (
            <ReportNames
              question={strings.bulkRemoveQuestion(count)}
              reports={reports}
              hint={hint === undefined ? strings.forGood : `${hint} ${strings.forGood}`}
            />
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
