import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** The column whose head selects all rows. */
export const SELECT_COLUMN = 'select';

interface GridHeadProps {
  readonly columns: ReadonlyArray<{ readonly key: string; readonly content: ReactNode }>;
  readonly className: string;
}

/** The names of the columns; narrow screens only have them read out. */
export function GridHead({ columns, className }: GridHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to operate here but what stands in the cells
    <div
      role="row"
      aria-rowindex={1}
      className={classNames(
        'h-10 items-center gap-3 rounded-t-lg border-line border-b bg-sunken px-3 font-semibold text-ink-muted text-xs sm:px-4',
        // What can be operated is seen on every screen.
        columns[0]?.key === SELECT_COLUMN ? 'flex xl:grid' : 'max-xl:sr-only xl:grid',
        className,
      )}
    >
      {columns.map(({ key, content }) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={key}
          role="columnheader"
          className={key === SELECT_COLUMN ? undefined : 'truncate last:text-right max-xl:sr-only'}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** One line from a wide screen on, given by the columns; before that a card of two or three. */
export const ROW_CLASS =
  'group relative flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-3 py-3 sm:px-4 ' +
  'xl:grid xl:min-h-14 xl:py-1.5 -outline-offset-2 transition-colors hover:bg-hover focus-visible:bg-hover ' +
  'aria-selected:bg-sunken';

/** The link that the whole row is the target of. */
export const ROW_LINK_CLASS =
  'inline-flex min-h-8 items-center gap-0.5 font-semibold text-accent-ink text-sm outline-none after:absolute after:inset-0 ' +
  'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus group-hover:underline';

/** The height that ROW_CLASS gives a row as a rule, in px. */
export const rowHeightPx = (): number => (window.matchMedia('(width >= 80rem)').matches ? 57 : 97);
