import { consequencesOf } from '@hai-dang/contract/moderation/consequences.ts';
import type {
  DecideBody,
  DecisionPreview,
  ModerationEvent,
  ModerationSubject,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Penalty } from '@hai-dang/contract/moderation/ladder.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { moderationKindLabel } from '../../entities/moderation-kind.ts';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatDateShort, formatMoment, formatNumber } from '../../lib/format.ts';
import type { toDecision } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { isQuoted, newReportsSince, type SubjectChange } from './new-reports.ts';

type Decision = ReturnType<typeof toDecision>;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Says what a decision will do, in one line: 'Bài viết bị gỡ · 3 điểm đến 25/02/2027 · 12 báo cáo đóng: Đã xử lý · 10 thư'.
 * @param policy the rule that it names
 * @param letters those of its preview; undefined until they are known
 * @param now in milliseconds
 * @returns '' until there is an outcome, and for a violation a rule
 */
export function consequencesText(
  subject: ModerationSubject,
  { outcome, ...decision }: Decision,
  policy: Pick<Policy, 'points' | 'expiresDays'> | undefined,
  letters: DecisionPreview['letters'] | undefined,
  now: number,
): string {
  const isViolation = outcome === 'violation';
  if (outcome === null || (isViolation && !policy)) return '';
  const at = new Date(now);
  const parts = consequencesOf({ outcome, ...decision }, subject, policy, at).map(({ code, until, count }) =>
    strings.consequenceOf[code]({
      item: itemTypeLabel(subject.subject.itemType),
      present: accountText(subject.owner),
      count: formatNumber(count ?? 0),
      until: formatMoment(until ?? at),
      day: formatDateShort(until ?? at),
      status: statusLabel(isViolation ? 'resolved' : 'rejected'),
    }),
  );
  if (!isViolation && subject.takenDownAt !== null) parts.unshift(strings.staysDown);
  if (parts.length === 0) parts.push(strings.noConsequence);
  return capitalized([...parts, ...lettersTexts(subject, decision, letters)].join(' · '));
}

/** How many letters are sent: one to the owner, and one to each whose report is closed. */
function lettersTexts(
  { reports, openReports, reporters }: ModerationSubject,
  { letters: chosen }: Pick<Decision, 'letters'>,
  letters: DecisionPreview['letters'] | undefined,
): readonly string[] {
  const toOwner = letters?.owner && chosen?.owner !== null ? 1 : 0;
  const hasReporters = letters?.reporters && chosen?.reporters !== null;
  // Of how many reporters the open reports are is known where none is closed.
  const toReporters = hasReporters ? Math.min(reporters, openReports) : 0;
  const isExact = toReporters <= 1 || reports === openReports;
  const count = toOwner + toReporters;
  return count === 0 ? [] : [strings.lettersSent(isExact, formatNumber(count))];
}

/** The acts among the consequences of a decision: 'gỡ nội dung', 'tạm khóa 7 ngày'. */
const actsOf = (consequences: DecisionPreview['consequences']): string[] =>
  consequences.flatMap(({ code, count }) => strings.acts[code]?.(formatNumber(count ?? 0)) ?? []);

/**
 * Names a decision by what it does: 'Gỡ, cảnh cáo, tạm khóa 7 ngày'.
 * @param now in milliseconds
 */
export function decisionName(subject: ModerationSubject, { outcome, ...decision }: Decision, now: number): string {
  if (outcome === null) return strings.decide;
  if (outcome === 'no_violation') return strings.noViolation;
  const acts = actsOf(consequencesOf({ outcome, ...decision }, subject, null, new Date(now)));
  if (acts.length === 0) return strings.recordOnly;
  if (acts.length > 1 && decision.actions.includes('takedown')) acts.splice(0, 1, strings.takedownToo);
  return capitalized(acts.join(', '));
}

/** Says what a decision has done, in a few words. */
export function doneText(outcome: DecideBody['outcome'], consequences: DecisionPreview['consequences']): string {
  if (outcome === 'no_violation') return strings.doneHarmless;
  const acts = actsOf(consequences);
  return acts.length > 0 ? strings.done(acts.join(', ')) : strings.doneViolation;
}

/** Says how many reports a decision has closed, where that is more than the one that was looked at; else ''. */
export function closedText(consequences: DecisionPreview['consequences']): string {
  const closed = consequences.find(({ code }) => code === 'close_reports')?.count ?? 0;
  return closed > 1 ? strings.closedReports(formatNumber(closed)) : '';
}

