import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/** How one value stands in the URL. */
export interface UrlParam<Value> {
  readonly name: string;
  /** Takes any text, '' where there is none; what is unknown gives the default. */
  readonly parse: (text: string) => Value;
  /** '' for the default, which leaves the parameter out. */
  readonly format: (value: Value) => string;
}

/** A parameter for each value, in the order of the URL. */
type UrlSchema<Values> = { readonly [Key in keyof Values]: UrlParam<Values[Key]> };

/** A query that is kept in the URL. */
export interface UrlQuery<Query> {
  parse(params: URLSearchParams): Query;
  format(query: Query): URLSearchParams;
  /**
   * The query in the URL as it is by now. The rendered one may be behind, since the router renders in a transition: a
   * second choice made meanwhile must not undo the first.
   */
  current(): Query;
}

/** A text, as `clean` leaves it. */
export const textParam = (name: string, clean: (text: string) => string): UrlParam<string> => ({
  name,
  parse: clean,
  format: clean,
});

/** One of several values; '' is none. */
export const choiceParam = <Value extends string>(name: string, values: readonly Value[]): UrlParam<Value | ''> => ({
  name,
  parse: (text) => values.find((value) => value === text) ?? '',
  format: (value) => value,
});

/**
 * States how a query stands in the URL.
 * @param schema a parameter for each of its values
 * @param toQuery makes the query of its values, where it is not just these: some may be nested, or exclude each other
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

interface UrlQueryState<Query> {
  /** The same object until the URL says something else. */
  readonly query: Query;
  /** The query as it stands in the URL, normalised. */
  readonly search: string;
  /** Changes the URL, unless that changes nothing: a step of its own in the browser's history, without `replace`. */
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
