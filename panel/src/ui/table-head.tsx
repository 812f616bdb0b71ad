import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Column } from './table-row.tsx';

/**
 * From this width on, rows have columns; below it they are cards, and the column headers are visible to screen readers
 * only.
 */
const BREAKPOINTS = {
  md: { minWidth: '48rem', hidden: 'max-md:sr-only', withSelectAll: 'flex md:grid' },
  xl: { minWidth: '80rem', hidden: 'max-xl:sr-only', withSelectAll: 'flex xl:grid' },
} as const;

export type Breakpoint = keyof typeof BREAKPOINTS;

export const isWide = (from: Breakpoint): boolean =>
  window.matchMedia(`(width >= ${BREAKPOINTS[from].minWidth})`).matches;

interface TableHeadProps<Row> {
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly wideFrom: Breakpoint;
  /** A control, visible on every screen. */
  readonly selectAll?: ReactNode;
}

export function TableHead<Row>({ columns, wideFrom, selectAll }: TableHeadProps<Row>) {
  const { hidden, withSelectAll } = BREAKPOINTS[wideFrom];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer positions rows, which a table's layout forbids
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to operate here but selectAll
    <div
      role="row"
      aria-rowindex={1}
      className={classNames(
        'h-10 grid-cols-(--columns) items-center gap-3 rounded-t-lg border-line border-b bg-sunken px-3 sm:px-4',
        'font-semibold text-ink-muted text-xs',
        selectAll ? withSelectAll : classNames('grid', hidden),
      )}
    >
      {columns.map(({ header, headerClassName }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={header ?? ''}
          role="columnheader"
          className={classNames(header && 'truncate', header && selectAll ? hidden : undefined, headerClassName)}
        >
          {header ?? selectAll}
        </div>
      ))}
    </div>
  );
}
