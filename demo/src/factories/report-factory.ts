import type { ReportItemType, ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import { REPORTS } from '../texts/texts.ts';

const REASON_WEIGHTS: ReadonlyArray<readonly [ReportReason, number]> = [
  ['spam', 30],
  ['harassment', 16],
  ['inappropriate_content', 15],
  ['false_information', 15],
  ['other', 10],
  ['hate_speech', 8],
  ['violence', 6],
];

/** The reason and the description of a report. */
export function makeComplaint(
  random: Random,
  itemType: ReportItemType,
  reason: ReportReason = random.weighted(REASON_WEIGHTS),
): { reason: ReportReason; description: string } {
  if (itemType === 'User') return { reason, description: random.pick(REPORTS.accountComplaints[reason]) };
  const line = random.pick(REPORTS.contentComplaints[reason]);
  return { reason, description: line.replace('{what}', REPORTS.subjectNames[itemType]) };
}

/** One change of a report's status. */
export interface StatusStep {
  from: ReportStatus;
  to: ReportStatus;
}

const DECIDED: ReadonlyArray<readonly [ReportStatus, number]> = [
  ['resolved', 65],
  ['rejected', 35],
];
const VIA_REVIEW_SHARE = 0.4;

/** The status changes of a report: from pending, optionally through reviewing, to a decision. */
export function makeDecision(random: Random, { isOpen }: { isOpen: boolean }): StatusStep[] {
  const review: StatusStep = { from: 'pending', to: 'reviewing' };
  const isReviewed = random.chance(VIA_REVIEW_SHARE);
  if (isOpen) return isReviewed ? [review] : [];
  const to = random.weighted(DECIDED);
  return isReviewed ? [review, { from: 'reviewing', to }] : [{ from: 'pending', to }];
}
