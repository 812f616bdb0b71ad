import { useNavigate } from 'react-router';
import { useActions } from '../../../lib/actions.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/link.tsx';
import { RESTORE_SCROLL, useLastListSearch } from '../../../lib/use-scroll-position.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ShortcutHelpButton } from '../../../ui/shortcut-help-button.tsx';
import { REPORTS_FEATURE } from '../reports.keys.ts';
import { detailActions } from './report-detail.actions.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { ReportQueue } from './use-report-queue.ts';

/** The title, with links back to the list at its scroll position, and to the previous and next report of the list. */
export function ReportToolbar({ queue }: { readonly queue: ReportQueue }) {
  const { place, count, hasMore, isLoading } = queue;
  const navigate = useNavigate();
  const list = { pathname: '/admin/reports', search: useLastListSearch(REPORTS_FEATURE) };
  const [next, previous, back] = useActions([
    { ...detailActions.next, when: queue.hasNext, run: queue.stepOn },
    { ...detailActions.previous, when: queue.hasPrevious, run: queue.stepBack },
    { ...detailActions.back, run: () => void navigate(list, { state: RESTORE_SCROLL }) },
  ]);
  const step = ({ icon, label, when, run }: typeof next | typeof previous) => (
    <IconButton
      icon={icon}
      size="sm"
      label={label}
      // `disabled` would lose the focus of a keyboard user who reaches the end of the list.
      aria-disabled={!when}
      onClick={run}
      className={classNames(!when && 'opacity-50')}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 className="font-semibold text-xl tracking-tight">{strings.title}</h1>
      <Link
        to={list}
        state={RESTORE_SCROLL}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-semibold text-ink-muted text-sm hover:text-ink"
      >
        <back.icon aria-hidden="true" className="size-4" />
        {back.label}
      </Link>
      <div className="ml-auto flex items-center gap-1">
        {place !== undefined && (
          <nav aria-label={strings.queue} className="flex items-center gap-1">
            {step(previous)}
            <span aria-busy={isLoading} className="text-ink-muted text-sm tabular-nums">
              {strings.place(formatNumber(place), formatNumber(count) + (hasMore ? '+' : ''))}
            </span>
            {step(next)}
          </nav>
        )}
        <ShortcutHelpButton />
      </div>
    </div>
  );
}
