import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkPreview } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { BulkRequest } from '../../entities/bulk-request.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatUntil } from '../../entities/suspension.ts';
import { formatNumber } from '../../lib/format.ts';
import { bulkStrings as strings } from './bulk.strings.ts';
import { type BulkChoice, isDecision } from './bulk-choice.ts';

const DAY_MS = 86_400_000;

/** What and how many: '12 tài khoản'. */
export const subjectsText = ({ target }: Pick<BulkRequest, 'target'>, total: number): string =>
  strings.subjects[target.kind](formatNumber(total));

/** Whom it concerns: the first names, and how many others; without names how many. */
export function namesText(request: Pick<BulkRequest, 'target'>, { names, total }: BulkPreview): string {
  const shown = names.join(', ');
  const others = subjectsText(request, total - names.length);
  if (names.length === 0) return others;
  return total > names.length ? strings.others(shown, others) : shown;
}

function mainSentence(request: BulkRequest, choice: BulkChoice, { total, reports }: BulkPreview, now: number): string {
  const subjects = subjectsText(request, total);
  switch (request.action) {
    case 'suspend': {
      const days = Number(choice.days);
      return days > 0
        ? strings.suspended(subjects, formatNumber(days), formatUntil(new Date(now + days * DAY_MS)))
        : '';
    }
    case 'disable':
      return strings.disabled(subjects);
    case 'tag':
      return choice.tag.trim() === '' ? '' : strings.tagged(subjects, choice.tag.trim());
    case 'takedown':
      return strings.takenDown(subjects);
    case 'close_reports':
      return reports === null
        ? strings.allClosed(statusLabel(choice.outcome))
        : strings.closed(formatNumber(reports), statusLabel(choice.outcome));
  }
}

/** Says what will happen, one sentence for each part. @param policy the rule that is chosen */
export function consequencesOf(
  request: BulkRequest,
  choice: BulkChoice,
  preview: BulkPreview,
  policy: Pick<Policy, 'points'> | undefined,
  now: number,
): readonly string[] {
  const decision = isDecision(request.action)
    ? [
        strings.allClosed(statusLabel('resolved')),
        policy && policy.points > 0 ? strings.points(formatNumber(policy.points)) : '',
        choice.sendsLetters ? strings.lettersSent : strings.lettersSkipped,
      ]
    : [];
  const main = mainSentence(request, choice, preview, now);
  const leftOut = request.leftOut ? strings.leftOut(formatNumber(request.leftOut)) : '';
  return [main, leftOut, ...decision, strings.leftAlone, strings.undoable].filter((sentence) => sentence !== '');
}

const list = (parts: ReadonlyArray<readonly [number, (count: string) => string]>): string =>
  parts.flatMap(([count, say], index) => (count > 0 || index === 0 ? say(formatNumber(count)) : [])).join(', ');

/** How far an action has come, or what became of it: 'Đang tạm khóa 120/500', 'Xong: 497, bỏ qua 3'. */
export function progressText({ action, state, total, done, skipped, failed, undo }: Bulk): string {
  if (undo.state === 'running') {
    return strings.progress(strings.undoing, formatNumber(undo.done + undo.skipped), formatNumber(done));
  }
  if (undo.state === 'done') {
    return list([
      [undo.done, strings.undone],
      [undo.skipped, strings.kept],
    ]);
  }
  const past = done + skipped + failed;
  if (state === 'running') {
    return strings.progress(strings.running[action.kind], formatNumber(past), formatNumber(total));
  }
  if (state === 'stopped') return strings.stopped(formatNumber(done), formatNumber(total));
  return list([
    [done, strings.done],
    [skipped, strings.skipped],
    [failed, strings.failed],
  ]);
}

/** How far it has come, from 0 to 1; null where nothing runs. */
export function fractionOf({ state, total, done, skipped, failed, undo }: Bulk): number | null {
  if (undo.state === 'running') return (undo.done + undo.skipped) / done;
  return state === 'running' ? (done + skipped + failed) / total : null;
}

/** Whether some were left alone, and it can be said which. */
export const hasLeftAlone = ({ skipped, failed, undo }: Bulk): boolean => skipped + failed + undo.skipped > 0;
