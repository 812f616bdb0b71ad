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
import { policyActionsText } from '../../entities/policy.tsx';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatDateShort, formatMoment, formatNumber } from '../../lib/format.ts';
import type { toDecision } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

type Decision = ReturnType<typeof toDecision>;

/**
 * Says what a decision will do, one sentence for each part.
 * @param policy the rule that it names
 * @param now in milliseconds
 * @returns nothing until there is an outcome, and for a violation a rule
 */
export function consequenceTexts(
  subject: ModerationSubject,
  { outcome, ...decision }: Decision,
  policy: Pick<Policy, 'points' | 'expiresDays'> | undefined,
  now: number,
): readonly string[] {
  const isViolation = outcome === 'violation';
  if (outcome === null || (isViolation && !policy)) return [];
  const { owner } = subject;
  const at = new Date(now);
  const sentences = consequencesOf({ outcome, ...decision }, subject, policy, at).map(({ code, until, count }) =>
    strings.consequenceOf[code]({
      item: itemTypeLabel(subject.subject.itemType),
      name: owner?.username ?? '',
      present: accountText(owner),
      count: formatNumber(count ?? 0),
      until: formatMoment(until ?? at),
      day: formatDateShort(until ?? at),
      status: statusLabel(isViolation ? 'resolved' : 'rejected'),
    }),
  );
  if (!isViolation && subject.takenDownAt !== null) sentences.unshift(strings.staysDown);
  return sentences.length > 0 ? sentences : [strings.noConsequence];
}

/** Says what is chosen, in a few words: 'Bạo lực: Gỡ nội dung, Tạm khóa 7 ngày'; '' until there is an outcome. */
export function chosenText({ outcome, actions, suspendDays = null }: Decision, policy: Policy | undefined): string {
  if (outcome === 'no_violation') return strings.noViolation;
  if (!policy) return '';
  return actions.length === 0
    ? policy.title
    : `${policy.title}: ${policyActionsText({ defaultActions: actions, suspendDays })}`;
}

/** Says what a decision has done, in a few words. */
export function doneText(outcome: DecideBody['outcome'], consequences: DecisionPreview['consequences']): string {
  if (outcome === 'no_violation') return strings.doneHarmless;
  const parts = consequences.flatMap(({ code, count }) => strings.doneActions[code]?.(formatNumber(count ?? 0)) ?? []);
  return parts.length > 0 ? strings.done(parts.join(', ')) : strings.doneViolation;
}

/** The penalty that the ladder proposes, as part of a sentence. */
export const proposalText = ({ suspendDays }: Penalty): string =>
  suspendDays === null ? strings.proposals.disable : strings.proposals.suspend(formatNumber(suspendDays));

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
export function changesWhileDeciding(before: ModerationSubject, after: ModerationSubject): readonly string[] {
  const known = new Set(before.events.map(({ _id }) => _id));
  const isPunished = after.events.some(({ _id, kind, policy }) => kind === 'decided' && policy && !known.has(_id));
  return [...changesBetween(before, after), ...(isPunished ? [strings.changes.punished] : [])];
}

/** Says what has changed about a subject since it was shown: its state and counts, and what happened. */
export function changesBetween(before: ModerationSubject, after: ModerationSubject): readonly string[] {
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
    if (!known.has(event._id)) lines.push(changes.event(eventText(event), actorText(event)));
  }
  return lines;
}
