import type { TimelineEntry } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { moderationKindLabel } from '../../entities/moderation-kind.ts';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { formatMoment, labelIn } from '../../lib/format.ts';
import { timelineStrings as strings } from './timeline.strings.ts';

/** Says what happened, in a few words: 'Bị báo cáo về bài viết: Spam'. */
export function entryText({ kind, detail, subject, until, isUndone }: TimelineEntry): string {
  const about = subject ? ` ${strings.about(itemTypeLabel(subject.itemType).toLowerCase())}` : '';
  switch (kind) {
    case 'report_about':
    case 'report_by':
      return `${strings.kinds[kind]}${about}: ${reasonLabel(detail ?? '')}`;
    case 'moderation': {
      const what = detail === 'no_violation' ? strings.noViolation : moderationKindLabel(detail ?? '');
      const end = until && detail === 'suspended' ? ` ${strings.until(formatMoment(until))}` : '';
      return `${what}${subject?.itemType === 'User' ? '' : about}${end}${isUndone ? ` (${strings.undone})` : ''}`;
    }
    case 'note': {
      const end = until ? ` ${strings.until(formatMoment(until))}` : '';
      const of = subject?.itemType === 'User' ? '' : about;
      return moderationKindLabel(detail ?? '') + of + end + (isUndone ? ` (${strings.takenBack})` : '');
    }
    case 'appeal':
      return detail
        ? `${strings.kinds.appeal}${about}: ${labelIn(strings.outcomes, detail)}`
        : strings.kinds.appeal + about;
    default:
      return strings.kinds[kind];
  }
}