/** The penalty that the ladder proposes, as part of a sentence. */
export const proposalText = ({ suspendDays }: Penalty): string =>
  suspendDays === null ? strings.proposals.disable : strings.proposals.suspend(formatNumber(suspendDays));

/** Says what the ladder proposes with a rule: 'Thang xử lý đề xuất: tạm khóa 7 ngày (0 + 3 = 3 điểm)'. */
export function offerText(penalty: Penalty, points: number, policy: Pick<Policy, 'points'>): string {
  const sum = formatNumber(points + policy.points);
  const shown =
    policy.points === 0
      ? strings.policyPoints(sum)
      : strings.offerSum(formatNumber(points), formatNumber(policy.points), sum);
  return strings.offer(proposalText(penalty), shown);
}

/** Whether an account is disabled, as part of a sentence; undefined for one that is not. */
function accountText(owner: ModerationSubject['owner']): string | undefined {
  if (!owner?.isDisabled) return undefined;
  return owner.disabledUntil ? strings.suspendedLower(formatMoment(owner.disabledUntil)) : strings.disabledLower;
}

/** The owner's record in one line: '2 điểm trong hạn · 1 cảnh cáo · 0 khiếu nại thắng · đã vô hiệu hóa'. */
export function recordText({
  strikes,
  ownerRecord: { warnings, appealsWon },
  owner,
}: Pick<ModerationSubject, 'strikes' | 'ownerRecord' | 'owner'>): string {
  const points = strikes.points === 0 ? strings.noPoints : strings.points(formatNumber(strikes.points));
  return [
    points,
    strings.warnings(formatNumber(warnings)),
    strings.appealsWon(formatNumber(appealsWon)),
    accountText(owner),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** How often the reporters of a subject were right elsewhere. */
export const reportersText = ({ reportersRecord: { closed, right } }: Pick<ModerationSubject, 'reportersRecord'>) =>
  closed === 0 ? strings.reportersUnknown : strings.reportersRight(formatNumber(right), formatNumber(closed));

/** Who did it: users are not named. */
export const actorText = ({ actor, kind }: Pick<ModerationEvent, 'actor' | 'kind'>): string =>
  actor?.username ?? (kind === 'reported' || kind === 'appealed' ? strings.user : strings.system);

/** Says what happened, with the rule and the end where there are any; an unknown kind is shown as it is. */
export function eventText({ kind, policy, until }: Pick<ModerationEvent, 'kind' | 'policy' | 'until'>): string {
  const what = moderationKindLabel(kind);
  const text = kind === 'suspended' && until ? `${what} ${strings.eventUntil(formatMoment(until))}` : what;
  return policy ? `${text}: ${policy.title}` : text;
}

/**
 * Says what has changed about a subject while a decision on it was being made, and that it is not to be punished twice
 * for the same.
 */
export function changesWhileDeciding(before: ModerationSubject, after: ModerationSubject): readonly SubjectChange[] {
  const known = new Set(before.events.map(({ _id }) => _id));
  const isPunished = after.events.some(({ _id, kind, policy }) => kind === 'decided' && policy && !known.has(_id));
  return [...changesBetween(before, after), ...(isPunished ? [strings.changes.punished] : [])];
}

/**
 * Says what has changed about a subject since it was shown: the reports that came, with their words, its state and counts, and what
 * else happened.
 */
export function changesBetween(before: ModerationSubject, after: ModerationSubject): readonly SubjectChange[] {
  const { changes } = strings;
  const lines: string[] = [];
  const compare = (write: (before: string, after: string) => string, one: number, other: number) => {
    if (one !== other) lines.push(write(formatNumber(one), formatNumber(other)));
  };
  if (before.state !== after.state)
    lines.push(changes.state(strings.states[before.state], strings.states[after.state]));
  compare(changes.open, before.openReports, after.openReports);
  compare(changes.reporters, before.reporters, after.reporters);
  if (before.takenDownAt === null && after.takenDownAt !== null) lines.push(changes.takenDown);
  if (before.takenDownAt !== null && after.takenDownAt === null) lines.push(changes.restored);
  if (before.owner && !after.owner) lines.push(changes.ownerGone);
  else if (accountText(before.owner) !== accountText(after.owner)) {
    lines.push(changes.account(accountText(after.owner) ?? changes.enabled));
  }
  compare(changes.points, before.strikes.points, after.strikes.points);
  const known = new Set(before.events.map(({ _id }) => _id));
  for (const event of after.events) {
    if (!known.has(event._id) && !isQuoted(event)) lines.push(changes.event(eventText(event), actorText(event)));
  }
  return [...newReportsSince(before, after), ...lines];
}
