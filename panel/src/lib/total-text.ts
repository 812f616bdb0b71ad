import { formatNumber } from './format.ts';
import { sharedStrings } from './strings.ts';
import type { InfiniteList } from './use-infinite-list.ts';

/** How many rows a list has, in words; '' while that is not known. @param words for a formatted number */
export function totalText(list: InfiniteList<unknown>, words: (count: string) => string): string {
  const { total, isLoading, error } = list;
  if (error || isLoading || total === undefined) return '';
  return words(sharedStrings.totals[total.totalRelation](formatNumber(total.total)));
}
