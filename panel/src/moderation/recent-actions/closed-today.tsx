import { formatNumber } from '../../lib/format.ts';
import { useClosedToday } from './recent-actions.queries.ts';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

/** How much was done today, where an empty queue is shown; nothing while that is unknown, or before anything is done. */
export function ClosedToday() {
  const { data: count = 0 } = useClosedToday();
  return count > 0 ? (
    <p className="text-ink-muted text-sm tabular-nums">{strings.closedToday(formatNumber(count))}</p>
  ) : null;
}
