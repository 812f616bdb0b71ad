import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import { deleteReport, getReport, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { listRemovedContent, listUserPosts, listUserTravelPosts } from '@hai-dang/contract/posts/posts.endpoints.ts';
import { listSavedViews } from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { Suspense } from 'react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';
import { respondWithCounts } from '../../testing/record-counts.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import {
  lastPage,
  SAMPLE_REPORT,
  SAMPLE_REPORT_DETAIL,
  SAMPLE_TRAVEL_POST,
  SAMPLE_USER,
} from '../../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../../testing/user-detail.ts';
import type { ScreenChunk } from './lazy-screen.tsx';
import { LinkPrefetcher } from './link-prefetcher.tsx';
import { ADMIN_ROUTES } from './routes.tsx';

const USERS = '/admin/users';
const REPORTS = '/admin/reports';
/** Longer than the hover delay of a prefetch. */
const RESTED_MS = 200;
const rest = () => new Promise((resolve) => setTimeout(resolve, RESTED_MS));

const { location: _, author, ...publication } = SAMPLE_TRAVEL_POST;
const REPORT: ListedReport = {
  ...SAMPLE_REPORT,
  reporter: { _id: 'binh', username: 'Bình', email: 'binh@example.com', avatar: null },
};
const pageOf = { currentPage: 1, totalPages: 1, limit: 10, totalPosts: 1 };

beforeEach(() => {
  respondWithCounts();
  respondTo(listSavedViews, () => ({ success: true, data: [] }));
  respondTo(listUsers, () => lastPage([SAMPLE_USER, { ...SAMPLE_USER, _id: 'minh', username: 'Trần Văn Minh' }]));
  respondTo(getUserDetail, ({ params }) => ({
    success: true,
    data: { ...SAMPLE_USER_DETAIL, _id: params.id },
  }));
  respondTo(getUserRecord, () => ({
    success: true,
    data: {
      points: 0,
      pointsExpireAt: null,
      decisions: [],
      decisionsCount: 0,
      appeals: { decided: 0, won: 0 },
      reportsAbout: { total: 0, open: 0 },
      reportsBy: { total: 0, resolved: 0, rejected: 0, unread: 0, muted: null },
    },
  }));
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));
  respondTo(listUserPosts, () => ({
    success: true,
    data: {
      posts: [
        {
          ...publication,
          content: 'Bài viết số 1',
          category: null,
          user: author,
          reports: { total: 0, open: 0, reportId: null },
        },
      ],
      pagination: pageOf,
    },
  }));
  respondTo(listUserTravelPosts, () => ({ success: true, data: { travelPosts: [], pagination: pageOf } }));
  respondTo(listRemovedContent, () => ({ success: true, data: { items: [], isCut: false } }));
  respondTo(listReports, () => lastPage([REPORT]));
  respondTo(getReport, () => ({ success: true, data: SAMPLE_REPORT_DETAIL }));
});

/** The paths of the calls about something, sorted. */
const callsAbout = (part: string) =>
  vi
    .mocked(fetch)
    .mock.calls.map(([url]) => new URL(String(url), location.origin).pathname)
    .filter((path) => path.includes(part))
    .sort();
/** All calls of a user's page. */
const CALLS_FOR_LAN = [
  '/api/admin/subjects/User/lan/notes/list',
  '/api/admin/users/detail/lan',
  '/api/admin/users/lan/posts',
  '/api/admin/users/lan/record',
  '/api/admin/users/lan/removed',
  '/api/admin/users/lan/travel',
];
const expectAllCalled = () => expect.poll(() => callsAbout('/lan')).toEqual(CALLS_FOR_LAN);
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const linkTo = (name: string) => rowOf(name).getByRole('link');

/** Renders these screens with the prefetching of their links. */
async function open(path: string): Promise<RenderResult> {
  const { users, userDetail, reports } = ADMIN_ROUTES;
  const shown = [users, userDetail, reports];
  await Promise.all(shown.flatMap(({ chunks }) => chunks.map((chunk) => chunk.load())));
  // The pointer is where the former test has left it.
  await userEvent.pointer([{ coords: { x: 1, y: 1 } }]);
  return renderPanel(
    <Suspense fallback={null}>
      <LinkPrefetcher />
      <Link to={REPORTS}>Báo cáo</Link>
      <Routes>
        {shown.map((route) => (
          <Route key={route.path} path={route.path} element={route.screen} />
        ))}
      </Routes>
    </Suspense>,
    path,
  );
}
async function openUsers(): Promise<RenderResult> {
  const rendered = await open(USERS);
  await expect.element(linkTo('Võ Thị Lan')).toBeVisible();
  return rendered;
}

