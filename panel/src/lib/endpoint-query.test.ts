import { listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { getSettings } from '@hai-dang/contract/moderation/settings.endpoints.ts';
import { getUserStatus } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeAll, serve } from '../testing/http-backend.ts';
import { keyOf, listOf, pagesKeyOf, pagesOf, queryOf, queryOrNull, toData } from './endpoint-query.ts';
import { toListPage } from './infinite-pages.ts';
import { session } from './session.ts';

const fetchAbsolute = globalThis.fetch;
const params = { id: 'u1' };
const subject = { itemType: 'User', itemId: 'u1' } as const;
const NO_NOTES = { success: true, data: [], tags: [] };
const NO_ENTRIES = { success: true, data: [] };

/** The calls that a test's server has received: the last part of the path, and the body. */
let asked: string[];
let client: QueryClient;

/** Answers every call with the next of these; status 404 for none. */
async function answerWith(...answers: readonly unknown[]): Promise<void> {
  let next = 0;
  const origin = await serve(({ url = '' }, body) => {
    if (url === '/config.json') return { body: '{"apiBase":"","socketBase":""}' };
    asked.push(`${url.split('/').at(-1)} ${body}`);
    const answer = answers[next];
    next += 1;
    return answer === undefined
      ? { status: 404, body: '{"success":false,"code":"NOT_FOUND","message":"Không tìm thấy"}' }
      : { body: JSON.stringify(answer) };
  });
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => fetchAbsolute(new URL(input, origin), init));
}

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  session.save({ token: 'abc' });
});
afterEach(async () => {
  client.clear();
  session.clear();
  vi.unstubAllGlobals();
  await closeAll();
});

describe('queryOf, queryOrNull', () => {
  test('the whole response is cached under the feature, the endpoint and the input', async () => {
    const data = { userId: 'u1', username: 'Mai', email: 'mai@example.test', vohieuhoa: true };
    const response = { success: true, isDisabled: true, data };
    await answerWith(response);
    const query = queryOf(getUserStatus, { params, body: { userId: 'u1' } });
    expect(await client.fetchQuery(query)).toEqual(response);
    expect(asked).toEqual(['status {"userId":"u1"}']);
    for (const queryKey of [['users'], keyOf(getUserStatus), keyOf(getUserStatus, { params })]) {
      expect(client.getQueriesData({ queryKey })).toEqual([[query.queryKey, response]]);
    }
    expect(client.getQueriesData({ queryKey: keyOf(getUserStatus, { params: { id: 'u2' } }) })).toEqual([]);
  });

  test('status 404 is an error of queryOf and null of queryOrNull, which are cached separately', async () => {
    await answerWith();
    await expect(client.fetchQuery(queryOf(getSettings))).rejects.toMatchObject({ status: 404 });
    expect(await client.fetchQuery(queryOrNull(getSettings))).toBeNull();
    expect(client.getQueryData(queryOf(getSettings).queryKey)).toBeUndefined();
  });
});

describe('pagesOf, listOf', () => {
  test('the next page is requested with the cursor and the same input', async () => {
    await answerWith(
      { ...NO_NOTES, pagination: { nextCursor: 'n1' } },
      { ...NO_NOTES, pagination: { nextCursor: null } },
    );
    const query = pagesOf(listNotes, { params: subject });
    const { pages, pageParams } = await client.fetchInfiniteQuery({ ...query, pages: 3 });
    expect(asked).toEqual(['list {}', 'list {"cursor":"n1"}']);
    expect(pages).toHaveLength(2);
    expect(pageParams).toEqual([null, 'n1']);
    expect(query.queryKey).toEqual(pagesKeyOf(listNotes, { params: subject }));
  });

  test('a page by itself is cached separately from the pages, whose data has another shape', async () => {
    await answerWith({ ...NO_ENTRIES, pagination: { total: 0, totalRelation: 'eq', nextCursor: null } });
    const seen: number[] = [];
    const list = listOf(listAuditEntries, { body: { action: 'user.disable' } }, ({ data, pagination }, askedAt) => {
      seen.push(askedAt);
      return toListPage(data, pagination);
    });
    const before = Date.now();
    expect(await list.fetchPage('c1', new AbortController().signal)).toMatchObject({ rows: [], nextCursor: null });
    expect(asked).toEqual(['audit {"action":"user.disable","cursor":"c1"}']);
    expect(seen[0]).toBeGreaterThanOrEqual(before);
    client.setQueryData(list.pageKey('c1'), 'a page');
    client.setQueryData(list.queryKey, 'pages');
    expect(client.getQueriesData({ queryKey: pagesKeyOf(listAuditEntries) })).toEqual([[list.queryKey, 'pages']]);
    expect(client.getQueriesData({ queryKey: keyOf(listAuditEntries) })).toHaveLength(2);
  });
});

test('select of a response: the render of the next screen is interrupted → the former one has its own data again', () => {
  const optionsOf = (itemId: string) =>
    client.defaultQueryOptions({
      ...queryOf(listNotes, { params: { ...subject, itemId } }),
      select: toData,
      staleTime: Number.POSITIVE_INFINITY,
    });
  const [former, next] = [optionsOf('u1'), optionsOf('u2')];
  const note = {
    _id: 'n1',
    kind: 'note',
    at: '2026-11-21',
    actor: { _id: null, username: 'a' },
    note: 'b',
    until: null,
  };
  client.setQueryData(former.queryKey, { ...NO_NOTES, pagination: { nextCursor: null } });
  client.setQueryData(next.queryKey, { ...NO_NOTES, data: [note], pagination: { nextCursor: null } });
  const observer = new QueryObserver(client, former);
  const leave = observer.subscribe(() => undefined);
  expect([former, next, former].map((options) => observer.getOptimisticResult(options).data)).toEqual([[], [note], []]);
  leave();
});
