import type { FoundHarmless } from '@hai-dang/contract/reports/reports.schema.ts';
import { formatDateTimeShort } from '../lib/format.ts';
import { Callout } from '../ui/callout.tsx';

const strings = {
  reviewed: 'Đã xem xét',
  reviewedBy: 'bởi',
  harmless: 'không vi phạm',
} as const;

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
