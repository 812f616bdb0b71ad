import type { RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { moderationKindLabel, subjectTypes } from '../../entities/moderation-kind.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatDateTimeShort, formatNumber, formatTime, vietnamDay } from '../../lib/format.ts';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

/** The action, and the separator between it and the object: 'Gỡ' and ' ', 'Chờ xử lý → Đã xử lý' and ' · '. */
export function recentActionText(action: RecentAction): { readonly what: string; readonly link: string } {
  const { kind, fromStatus, toStatus, isForAll, detail, decision, bulk } = action;
  const fact = (what: string) => ({ what, link: ' · ' });
  if (bulk) return fact(strings.bulk(strings.bulkActs[bulk.action.kind], formatNumber(bulk.total)));
  if (decision) {
    const words = decision.actions.map((each) => strings.acts[each]).join(', ');
    if (words !== '') return { what: words.charAt(0).toUpperCase() + words.slice(1), link: ' ' };
    return fact(decision.outcome === 'violation' ? strings.violation : strings.noViolation);
  }
  if (kind === 'status_set' && toStatus) {
    const to = statusLabel(toStatus);
    return fact(isForAll || !fromStatus ? strings.statusOfAll(to) : strings.status(statusLabel(fromStatus), to));
  }
  if (kind === 'assigned' && detail) return fact(strings.assignedTo(detail));
  return fact(moderationKindLabel(kind));
}

/** Its object: 'bài viết “Nhật ký Sa Pa”', an account's name alone; '' for many. */
export function recentActionObject({ subject, name }: RecentAction): string {
  if (!subject) return '';
  const type = subjectTypes[subject.itemType].toLowerCase();
  if (name === null) return type;
  return subject.itemType === 'User' ? name : `${type} “${name}”`;
}

/** The rule, a colleague's name and the time: 'Spam · 13:02'. */
export function recentActionFacts({ policy, actor, at, needsReason }: RecentAction, now: number): string {
  const isToday = vietnamDay(at) === vietnamDay(new Date(now).toISOString());
  const time = isToday ? formatTime(at) : formatDateTimeShort(at);
  return [policy, needsReason ? actor.username : null, time].filter(Boolean).join(' · ');
}
