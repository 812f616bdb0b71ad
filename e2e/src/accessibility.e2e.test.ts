import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './harness/axe.ts';
import { createPosts, createTravelPosts, createUser, createUsers } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { PICTURE } from './harness/picture.ts';
import { DASHBOARD_TITLE, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { describeInBrowser, LOOKS, NARROW, type Panel, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng';

let userId = '';

/** Checks one state of a page in every way. */
async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  await expectNoSidewaysScroll(page, state);
}

async function fill({ db, system }: Panel): Promise<void> {
  await db.deleteFrom('users').where('email', '<>', system.admin.email).execute();
  await createUsers(db, 30, (index) => ({ is_verified: index % 2 === 0, is_disabled: index % 5 === 0 }));
  const user = await createUser(db, {
    username: NAME,
    email: `${'rat-dai-'.repeat(7)}@example.com`,
    is_verified: true,
    bio: 'khôngcóchỗxuốngdòng'.repeat(12),
    avatar_url: PICTURE,
  });
  userId = user.id;
  await createPosts(db, user.id, 7, () => ({
    content: 'Một câu rất dài về chuyến đi. '.repeat(30),
    image_urls: [PICTURE, `${PICTURE}?2`],
  }));
  await createTravelPosts(db, user.id, 2, () => ({
    image_urls: Array.from({ length: 6 }, (_, n) => `${PICTURE}?${n}`),
  }));
}

describeInBrowser('accessibility', () => {
  test.for(LOOKS)('of the login screen, its failure and its dialog, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.open('/login', { ...look, signedIn: false });
    await check(page, 'login');
    await spoil(page, '/api/admin/login', { status: 500 });
    await page.getByLabel('Email', { exact: true }).fill('a@example.com');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('x');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check(page, 'login failure');
    await page.getByRole('button', { name: 'Quên mật khẩu?' }).click();
    await page.getByRole('dialog').waitFor();
    await check(page, 'forgotten password');
  });

  test.for(LOOKS)('of the dashboard, its table and its failure, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(500));
    await fill(panel);
    const page = await panel.open('/admin/dashboard', look);
    const tableButton = page.getByRole('button', { name: 'Xem bảng số liệu' });
    await tableButton.scrollIntoViewIfNeeded();
    await page.locator('canvas').waitFor();
    await tableButton.click();
    await page.getByRole('slider').focus();
    await check(page, 'dashboard');
    if (look.viewport === NARROW) {
      await page.getByRole('button', { name: 'Mở menu' }).click();
      await check(page, 'open sidebar');
    }
    await spoil(page, '/api/admin/dashboard-stats', { status: 500 });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await check(page, 'dashboard failure');
  });

  test.for(LOOKS)('of the dashboard and the list while they load, in $look', async (look, { panel }) => {
    const page = await panel.newPage(look);
    await spoil(page, /^\/api\/admin\/(dashboard-stats|users)$/, { delayMs: 60_000 });
    await page.goto('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await check(page, 'loading dashboard');
    await page.goto('/admin/users');
    await waitForScreen(page, USERS_TITLE);
    await check(page, 'loading list');
  });

  test.for(LOOKS)('of the list, its filters, its empty state and its failure, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(500));
    await fill(panel);
    const page = await panel.open('/admin/users', look);
    await page.getByRole('row').nth(3).waitFor();
    await check(page, 'list');
    const searchBox = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
    const mend = await spoil(page, '/api/admin/users/search', { delayMs: 60_000 });
    await searchBox.fill('a');
    await page.locator('[aria-busy="true"]').waitFor();
    await check(page, 'list while it searches');
    await mend();
    await searchBox.fill('');
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await page.getByLabel('Giới tính').selectOption('male');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    await check(page, 'filters and empty search');
    await spoil(page, '/api/admin/users', { status: 500 });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await check(page, 'list failure');
  });

  test.for(LOOKS)('of a user’s page, its menu, dialog, notice and viewer, in $look', async (look, { panel }) => {
    await fill(panel);
    const page = await panel.open(`/admin/users/${userId}`, look);
    await page.getByRole('article').first().waitFor();
    await check(page, 'user');
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menu').waitFor();
    await check(page, 'open menu');
    await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).click();
    await page.getByRole('alertdialog').waitFor();
    await check(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Xem ảnh 1 trên 2' }).first().click();
    await page.getByRole('dialog').waitFor();
    await check(page, 'viewer');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /^Bài viết du lịch/ }).click();
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
    await page.locator('[data-sonner-toast]').waitFor();
    await check(page, 'travel posts and notice');
  });

  test.for(LOOKS)('of what is not there, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(404));
    const page = await panel.open('/admin/khong-co', look);
    await page.getByText('Trang này chưa có trong phiên bản hiện tại').waitFor();
    await check(page, 'unknown screen');
    await page.goto('/admin/users/khong-co');
    await page.getByText('Không tìm thấy thông tin người dùng').waitFor();
    await check(page, 'unknown user');
  });
});

describeInBrowser('targets', () => {
  test('are 24 px or more each way, but for links within a text', async ({ panel }) => {
    await fill(panel);
    for (const path of ['/admin/dashboard', '/admin/users', `/admin/users/${userId}`]) {
      const page = await panel.open(path, { viewport: NARROW });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main a, header button, header a, main select')]
          .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
          // A row's link fills its whole row by its pseudo-element.
          .filter((element) => !element.classList.contains('after:inset-0'))
          .map((element) => ({ html: element.outerHTML.slice(0, 120), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ html, box }) => `${box.width}×${box.height} ${html}`),
      );
      expect(small, path).toEqual([]);
    }
  });
});
