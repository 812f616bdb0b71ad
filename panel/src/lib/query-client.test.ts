import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { loadNextPage } from './load-next-page.ts';
import { createQueryClient, repeatFailed, shouldRetry } from './query-client.ts';

const failure = (status: number) => new ApiError({ status, code: 'ANY' });

describe('shouldRetry', () => {
  it.each([0, 502, 503, 504])('status %i, which is transient: retries once', (status) => {
    expect(shouldRetry(0, failure(status))).toBe(true);
    expect(shouldRetry(1, failure(status))).toBe(false);
  });

  it.each([200, 400, 401, 403, 404, 409, 429, 500])('status %i: does not retry', (status) => {
    expect(shouldRetry(0, failure(status))).toBe(false);
  });

  it('an error of the panel’s own code: does not retry', () => {
    expect(shouldRetry(0, new TypeError('x is undefined'))).toBe(false);
  });
});

/** A list of two pages whose calls wait until they are let through. */
async function openList() {
  const waiting: Array<() => void> = [];
  const calls: number[] = [];
  let edition = 1;
  const client = createQueryClient();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam, signal }) => {
      calls.push(pageParam);
      const read = edition;
      await new Promise<void>((resolve) => waiting.push(resolve));
      signal.throwIfAborted();
      return `${pageParam}.${read}`;
    },
    initialPageParam: 0,
    getNextPageParam: (_page, _pages, last) => (last < 1 ? last + 1 : undefined),
  });
  observer.subscribe(() => undefined);
  const pass = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  await pass();
  await settled();
  return {
    client,
    list: () => observer.getCurrentResult(),
    pages: () => observer.getCurrentResult().data?.pages,
    calls,
    pass,
    settled,
    /** Something has changed on the server. */
    change: () => {
      edition += 1;
    },
  };
}

describe('createQueryClient', () => {
  it.each(['invalidateQueries', 'refetchQueries'] as const)(
    '%s while the next page is loaded: the page is shown, and the list is refetched after it',
    async (refetch) => {
      const { client, list, pages, pass, settled, change } = await openList();
      void loadNextPage(list());
      await vi.waitFor(() => expect(list().isFetchingNextPage).toBe(true));
      change();
      const done = client[refetch]({ queryKey: ['list'] });
      await pass();
      await vi.waitFor(() => expect(pages()).toEqual(['0.1', '1.1']));
      await pass();
      await pass();
      await done;
      await settled();
      expect(pages()).toEqual(['0.2', '1.2']);
    },
  );

  it.each([
    [undefined, ['before', 'after']],
    [{ cancelRefetch: false }, ['before']],
  ] as const)(
    'invalidateQueries with %j during the first load, twice: the responses are %j',
    async (options, expected) => {
      const client = createQueryClient();
      const first = Promise.withResolvers<string>();
      const queryFn = vi.fn(async () => 'after').mockReturnValueOnce(first.promise);
      const observer = new QueryObserver(client, { queryKey: ['detail'], queryFn });
      const shown: unknown[] = [];
      observer.subscribe(({ data }) => data !== undefined && shown.at(-1) !== data && shown.push(data));
      const done = [1, 2].map(() => client.invalidateQueries({ queryKey: ['detail'] }, options));
      first.resolve('before');
      await Promise.all(done);
      expect([shown, queryFn.mock.calls.length]).toEqual([expected, expected.length]);
    },
  );

  it('refetchQueries: other lists do not wait for one that loads its next page', async () => {
    const { client, list, pass } = await openList();
    const queryFn = vi.fn(async () => 'other');
    await client.fetchQuery({ queryKey: ['other'], queryFn });
    void loadNextPage(list());
    await vi.waitFor(() => expect(list().isFetchingNextPage).toBe(true));
    void client.refetchQueries();
    await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
    await pass();
  });
});

describe('repeatFailed', () => {
  it('of a list whose next page has failed retries that page alone, whose error stays until it is loaded', async () => {
    const client = createQueryClient();
    const calls: number[] = [];
    let isDown = true;
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: async ({ pageParam }) => {
        calls.push(pageParam);
        if (pageParam > 0 && isDown) throw failure(500);
        return pageParam;
      },
      initialPageParam: 0,
      getNextPageParam: (_page, _pages, last) => (last < 1 ? last + 1 : undefined),
    });
    observer.subscribe(() => undefined);
    const list = () => observer.getCurrentResult();
    await vi.waitFor(() => expect(list().data?.pages).toEqual([0]));
    await loadNextPage(list());
    expect(list().isFetchNextPageError).toBe(true);
    await repeatFailed(client);
    expect(list()).toMatchObject({ isFetchNextPageError: true, data: { pages: [0] } });
    isDown = false;
    await repeatFailed(client);
    expect(list()).toMatchObject({ error: null, data: { pages: [0, 1] } });
    expect(calls).toEqual([0, 1, 1, 1]);
  });

  it('retries every other visible query that has failed, and none that has not', async () => {
    const client = createQueryClient();
    const failing = vi.fn(async () => Promise.reject(failure(500)));
    const known = vi.fn(async () => 'known');
    for (const [queryKey, queryFn] of [
      [['failing'], failing],
      [['known'], known],
    ] as const) {
      new QueryObserver<unknown>(client, { queryKey, queryFn }).subscribe(() => undefined);
    }
    await vi.waitFor(() => expect(client.getQueryState(['failing'])?.status).toBe('error'));
    await repeatFailed(client);
    expect([failing.mock.calls.length, known.mock.calls.length]).toEqual([2, 1]);
  });
});

describe('loadNextPage', () => {
  it('while the list is refetched: both are done', async () => {
    const { client, list, pages, pass, settled, change } = await openList();
    change();
    const refetched = client.refetchQueries({ queryKey: ['list'] });
    await vi.waitFor(() => expect(list().isFetching).toBe(true));
    const loaded = loadNextPage(list());
    await pass();
    await refetched;
    await pass();
    await loaded;
    await settled();
    expect(pages()).toEqual(['0.2', '1.2']);
  });

  it('two calls at once: one request', async () => {
    const { list, calls, pass, settled } = await openList();
    void loadNextPage(list());
    await vi.waitFor(() => expect(list().isFetchingNextPage).toBe(true));
    void loadNextPage(list());
    await pass();
    await settled();
    expect(calls).toEqual([0, 1]);
  });
});
