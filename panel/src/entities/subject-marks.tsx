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

/** Marks content that is hidden until somebody decides; nothing for any other. */
export function HiddenBadge({ hiddenAt }: HiddenProps) {
  return hiddenAt ? <Badge tone="amber">{strings.hidden}</Badge> : null;
}

/** Marks a subject on which an appeal waits; nothing for any other. */
export function AppealedBadge({ isAppealed }: { readonly isAppealed: boolean | undefined }) {
  return isAppealed ? <Badge tone="amber">{appealedText}</Badge> : null;
}

interface ReportsUnderWayProps {
  readonly closing: number | undefined;
  readonly updating: number | undefined;
}

/** How many reports of a subject still follow a change of all of them; nothing where all have. */
export function ReportsUnderWay({ closing = 0, updating = 0 }: ReportsUnderWayProps) {
  if (closing + updating === 0) return null;
  return (
    <span className="block text-ink-muted text-sm tabular-nums">
      {closing > 0 ? strings.closing(formatNumber(closing)) : strings.updating(formatNumber(updating))}
    </span>
  );
}

/** Says since when and why content is hidden; nothing for any other. */
export function HiddenNote({ hiddenAt }: HiddenProps) {
  if (!hiddenAt) return null;
  return (
    <Callout tone="amber">
      <p className="font-semibold">
        {strings.hidden} ·{' '}
        <time dateTime={hiddenAt} className="tabular-nums">
          {formatDateTimeShort(hiddenAt)}
        </time>
      </p>
      <p>{strings.hiddenHint}</p>
    </Callout>
  );
}
