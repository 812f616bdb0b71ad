import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import type { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { toListPage } from '../../lib/infinite-pages.ts';
import { SAMPLE_REPORT, SAMPLE_REPORT_DETAIL } from '../../testing/samples.ts';
import { hasStatus, NO_FILTERS, type ReportFilters } from '../queue/reports-list.filters.ts';
import type { ReportPages } from '../queue/reports-list.pages.ts';
import { dropReport, showState, takeOut } from './reports.cache.ts';
import { reportsKeys } from './reports.keys.ts';

const ALL = NO_FILTERS;
const PENDING: ReportFilters = { ...NO_FILTERS, status: 'pending' };
const ROWS = ['r3', 'r2', 'r1'].map((_id) => ({ ...SAMPLE_REPORT, _id }));
const CHANGED = { status: 'resolved', version: 2 };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  for (const filters of [ALL, PENDING]) {
    const page = toListPage(ROWS, { total: 3, totalRelation: 'eq', nextCursor: null }, { isWhole: false });
    client.setQueryData<ReportPages>(reportsKeys.list(filters), { pages: [page], pageParams: [null] });
  }
});
const listed = (filters: ReportFilters) => client.getQueryData<ReportPages>(reportsKeys.list(filters))?.pages[0];
const idsIn = (filters: ReportFilters) => listed(filters)?.rows?.map(({ _id }) => _id);

test('showState: the row has the state in every list and stays there, and so does the detail', () => {
  const detail: EndpointResponse<typeof getReport> = { success: true, data: { ...SAMPLE_REPORT_DETAIL, _id: 'r2' } };
  client.setQueryData(reportsKeys.detail('r2'), detail);
  showState(client, 'r2', CHANGED);
  for (const filters of [ALL, PENDING]) expect(listed(filters)?.rows?.[1]).toMatchObject({ _id: 'r2', ...CHANGED });
  expect(client.getQueryData(reportsKeys.detail('r2'))?.data).toMatchObject(CHANGED);
});

test('takeOut: takes the row out of the lists that it leaves, and puts it back in their order, once', () => {
  const isOut = (filters: ReportFilters) => !hasStatus(filters, CHANGED);
  const putBack = takeOut(client, 'r2', isOut);
  expect([idsIn(ALL), idsIn(PENDING), listed(PENDING)?.total]).toEqual([['r3', 'r2', 'r1'], ['r3', 'r1'], 2]);
  const putOtherBack = takeOut(client, 'r1', isOut);
  putBack();
  putBack();
  putOtherBack();
  expect([idsIn(PENDING), listed(PENDING)?.total]).toEqual([['r3', 'r2', 'r1'], 3]);
});

test('dropReport: removes the report from all lists, and notifies selections once', () => {
  for (const id of ['r2', 'far away', 'r2']) dropReport(client, id);
  expect([idsIn(ALL), idsIn(PENDING)]).toEqual([
    ['r3', 'r1'],
    ['r3', 'r1'],
  ]);
  expect(client.getQueryData(reportsKeys.removed)).toEqual(['r2', 'far away']);
});
