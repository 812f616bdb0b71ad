import type { Endpoint, EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type CallInput, callEndpoint } from './api-client.ts';
import { orNull } from './api-error.ts';
import type { ListPage } from './infinite-pages.ts';

// The cache holds, under the key of an endpoint and its input, the response as the contract has it; screens select from it.

/** The response of a list that goes on behind a cursor. */
interface Paged {
  readonly pagination: { readonly nextCursor: string | null };
}
type PagedEndpoint = Endpoint<z.ZodMiniType | undefined, z.ZodMiniType | undefined, z.ZodMiniType<Paged>>;

/** The key of all that is cached of an endpoint, or of its response to one input; that of a whole feature is `[feature]`. */
export const keyOf = <E extends Endpoint>({ feature, name }: E, input?: CallInput<E>): QueryKey =>
  input === undefined ? [feature, name] : [feature, name, input];

/** The key of the pages of an endpoint's lists, or of one list. */
export const pagesKeyOf = <E extends Endpoint>(endpoint: E, input?: CallInput<E>): QueryKey =>
  input === undefined ? [...keyOf(endpoint), 'pages'] : [...keyOf(endpoint), 'pages', input];

/** The query of an endpoint's response. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, { ...input, signal }),
  });

/** The same; null from a backend that does not have the endpoint, or does not know of what is asked for. */
export const queryOrNull = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  queryOptions({
    queryKey: [...keyOf(endpoint, input), 'or null'],
    queryFn: ({ signal }) => orNull(callEndpoint(endpoint, { ...input, signal })),
  });

/** For `select`: what a response is about. */
export const toData = <Data>({ data }: { readonly data: Data }): Data => data;

/** For `select`: the same of a response that may be null. */
export const toDataOrNull = <Data>(response: { readonly data: Data } | null): Data | null => response?.data ?? null;

const withCursor = <E extends Endpoint>({ params, body }: CallInput<E>, cursor: string | null) =>
  ({
    ...(params && { params }),
    body: { ...(body as object | undefined), ...(cursor !== null && { cursor }) },
  }) as CallInput<E>;

/** The query of a list that loads more on request: its pages are the responses. */
export const pagesOf = <E extends PagedEndpoint>(endpoint: E, input: CallInput<E> = {}) =>
  infiniteQueryOptions({
    queryKey: pagesKeyOf(endpoint, input),
    queryFn: ({ pageParam, signal }) => callEndpoint(endpoint, { ...withCursor(input, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });

/**
 * A list of any length, for useInfiniteList.
 * @param toPage what is kept of a response, which was asked for at a time in milliseconds
 */
export const listOf = <E extends Endpoint, Row, Extra = unknown>(
  endpoint: E,
  input: CallInput<E>,
  toPage: (response: EndpointResponse<E>, askedAt: number) => ListPage<Row, Extra>,
) => ({
  queryKey: pagesKeyOf(endpoint, input),
  pageKey: (cursor: string | null): QueryKey => [...keyOf(endpoint), 'page', input, cursor],
  fetchPage: async (cursor: string | null, signal: AbortSignal): Promise<ListPage<Row, Extra>> => {
    const askedAt = Date.now();
    return toPage(await callEndpoint(endpoint, { ...withCursor(input, cursor), signal }), askedAt);
  },
});