describe('startLinkPrefetch: a link to a user', () => {
  test('on hover all calls of its page are made, and the click makes no other', async () => {
    await openUsers();
    await linkTo('Võ Thị Lan').hover();
    await expectAllCalled();
    expect(location.pathname).toBe(USERS);
    await linkTo('Võ Thị Lan').click();
    await expect.element(page.getByText('Bài viết số 1')).toBeVisible();
    await rest();
    expect(callsAbout('/lan')).toEqual(CALLS_FOR_LAN);
  });

  test('on keyboard focus all calls of its page are made', async () => {
    await openUsers();
    linkTo('Võ Thị Lan').element().focus();
    await expectAllCalled();
  });

  test('the pointer only passes: no call', async () => {
    await openUsers();
    for (const element of [linkTo('Võ Thị Lan').element(), document.body])
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await rest();
    expect(callsAbout('/lan')).toEqual([]);
  });

  test('the session ends while the code of its page is loaded: no call', async () => {
    const { unmount } = await openUsers();
    const held = Promise.withResolvers<void>();
    const chunks: readonly ScreenChunk[] = ADMIN_ROUTES.userDetail.chunks;
    const waits = chunks.map((chunk) => {
      const { preload } = chunk;
      return vi.spyOn(chunk, 'preload').mockImplementation(() => held.promise.then(preload));
    });
    onTestFinished(() => {
      for (const wait of waits) wait.mockRestore();
    });
    await linkTo('Võ Thị Lan').hover();
    await expect.poll(() => waits.map(({ mock }) => mock.calls.length)).toEqual(waits.map(() => 1));
    await unmount();
    held.resolve();
    await rest();
    expect(callsAbout('/lan')).toEqual([]);
  });

  test('calls of the same screen are in flight: it waits for them', async () => {
    await openUsers();
    const held = Promise.withResolvers<void>();
    respondTo(getUserDetail, async ({ params }) => {
      if (params.id === 'lan') await held.promise;
      return { success: true, data: { ...SAMPLE_USER_DETAIL, _id: params.id } };
    });
    await linkTo('Võ Thị Lan').hover();
    await expect.poll(() => callsAbout('detail/lan')).toHaveLength(1);
    await linkTo('Trần Văn Minh').hover();
    await rest();
    expect(callsAbout('/minh')).toEqual([]);
    held.resolve();
    await expect.poll(() => callsAbout('detail/minh')).toHaveLength(1);
  });

  test('a path that cannot be decoded: no call', async () => {
    await openUsers();
    linkTo('Võ Thị Lan').element().setAttribute('href', `${USERS}/%ZZ`);
    await linkTo('Võ Thị Lan').hover();
    await rest();
    expect([...callsAbout('ZZ'), ...callsAbout('/lan')]).toEqual([]);
  });

  test('a prefetch that fails shows nothing; the screen fetches again', async () => {
    await openUsers();
    let isFailing = true;
    respondTo(getUserDetail, () => {
      if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
      return { success: true, data: SAMPLE_USER_DETAIL };
    });
    await linkTo('Võ Thị Lan').hover();
    await expect.poll(() => callsAbout('detail/lan')).toHaveLength(1);
    await rest();
    expect(page.getByRole('alert').elements()).toEqual([]);
    isFailing = false;
    await linkTo('Võ Thị Lan').click();
    await expect.element(page.getByRole('heading', { name: 'Võ Thị Lan' })).toBeVisible();
    expect(callsAbout('detail/lan')).toHaveLength(2);
  });
});

describe('startLinkPrefetch: a link to reports', () => {
  test('to the list: its first page is fetched once, and shown at the click', async () => {
    await openUsers();
    const link = page.getByRole('link', { name: 'Báo cáo' });
    await link.hover();
    await expect.poll(() => callsAbout('/api/reports/')).toEqual(['/api/reports/admin/all']);
    await link.click();
    await expect.element(rowOf('Bình')).toBeVisible();
    expect(callsAbout('/api/reports/')).toEqual(['/api/reports/admin/all']);
  });

  test('to a report: fetched wherever in its row the pointer is', async () => {
    await open(REPORTS);
    await rowOf('Bình').getByRole('checkbox').hover();
    await expect.poll(() => callsAbout('/detail/')).toEqual(['/api/reports/admin/detail/report']);
  });

  test('to a report that is being deleted: no call', async () => {
    await open(REPORTS);
    const held = Promise.withResolvers<void>();
    respondTo(deleteReport, async () => {
      await held.promise;
      return { success: true, message: '' };
    });
    await rowOf('Bình').getByRole('checkbox').click();
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Xóa/ }).click();
    await expect.element(bar.getByRole('progressbar')).toBeVisible();
    vi.mocked(fetch).mockClear();
    await rowOf('Bình').hover();
    await rest();
    expect(callsAbout('/detail/')).toEqual([]);
    respondTo(listReports, () => lastPage([]));
    held.resolve();
    await expect.element(rowOf('Bình')).not.toBeInTheDocument();
  });
});
