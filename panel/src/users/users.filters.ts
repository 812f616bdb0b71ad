import { USER_SORTS, type UserFilters, userFiltersSchema } from '@hai-dang/contract/users/users.schema.ts';
import { cleanTerm } from '../lib/search-term.ts';
import { choiceParam, defineUrlQuery, textParam, type UrlParam } from '../lib/url-query.ts';

export const FILTER_NAMES = ['status', 'role', 'verified', 'vohieuhoa', 'gender', 'points', 'suspended'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** A value for each filter; '' means any. */
export type FilterChoices = { readonly [Name in FilterName]: Exclude<NonNullable<UserFilters[Name]>, boolean> };
/** '' is the default order: newest first, or the best match first for a search. */
export type UserSort = (typeof USER_SORTS)[number] | '';

/** The query of the user list, stored in the URL. */
export interface UserQuery {
  /** Trimmed; '' means the list without a search. */
  readonly term: string;
  readonly filters: FilterChoices;
  readonly sort: UserSort;
}

export const NO_FILTERS: FilterChoices = {
  status: '',
  role: '',
  verified: '',
  vohieuhoa: '',
  gender: '',
  points: '',
  suspended: '',
};
export const DEFAULT_SORT: UserSort = '';

/** The same choices with one changed; an unknown value means any. */
export function withChoice(choices: FilterChoices, name: FilterName, value: string | null): FilterChoices {
  const parsed = userFiltersSchema.shape[name].safeParse(value);
  return { ...choices, [name]: (parsed.success ? parsed.data : '') ?? '' };
}

/** The distinct sort orders of the list or of a search. */
export const sortsOf = (isSearch: boolean): readonly UserSort[] =>
  isSearch ? [DEFAULT_SORT, ...USER_SORTS] : [DEFAULT_SORT, 'oldest'];

const filterParam = <Name extends FilterName>(name: Name): UrlParam<FilterChoices[Name]> => ({
  name,
  parse: (text) => withChoice(NO_FILTERS, name, text)[name],
  format: (value) => value,
});

/** The query in the URL: only values that differ from the defaults; unknown values are ignored. */
export const userListUrl = defineUrlQuery<FilterChoices & Pick<UserQuery, 'term' | 'sort'>, UserQuery>(
  {
    term: textParam('q', cleanTerm),
    status: filterParam('status'),
    role: filterParam('role'),
    verified: filterParam('verified'),
    vohieuhoa: filterParam('vohieuhoa'),
    gender: filterParam('gender'),
    points: filterParam('points'),
    suspended: filterParam('suspended'),
    sort: choiceParam('sort', USER_SORTS),
  },
  ({ term, sort, ...filters }) => ({
    term,
    filters,
    sort: sortsOf(term !== '').includes(sort) ? sort : DEFAULT_SORT,
  }),
  ({ term, sort, filters }) => ({ term, sort, ...filters }),
);

/** Whether there is nothing to reset. */
export const isPlainQuery = ({ filters, sort }: Pick<UserQuery, 'filters' | 'sort'>): boolean =>
  activeFilters(filters).length === 0 && sort === DEFAULT_SORT;

/** The active filters, in display order. */
export function activeFilters(filters: FilterChoices): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => filters[name] !== '');
}

/** The list in the request's format. */
export const toListBody = ({ term, filters, sort }: UserQuery) => ({
  searchTerm: term,
  filters,
  ...(sort !== '' && { sort }),
});
