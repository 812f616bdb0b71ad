import type { FoundHarmless } from '@hai-dang/contract/moderation/reports.schema.ts';
import { formatDateTimeShort, formatNumber } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Callout } from '../ui/callout.tsx';

const strings = {
  reviewed: 'Đã xem xét',
  reviewedBy: 'bởi',
  harmless: 'không vi phạm',
  closing: (count: string) => `Đang đóng ${count} báo cáo...`,
  updating: (count: string) => `Đang cập nhật ${count} báo cáo...`,
  hidden: 'Đã ẩn tạm',
  hiddenHint: 'Nhiều người đã báo cáo nội dung này. Ứng dụng không hiện nội dung cho đến khi có quyết định.',
} as const;

/** Says that an appeal waits. */
export const appealedText = 'Có khiếu nại';
/** Says that content is hidden until somebody decides. */
export const hiddenText = strings.hidden;

/** How many reports of a subject still follow a change of all of them; undefined where all have. */
export function underWayText(closing = 0, updating = 0): string | undefined {
  if (closing > 0) return strings.closing(formatNumber(closing));
  return updating > 0 ? strings.updating(formatNumber(updating)) : undefined;
}

/** Says when and by whom a subject was found harmless; nothing where nobody has. */
export function HarmlessNote({ found }: { readonly found: FoundHarmless | null | undefined }) {
  if (!found) return null;
  return (
    <Callout tone="accent" className="wrap-anywhere">
      {strings.reviewed}{' '}
      <time dateTime={found.at} className="tabular-nums">
        {formatDateTimeShort(found.at)}
      </time>{' '}
      {strings.reviewedBy} <bdi className="font-semibold">{found.by}</bdi>, {strings.harmless}
    </Callout>
  );
}

interface HiddenProps {
  /** Since when the system hides the content; null where it does not. */
  readonly hiddenAt: string | null | undefined;
}

/** Marks a subject on which an appeal waits; nothing for any other. */
export function AppealedBadge({ isAppealed }: { readonly isAppealed: boolean | undefined }) {
  return isAppealed ? <Badge tone="amber">{appealedText}</Badge> : null;
}

interface ReportsUnderWayProps {
  readonly closing: number | undefined;
  readonly updating: number | undefined;
}

/** The same as a line of its own. */
export function ReportsUnderWay({ closing, updating }: ReportsUnderWayProps) {
  const text = underWayText(closing, updating);
  return text === undefined ? null : <span className="block text-ink-muted text-sm tabular-nums">{text}</span>;
}

/** Says since when and why content is hidden; nothing for any other. */
export function HiddenNote({ hiddenAt }: HiddenProps) {
  if (!hiddenAt) return null;
  return (
    <Callout tone="amber">
      <p className="font-semibold">
        {hiddenText} ·{' '}
        <time dateTime={hiddenAt} className="tabular-nums">
          {formatDateTimeShort(hiddenAt)}
        </time>
      </p>
      <p>{strings.hiddenHint}</p>
    </Callout>
  );
}
