import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { errorMessage, isNotFound, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { reportNow } from '../reports/reports.api.ts';
import type { BulkResult } from './map-in-order.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

/** The outcome of a bulk action on reports. */
export interface BulkOutcome {
  readonly kind: keyof typeof strings.bulkNotDone;
  /** How many another administrator has changed since they were selected. */
  readonly changed: number;
  /** How many other administrators handle. */
  readonly held: number;
  /** How many were already deleted. */
  readonly gone: number;
  /** Why the others failed. */
  readonly reasons: readonly string[];
}

type Failed<Item> = BulkResult<Item, unknown>['failed'];

/** Groups failures by cause: another administrator's change, a deletion, or an error. */
export function sortFailures<Item>(all: Failed<Item>): Record<'changed' | 'gone' | 'failed', Failed<Item>> {
  const changed = all.filter(({ error }) => reportNow(error));
  const gone = all.filter(({ error }) => isNotFound(error));
  return { changed, gone, failed: all.filter((one) => !changed.includes(one) && !gone.includes(one)) };
}

/** The reasons of the failures; without a session the login screen shows the reason. */
export const reasonsOf = (failed: Failed<unknown>, fallback: string): string[] =>
  failed.filter(({ error }) => !isUnauthorized(error)).map(({ error }) => errorMessage(error, fallback));

function describeRest({ kind, changed, held, gone, reasons }: BulkOutcome): string[] {
  const notDone = strings.bulkNotDone[kind];
  const [reason = ''] = reasons;
  const said = reasons.every((other) => other === reason) ? reason : strings.severalReasons;
  return [
    ...(reasons.length > 0 ? [strings.bulkFailed(formatNumber(reasons.length), notDone, said)] : []),
    ...(changed > 0 ? [strings.bulkChanged(formatNumber(changed), notDone)] : []),
    ...(held > 0 ? [strings.bulkHeld(formatNumber(held), notDone)] : []),
    ...(gone > 0 ? [strings.bulkGone(formatNumber(gone))] : []),
  ];
}

/**
 * Shows one toast about successes and failures, because a second toast would hide the first.
 * @param done undefined if nothing succeeded
 * @param undo reverts the successes
 */
export function notifyBulkOutcome(outcome: BulkOutcome, done?: string, undo?: ToastOptions['action']): void {
  const [text, ...rest] = [...(done === undefined ? [] : [done]), ...describeRest(outcome)];
  if (text === undefined) return;
  const tone = outcome.reasons.length > 0 ? 'error' : done === undefined ? 'info' : 'success';
  toast[tone](text, {
    ...(rest.length > 0 && { detail: rest.join('. ') }),
    ...(undo && { action: undo, durationMs: UNDO_WINDOW_MS }),
  });
}
