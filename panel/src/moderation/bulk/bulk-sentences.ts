import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkPreview } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { consequencesOf } from '@hai-dang/contract/moderation/consequences.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatMoment, formatNumber } from '../../lib/format.ts';
import type { BulkRequest } from './bulk.overlays.ts';
import { bulkStrings as strings } from './bulk.strings.ts';
import type { BulkChoice } from './bulk-choice.ts';

/** The subjects in words, with their number: '12 tài khoản'. */
export const subjectsText = ({ target }: Pick<BulkRequest, 'target'>, total: number): string =>
  strings.subjects[target.kind](formatNumber(total));

/** Whom it concerns: the first names, and how many others; without names how many. */
export function namesText(request: Pick<BulkRequest, 'target'>, { names, total }: BulkPreview): string {
  const shown = names.join(', ');
  const others = subjectsText(request, total - names.length);
  if (names.length === 0) return others;
  return total > names.length ? strings.others(shown, others) : shown;
}

/** How many subjects it is done to: those that colleagues handle only where that is chosen. */
export const actedOn = ({ total, held }: BulkPreview, { includesHeld }: Pick<BulkChoice, 'includesHeld'>): number =>
  includesHeld ? total : total - (held?.total ?? 0);

/** The state that a decision is taken to find where nothing is known of its subject. */
const ANY_SUBJECT = { owner: {}, hiddenAt: null, openReports: 1 };

/** Says what the decision on each subject does. */
function decisionSentences(
  action: 'suspend' | 'disable' | 'takedown',
  { days }: BulkChoice,
  subjects: string,
  policy: Pick<Policy, 'points' | 'expiresDays'> | undefined,
  at: Date,
): string[] {
  const suspendDays = Number(days) > 0 ? Number(days) : null;
  return consequencesOf({ outcome: 'violation', actions: [action], suspendDays }, ANY_SUBJECT, policy, at).flatMap(
    ({ code, until, count }) =>
      strings.consequenceOf[code]?.({
        subjects,
        count: formatNumber(count ?? 0),
        until: formatMoment(until ?? at),
        status: statusLabel('resolved'),
      }) ?? [],
  );
}

/** Says what will happen, one sentence for each part. @param policy the rule that is chosen */
export function consequenceTexts(
  request: BulkRequest,
  choice: BulkChoice,
  preview: BulkPreview,
  policy: Pick<Policy, 'points' | 'expiresDays'> | undefined,
  now: number,
): readonly string[] {
  const { action } = request;
  const acted = actedOn(preview, choice);
  const subjects = subjectsText(request, acted);
  const leftOut = request.leftOut ? [strings.leftOut(formatNumber(request.leftOut))] : [];
  const rest = [strings.leftAlone, strings.undoable];
  if (action === 'tag') {
    const tag = choice.tag.trim();
    return [...(tag === '' ? [] : [strings.tagged(subjects, tag)]), ...rest];
  }
  if (action === 'close_reports') {
    const status = statusLabel(choice.outcome);
    // The reports of those that are left alone are among the number.
    const reports = acted < preview.total ? null : preview.reports;
    const closed = reports === null ? strings.allClosed(status) : strings.closed(formatNumber(reports), status);
    return [closed, ...leftOut, ...rest];
  }
  if (action === 'no_violation') {
    const written = choice.sendsLetters ? strings.reportersWritten : strings.nobodyWritten;
    return [strings.harmless(formatNumber(preview.reports ?? 0), written), ...leftOut];
  }
  const letters = choice.sendsLetters ? strings.lettersSent : strings.lettersSkipped;
  return [...decisionSentences(action, choice, subjects, policy, new Date(now)), ...leftOut, letters, ...rest];
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
