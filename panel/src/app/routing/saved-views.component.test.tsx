import { listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import { listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import { listRecentActions } from '@hai-dang/contract/moderation/recent-actions.endpoints.ts';
import { listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { SavedView } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { Suspense } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { respondTo } from '../../testing/responses.ts';
import { lastPage } from '../../testing/samples.ts';
import { ADMIN_ROUTES } from './routes.tsx';

const OLD: SavedView = {
  _id: 'old',
  screen: 'reports',
  name: 'Spam',
  query: 'reason=spam',
  isShared: false,
  version: 1,
};

/** Responds as a server with these views and empty lists. @returns the views, as they are now */
function respondWithViews(...views: SavedView[]) {
  // The list of reports is remembered.
  respondWithPreferences();
  const stored = new Map(views.map((view) => [view._id, view]));
  const store = (view: SavedView) => {
    stored.set(view._id, view);
    return { success: true as const, data: view };
  };
  respondTo(listSavedViews, ({ body }) => ({
    success: true,
    data: [...stored.values()].filter(({ screen }) => screen === body.screen),
  }));
  respondTo(createSavedView, ({ body }) => store({ ...body, _id: `view-${stored.size + 1}`, version: 1 }));
  respondTo(updateSavedView, ({ params: { id }, body: { version, ...fields } }) =>
    store({ ...(stored.get(id) ?? OLD), ...fields, version: version + 1 }),
  );
  respondTo(deleteSavedView, ({ params: { id } }) => {
    stored.delete(id);
    return { success: true };
  });
  respondTo(listUsers, () => lastPage([]));
  respondTo(listReports, () => lastPage([]));
  // For the words of an empty list of reports.
  respondTo(listRecentActions, () => ({ success: true, data: [], pagination: { nextCursor: null }, closedToday: 0 }));
  respondTo(listContent, () => lastPage([]));
  respondTo(listAuditEntries, () => lastPage([]));
  return stored;
}

type List = 'users' | 'reports' | 'content' | 'audit';

/** Opens a list as the route renders it. */
const open = (list: List, search = '') =>
  renderPanel(<Suspense fallback={null}>{ADMIN_ROUTES[list].screen}</Suspense>, `${ADMIN_ROUTES[list].path}${search}`);

const views = () => page.getByRole('list', { name: 'Chế độ xem đã lưu' });
const view = (name: string) => views().getByRole('button', { name: new RegExp(`^${name}`) });
const saveButton = () => page.getByRole('button', { name: 'Lưu chế độ xem' });
const nameField = () => page.getByRole('dialog').getByLabelText('Tên', { exact: true });
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const expectSearch = (search: string) => expect.poll(() => location.search).toBe(search);

async function choose(name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Thao tác với chế độ xem “${name}”` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe.each<[List, string]>([
  ['users', '?vohieuhoa=true'],
  ['reports', '?status=rejected'],
  ['content', '?type=Comment'],
  ['audit', '?action=auth.login'],
])('saved views of %s', (list, search) => {
  test('a view: is saved, opens the same list later, and is in no other list', async () => {
    const stored = respondWithViews();
    const first = await open(list, search);
    await saveButton().click();
    await nameField().fill('Của tôi');
    await userEvent.keyboard('{Enter}');
    await said('Đã lưu chế độ xem “Của tôi”');
    await expect.element(view('Của tôi')).toHaveAttribute('aria-pressed', 'true');
    expect([...stored.values()]).toMatchObject([{ screen: list, query: search.slice(1), isShared: false }]);
    await first.unmount();

    const later = await open(list);
    await expect.element(view('Của tôi')).toHaveAttribute('aria-pressed', 'false');
    await view('Của tôi').click();
    await expectSearch(search);
    await expect.element(view('Của tôi')).toHaveAttribute('aria-pressed', 'true');
    await later.unmount();

    await open(list === 'users' ? 'audit' : 'users');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(views()).not.toBeInTheDocument();
  });
});

describe('saved views', () => {
  test('by keyboard: the default list has nothing to save, a name is required, and Enter saves and opens', async () => {
    respondWithViews();
    await open('reports');
    await expect.element(page.getByLabelText('Trạng thái', { exact: true })).toBeVisible();
    expect(saveButton().query()).toBeNull();
    await page.getByLabelText('Trạng thái', { exact: true }).selectOptions('Từ chối');
    await expect.element(saveButton()).toBeVisible();
    saveButton().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(nameField()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Vui lòng đặt tên cho chế độ xem')).toBeVisible();
    await userEvent.keyboard('Bi tu choi{Enter}');
    await said('Đã lưu chế độ xem “Bi tu choi”');
    await expect.element(view('Bi tu choi')).toHaveAttribute('aria-pressed', 'true');
    await page.getByLabelText('Trạng thái', { exact: true }).selectOptions('Chờ xử lý');
    await page.getByRole('button', { name: /^Lọc/ }).click();
    await page.getByLabelText('Lý do', { exact: true }).selectOptions('Spam');
    view('Bi tu choi').element().focus();
    await userEvent.keyboard('{Enter}');
    await expectSearch('?status=rejected');
  });

  test('an opened view: takes changed filters on request; deleted, it is restored by an undo', async () => {
    const stored = respondWithViews(OLD);
    await open('reports');
    await view('Spam').click();
    await expectSearch('?reason=spam');
    await page.getByLabelText('Sắp xếp', { exact: true }).selectOptions('Chờ lâu nhất');
    await expect.element(view('Spam')).toHaveTextContent('Spam(đã đổi bộ lọc)');
    await choose('Spam', 'Lưu bộ lọc hiện tại vào “Spam”');
    await said('Đã lưu bộ lọc vào “Spam”');
    await expect.element(view('Spam')).toHaveTextContent('Spam');
    expect(stored.get('old')).toMatchObject({ query: 'reason=spam&sort=oldest', version: 2 });

    await choose('Spam', 'Xóa chế độ xem');
    await expect.element(view('Spam')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(view('Spam')).toBeVisible();
    await said('Đã khôi phục chế độ xem “Spam”');
    expect([...stored.values()]).toMatchObject([{ name: 'Spam', query: 'reason=spam&sort=oldest' }]);
    await view('Spam').click();
    await expectSearch('?reason=spam&sort=oldest');
  });
});
