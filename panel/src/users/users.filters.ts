import { USER_SORTS, type UserFilters, userFiltersSchema } from '@hai-dang/contract/users/users.schema.ts';
import { cleanTerm } from '../lib/search-term.ts';

export const FILTER_NAMES = ['status', 'role', 'verified', 'vohieuhoa', 'gender'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** A value for each filter; '' means any. */
export type FilterChoices = { readonly [Name in FilterName]: Exclude<NonNullable<UserFilters[Name]>, boolean> };
/** '' is the list's own order: newest first, or the best match first of a search. */
export type UserSort = (typeof USER_SORTS)[number] | '';

/** What the user list shows: the whole of it stands in the address. */
export interface UserQuery {
  /** Trimmed; '' means the list itself, without a search. */
  readonly term: string;
  readonly filters: FilterChoices;
  readonly sort: UserSort;
}

export const NO_FILTERS: FilterChoices = { status: '', role: '', verified: '', vohieuhoa: '', gender: '' };
export const DEFAULT_SORT: UserSort = '';
const TERM_PARAM = 'q';
const SORT_PARAM = 'sort';

/** The same choices with one changed; what is no value of that filter means any. */
export function withChoice(choices: FilterChoices, name: FilterName, value: string | null): FilterChoices {
  const parsed = userFiltersSchema.shape[name].safeParse(value);
  return { ...choices, [name]: (parsed.success ? parsed.data : '') ?? '' };
}

/** The orders that differ, of the list or of a search. */
export const sortsOf = (isSearch: boolean): readonly UserSort[] =>
  isSearch ? [DEFAULT_SORT, ...USER_SORTS] : [DEFAULT_SORT, 'oldest'];

/** Reads the address; anything unknown in it is passed over. */
export function parseUserQuery(params: URLSearchParams): UserQuery {
  const sort = params.get(SORT_PARAM);
  const term = cleanTerm(params.get(TERM_PARAM) ?? '');
  return {
    term,
    filters: FILTER_NAMES.reduce((choices, name) => withChoice(choices, name, params.get(name)), NO_FILTERS),
    sort: sortsOf(term !== '').find((known) => known === sort) ?? DEFAULT_SORT,
  };
}

/** Writes the address: only what differs from the plain list. */
export function formatUserQuery({ term, filters, sort }: UserQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (cleanTerm(term) !== '') params.set(TERM_PARAM, cleanTerm(term));
  for (const name of FILTER_NAMES) if (filters[name] !== '') params.set(name, filters[name]);
  if (sort !== DEFAULT_SORT) params.set(SORT_PARAM, sort);
  return params;
}

/** Whether there is nothing to reset. */
export const isPlainQuery = ({ filters, sort }: Pick<UserQuery, 'filters' | 'sort'>): boolean =>
  activeFilters(filters).length === 0 && sort === DEFAULT_SORT;

/** The filters in use, in the order they are shown. */
export function activeFilters(filters: FilterChoices): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => filters[name] !== '');
}
