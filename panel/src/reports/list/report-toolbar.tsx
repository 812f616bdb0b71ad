import { ArrowLeft, ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { sharedStrings } from '../../lib/strings.ts';
import { RESTORE_SCROLL, useLastListSearch } from '../../lib/use-scroll-position.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { reportDetailStrings as strings } from '../detail/report-detail.strings.ts';
import type { ReportQueue } from '../detail/use-report-queue.ts';
import { REPORTS_FEATURE } from '../reports.keys.ts';

interface ReportToolbarProps {
  readonly queue: ReportQueue;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  readonly onHelp: () => void;
}

/** The way back to the list as it was left, and through it without going back. */
export function ReportToolbar({ queue, onNext, onPrevious, onHelp }: ReportToolbarProps) {
  const { previous, next, place, count, hasMore, isLoading } = queue;
  const step = (isPossible: boolean, onClick: () => void) => ({
    // Disabled, it would lose the focus of a client that walks on it to the end.
    'aria-disabled': !isPossible,
    onClick,
    className: classNames(!isPossible && 'opacity-50'),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        to={{ pathname: '/admin/reports', search: useLastListSearch(REPORTS_FEATURE) }}
        state={RESTORE_SCROLL}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-semibold text-ink-muted text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {strings.backToList}
      </Link>
      <div className="flex items-center gap-1">
        {place !== undefined && (
          <nav aria-label={strings.queue} className="flex items-center gap-1">
            <IconButton
              icon={ChevronLeft}
              size="sm"
              label={strings.previous}
              {...step(previous !== undefined, onPrevious)}
            />
            <span aria-busy={isLoading} className="text-ink-muted text-sm tabular-nums">
              {strings.place(formatNumber(place), formatNumber(count) + (hasMore ? '+' : ''))}
            </span>
            <IconButton
              icon={ChevronRight}
              size="sm"
              label={strings.next}
              {...step(next !== undefined || hasMore, onNext)}
            />
          </nav>
        )}
        <IconButton icon={Keyboard} size="sm" label={sharedStrings.shortcuts} onClick={onHelp} />
      </div>
    </div>
  );
}
