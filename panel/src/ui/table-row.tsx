import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link, type LinkProps } from '../lib/link.tsx';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  /** undefined for the column whose head selects all rows. */
  readonly header?: string;
  readonly headerClassName?: string;
  /** The width of the grid track, on screens wide enough for columns. */
  readonly width: string;
  /** The classes of the column's cells. */
  readonly className?: string;
  readonly cell: (row: Row, state: RowState) => ReactNode;
}

interface RowState {
  /** The tabIndex of the row's controls: 0 in the row that Tab reaches, otherwise -1. */
  readonly tabIndex: number;
  readonly isSelected: boolean;
  /** Whether the row's details are shown. */
  readonly isExpanded: boolean;
}

/** Marks the link or button that Enter presses while the row itself has the focus. */
export const ROW_ACTION = { 'data-row-action': '' } as const;
/** The classes of that link or button: a click anywhere in the row's line presses it. */
export const ROW_ACTION_CLASS =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-focus';

const ROW = 'border-line border-b -outline-offset-2 focus-visible:bg-hover aria-selected:bg-sunken';
const LINE = 'group relative transition-colors hover:bg-hover';

interface TableRowProps<Row> extends Pick<RowState, 'tabIndex'> {
  readonly row: Row;
  readonly id: string;
  /** The index of the row, from 0. */
  readonly index: number;
  readonly columns: ReadonlyArray<Column<Row>>;
  /** The layout of the cells. */
  readonly className: string;
  /** undefined in a table without selection. */
  readonly isSelected: boolean | undefined;
  /** Additional cells beside those of the columns. */
  readonly notes: ReactNode;
  /** An additional cell below the others. */
  readonly details: ReactNode;
  readonly isExpandable: boolean;
}

/** Memoised: neither scrolling nor the selection of another row rerenders it. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, tabIndex, isSelected, isExpandable, details } = props;
  const state: RowState = { tabIndex, isSelected: isSelected === true, isExpanded: details !== undefined };
  const cells = (
    <>
      {props.columns.map(({ header = '', className, cell }) => (
        <GridCell key={header} className={className}>
          {cell(row, state)}
        </GridCell>
      ))}
      {props.notes}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer positions rows, which a table's layout forbids
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={isSelected}
      tabIndex={tabIndex}
      data-row={props.id}
      className={isExpandable ? ROW : classNames(ROW, LINE, props.className)}
    >
      {isExpandable ? <div className={classNames(LINE, props.className)}>{cells}</div> : cells}
      {details}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface GridCellProps {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function GridCell({ id, className, children }: GridCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div id={id} role="gridcell" tabIndex={-1} className={classNames('min-w-0', className)}>
      {children}
    </div>
  );
}

interface RowLinkProps extends LinkProps {
  readonly label: string;
  /** The row's accessible name. */
  readonly name: string;
}

/** A link as the row's action. */
export function RowLink({ label, name, className, ...link }: RowLinkProps) {
  return (
    <Link
      {...link}
      {...ROW_ACTION}
      className={classNames(
        ROW_ACTION_CLASS,
        'inline-flex items-center gap-0.5 font-semibold text-accent-ink text-sm group-hover:underline',
        className,
      )}
    >
      {label}
      <span className="sr-only"> {name}</span>
      <ChevronRight aria-hidden="true" className="size-4" />
    </Link>
  );
}
