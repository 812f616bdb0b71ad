import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/** The format of one value in the URL. */
export interface UrlParam<Value> {
  readonly name: string;
  /** Accepts any text, '' where there is none; an unknown text gives the default. */
  readonly parse: (text: string) => Value;
  /** '' for the default, which omits the parameter. */
  readonly format: (value: Value) => string;
}

/** A parameter for each value, in the order of the URL. */
type UrlSchema<Values> = { readonly [Key in keyof Values]: UrlParam<Values[Key]> };

/** A query that is stored in the URL. */
export interface UrlQuery<Query> {
  parse(params: URLSearchParams): Query;
  format(query: Query): URLSearchParams;
  /**
   * The query in the URL now. The rendered one may be outdated, since the router renders in a transition: a second
   * change made meanwhile must not undo the first.
   */
  current(): Query;
}

/** A text, normalised by `clean`. */
export const textParam = (name: string, clean: (text: string) => string): UrlParam<string> => ({
  name,
  parse: clean,
  format: clean,
});

/** One of several values; '' for none. */
export const choiceParam = <Value extends string>(name: string, values: readonly Value[]): UrlParam<Value | ''> => ({
  name,
  parse: (text) => values.find((value) => value === text) ?? '',
  format: (value) => value,
});

/**
 * Defines the format of a query in the URL.
 * @param schema a parameter for each of its values
 * @param toQuery makes the query of its values, where it differs from them: some may be nested, or exclude each other
 * @param toValues the reverse
 */
export function defineUrlQuery<Query extends object>(schema: UrlSchema<Query>): UrlQuery<Query>;
export function defineUrlQuery<Values extends object, Query extends object>(
  schema: UrlSchema<Values>,
  toQuery: (values: Values) => Query,
  toValues: (query: Query) => Values,
): UrlQuery<Query>;
export function defineUrlQuery<Values extends object>(
  schema: UrlSchema<Values>,
  toQuery: (values: Values) => Values = (values) => values,
  toValues: (query: Values) => Values = (query) => query,
): UrlQuery<Values> {
  const params = Object.entries(schema) as Array<[keyof Values & string, UrlParam<Values[keyof Values]>]>;
  const parse = (search: URLSearchParams): Values =>
    toQuery(Object.fromEntries(params.map(([key, { name, parse }]) => [key, parse(search.get(name) ?? '')])) as Values);
  return {
    parse,
    format(query) {
      const values = toValues(query);
      const texts = params.map(([key, { name, format }]) => [name, format(values[key])]);
      return new URLSearchParams(texts.filter(([, text]) => text !== ''));
    },
    current: () => parse(new URLSearchParams(window.location.search)),
  };
}

/** A list in the URL as others open it: its query string, normalised, and how to open another. */
export interface ListInUrl {
  readonly search: string;
  readonly onOpen: (search: string) => void;
}

interface UrlQueryState<Query> {
  /** The same object until the URL changes. */
  readonly query: Query;
  /** The query string in the URL, normalised. */
  readonly search: string;
  /**
   * Changes the URL, unless the query stays the same: adds an entry to the browser's history, unless `replace` is set.
   */
  readonly update: (change: Partial<Query>, options?: NavigateOptions) => void;
}

/** The query in the URL as React state. */
export function useUrlQuery<Query extends object>(url: UrlQuery<Query>): UrlQueryState<Query> {
  const [params, setParams] = useSearchParams();
  const search = url.format(url.parse(params)).toString();
  const query = useMemo(() => url.parse(new URLSearchParams(search)), [url, search]);
  const update = useCallback(
    (change: Partial<Query>, options?: NavigateOptions) => {
      const now = url.current();
      const next = url.format({ ...now, ...change });
      if (next.toString() !== url.format(now).toString()) setParams(next, options);
    },
    [url, setParams],
  );
  return { query, search, update };
}
