import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TEXT_LINK_CLASS } from '../../ui/text-button.tsx';
import { performanceStrings as strings } from '../performance.strings.ts';

export interface FigureColumn<Row> {
  readonly label: string;
  /** Given where another column has the same label. */
  readonly key?: string;
  readonly render: (row: Row) => ReactNode;
}

interface FigureTableProps<Row> {
  readonly label: string;
  /** The head of the first column, which names the rows. */
  readonly nameLabel: string;
  readonly name: (row: Row) => ReactNode;
  readonly rowKey: (row: Row) => string;
  readonly rows: readonly Row[];
  readonly columns: readonly FigureColumn<Row>[];
}

/** Numbers in rows; wider than the window it scrolls in its own box. */
export function FigureTable<Row>({ label, nameLabel, name, rowKey, rows, columns }: FigureTableProps<Row>) {
  return (
    <section
      aria-label={strings.table(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable to be scrolled by keyboard
      tabIndex={0}
      // The head, of up to three lines, covers no link that has the focus.
      className="max-h-112 scroll-pt-20 overflow-auto"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface text-ink-muted text-xs">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left font-semibold">
              {nameLabel}
            </th>
            {columns.map((column) => (
              <th key={column.key ?? column.label} scope="col" className="px-3 py-1.5 font-semibold last:pr-0">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-line border-t">
              <th scope="row" className="min-w-32 py-1.5 pr-3 text-left font-normal">
                {name(row)}
              </th>
              {columns.map((column) => (
                <td key={column.key ?? column.label} className="whitespace-nowrap px-3 py-1.5 last:pr-0">
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FigureProps {
  readonly value: number;
  /** The list that it counts. */
  readonly to?: string | undefined;
  /** Says what it counts, for the link. */
  readonly label?: string;
  /** Something went wrong where there is any. */
  readonly isBad?: boolean;
}

/** A number, as a link to what it counts. */
export function Figure({ value, to, label, isBad = false }: FigureProps) {
  const text = formatNumber(value);
  const color = isBad && value > 0 ? 'text-red-ink' : undefined;
  if (to === undefined || value === 0) return <span className={color}>{text}</span>;
  return (
    <Link to={to} aria-label={label && `${label}: ${text}`} className={classNames(TEXT_LINK_CLASS, color)}>
      {text}
    </Link>
  );
}

/** A number with its share of the largest one as a bar. */
export function BarFigure({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="flex h-2 w-24 justify-end max-sm:w-10">
        <span className="h-full rounded-sm bg-accent/60" style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span className="min-w-10">{children}</span>
    </span>
  );
}
