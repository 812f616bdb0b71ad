import { BULK_SELECTED_MAX } from '@hai-dang/contract/constants.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useCallback, useMemo, useState } from 'react';
import { useRowSelection } from '../lib/use-row-selection.ts';
import type { UserList } from './use-user-list.ts';

const idOf = ({ _id }: UserSummary): string => _id;

/** Administrators are never dealt with by the dozen; only our backend says when a suspension ends, and knows how. */
export const isSelectable = ({ role, disabledUntil }: UserSummary): boolean =>
  role !== 'admin' && disabledUntil !== undefined;

export interface UserSelection {
  /** Selected one by one; none while all are. */
  readonly ids: readonly string[];
  /** Whether all that match the search and the filters are selected, loaded or not. */
  readonly isAll: boolean;
  readonly isSelected: (user: UserSummary) => boolean;
  /** One of all is deselected: the other loaded ones stay selected. */
  readonly toggle: (user: UserSummary) => void;
  readonly select: (users: readonly UserSummary[]) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/**
 * The users that are selected for an action on all of them.
 * @param listKey names the list: the selection of one list is not visible in another
 */
export function useUserSelection(listKey: string, pages: UserList['pages']): UserSelection {
  const { selected, toggle, select, clear } = useRowSelection(listKey, idOf);
  const [allOf, setAllOf] = useState<string>();
  const isAll = allOf === listKey;
  const selectSome = useCallback(
    (users: readonly UserSummary[]) => {
      setAllOf(undefined);
      select(users.slice(0, BULK_SELECTED_MAX));
    },
    [select],
  );
  const ids = useMemo(() => (isAll ? [] : [...selected.keys()]), [isAll, selected]);
  const isSelected = useCallback(
    (user: UserSummary) => isSelectable(user) && (isAll || selected.has(user._id)),
    [isAll, selected],
  );
  const toggleOne = useCallback(
    (user: UserSummary) => {
      if (!isAll) return toggle(user);
      const loaded = pages.flatMap((page) => page.rows ?? []);
      selectSome(loaded.filter((one) => isSelectable(one) && one._id !== user._id));
    },
    [isAll, toggle, pages, selectSome],
  );
  const selectAll = useCallback(() => setAllOf(listKey), [listKey]);
  const clearAll = useCallback(() => {
    setAllOf(undefined);
    clear();
  }, [clear]);
  // A stable object: the table is memoised.
  return useMemo(
    () => ({ ids, isAll, isSelected, toggle: toggleOne, select: selectSome, selectAll, clear: clearAll }),
    [ids, isAll, isSelected, toggleOne, selectSome, selectAll, clearAll],
  );
}
