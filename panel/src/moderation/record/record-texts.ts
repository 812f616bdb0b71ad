import type { RecordedDecision, UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import { subjectTypes } from '../../entities/moderation-kind.ts';
import { policyActions } from '../../entities/policy.tsx';
import { disabledText } from '../../entities/suspension.ts';
import { formatDateShort, formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { recordStrings as strings } from './record.strings.ts';

/** The points that count now, and when the next of them expire. */
export const pointsText = ({ points, pointsExpireAt }: UserRecord): string =>
  points === 0 ? strings.noPoints : strings.pointsNow(formatNumber(points), formatDateShort(pointsExpireAt));

/** How many of the user's own appeals were granted. */
export const appealsText = ({ appeals: { won, decided } }: UserRecord): string =>
  decided === 0 ? strings.noAppeals : strings.appealsWon(formatNumber(won), formatNumber(decided));

/** The reports of the account and of what it published. */
export const reportsAboutText = ({ reportsAbout: { open, total } }: UserRecord): string =>
  total === 0 ? strings.noReports : strings.reportsOpen(formatNumber(open), formatNumber(total));

/** How many of the reports that the user filed were right, how many nobody has read, and whether the user is muted. */
export function reportsByText({ reportsBy }: UserRecord): string {
  const { unread, muted } = reportsBy;
  const parts = [rightText(reportsBy)];
  if (unread > 0) parts.push(strings.reportsUnread(formatNumber(unread)));
  if (muted) parts.push(strings.mutedBy(muted.by.username || strings.system, formatDateShort(muted.at)));
  return parts.join(' · ');
}

function rightText({ total, resolved, rejected }: UserRecord['reportsBy']): string {
  if (total === 0) return strings.noReports;
  const closed = resolved + rejected;
  if (closed === 0) return strings.noClosedReports(formatNumber(total));
  return strings.reportsRight(formatNumber(resolved), formatNumber(closed));
}

/** The conclusion: 'Vi phạm: Quấy rối'. */
export const conclusionText = ({ outcome, policy }: RecordedDecision): string =>
  outcome === 'violation' ? strings.violation(policy?.title ?? '') : strings.noViolation;

/** The subject of the decision: 'Bài viết “Giảm giá hôm nay”'. */
export const decidedOnText = ({ subject, title }: RecordedDecision): string =>
  title === null ? subjectTypes[subject.itemType] : `${subjectTypes[subject.itemType]} “${title}”`;

/** The consequences: 'Gỡ nội dung · Tạm khóa đến 10:15 30/11/2026 · 2 điểm, hết hạn 20/02/2027'. */
export function followedText({ actions, suspendedUntil, points, pointsExpireAt }: RecordedDecision): string {
  const parts = actions.map((action) =>
    action === 'suspend' && suspendedUntil !== null ? disabledText(suspendedUntil) : policyActions[action],
  );
  if (points > 0) parts.push(strings.decisionPoints(formatNumber(points), formatDateShort(pointsExpireAt)));
  return parts.join(' · ') || strings.noActions;
}

/** Who, and when. */
export const byText = (by: { readonly username: string } | null, at: string): string =>
  strings.decidedBy(by?.username || strings.system, formatDateTimeShort(at));
