import { PERFORMANCE_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import type { Performance } from '@hai-dang/contract/performance/performance.schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TEXT_LINK_CLASS } from '../../ui/text-button.tsx';
import { links } from '../performance.links.ts';
import { performanceStrings as strings } from '../performance.strings.ts';
import { BarFigure } from './figure-table.tsx';

/** The number of overdue buckets, which come first by due time. */
const OVERDUE_BUCKETS = 2;

/** The figures of what waits now, by due time and by how long it waits. */
export function WaitingSection({ waiting: { byDue, byAge } }: Pick<Performance, 'waiting'>) {
  return (
    <Card title={strings.waiting} aside={<p className="text-ink-muted text-xs">{strings.waitingNote}</p>}>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Buckets
          title={strings.byDue}
          labels={strings.due}
          counts={byDue}
          linkOf={(place) => (place < OVERDUE_BUCKETS ? links.overdue : links.waiting)}
          isBad={(place) => place < OVERDUE_BUCKETS}
        />
        <Buckets title={strings.byAge} labels={strings.age} counts={byAge} linkOf={() => links.waiting} />
      </div>
    </Card>
  );
}

interface BucketsProps {
  readonly title: string;
  readonly labels: readonly string[];
  readonly counts: readonly number[];
  readonly linkOf: (place: number) => string;
  readonly isBad?: (place: number) => boolean;
}

function Buckets({ title, labels, counts, linkOf, isBad = () => false }: BucketsProps) {
  const most = Math.max(1, ...counts);
  return (
    <table className="text-sm tabular-nums">
      <caption className="pb-1 text-left font-semibold text-ink-muted text-xs">{title}</caption>
      <tbody>
        {labels.map((label, place) => {
          const count = counts[place] ?? 0;
          const text = count >= PERFORMANCE_COUNTED_UP_TO ? strings.capped : formatNumber(count);
          const color = isBad(place) && count > 0 ? 'text-red-ink' : undefined;
          return (
            <tr key={label} className="border-line border-t">
              <th scope="row" className={classNames('py-1.5 text-left font-normal', color)}>
                {label}
              </th>
              <td className="py-1.5 text-right">
                <BarFigure share={count / most}>
                  {count === 0 ? (
                    text
                  ) : (
                    <Link
                      to={linkOf(place)}
                      aria-label={`${label}: ${text}`}
                      className={classNames(TEXT_LINK_CLASS, color)}
                    >
                      {text}
                    </Link>
                  )}
                </BarFigure>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
