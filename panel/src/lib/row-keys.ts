import { type ActionDefinition, useActions, useAriaKeys } from './actions.ts';

const MOVE_HELP = 'Dòng sau / trước trong danh sách';
const SELECT = 'Chọn hoặc bỏ chọn';

/** The keys of every list. */
const rowActions = {
  next: { id: 'list.next', label: 'Dòng sau', group: 'move', key: 'j', help: MOVE_HELP, repeats: true },
  previous: { id: 'list.previous', label: 'Dòng trước', group: 'move', key: 'k', help: MOVE_HELP, repeats: true },
  open: { id: 'list.open', label: 'Mở dòng đang chọn', group: 'move', key: 'Enter' },
  select: { id: 'list.select', label: SELECT, group: 'select', key: 'x' },
  space: { id: 'list.space', label: SELECT, group: 'select', key: 'Space' },
} as const satisfies Record<string, ActionDefinition>;

interface RowKeys {
  readonly moveBy: (rows: number) => void;
  /** Selects or deselects the active row, in a list with selection; `when` there is such a row. */
  readonly select?: { readonly when: boolean; readonly run: () => void } | undefined;
}

/**
 * Binds j and k, and x in a list with selection. Enter and Space are handled by the row that has the focus.
 * @returns these keys in the form of aria-keyshortcuts; undefined while shortcuts are turned off
 */
export function useRowKeys({ moveBy, select }: RowKeys): string | undefined {
  const selection = select ? [{ ...rowActions.select, ...select }, rowActions.space] : [];
  return useAriaKeys(
    useActions([
      { ...rowActions.next, run: () => moveBy(1) },
      { ...rowActions.previous, run: () => moveBy(-1) },
      rowActions.open,
      ...selection,
    ]),
  );
}
