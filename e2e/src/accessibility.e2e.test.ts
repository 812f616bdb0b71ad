import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './harness/axe.ts';
import { createPosts, createTravelPosts, createUser, createUsers } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { hold } from './harness/screens.ts';
import { STORED_IMAGE_URL } from './harness/stored-image.ts';
import { NARROW, type Panel, SIZES, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng';

let userId = '';

async function fill({ db }: Panel): Promise<void> {
  await createUsers(db, 30, (index) => ({ is_verified: index % 2 === 0, is_disabled: index % 5 === 0 }));
  const user = await createUser(db, {
    username: NAME,
    email: `${'rat-dai-'.repeat(7)}@example.com`,
    is_verified: true,
    bio: 'khôngcóchỗxuốngdòng'.repeat(12),
    avatar_url: STORED_IMAGE_URL,
  });
  userId = user.id;
  await createPosts(db, user.id, 7, () => ({
    content: 'Một câu rất dài về chuyến đi. '.repeat(30),
    image_urls: [STORED_IMAGE_URL, `${STORED_IMAGE_URL}?2`],
  }));
  await createTravelPosts(db, user.id, 2, () => ({
    image_urls: Array.from({ length: 6 }, (_, n) => `${STORED_IMAGE_URL}?${n}`),
  }));
}

test.describe('accessibility', () => {
  for (const size of SIZES) {
    test(`of the login screen, its error and its dialog, in both themes ${size.size}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(500));
      const page = await panel.open('/login', { ...size, signedIn: false });
      await expectAccessibleInThemes(page, 'login');
      await spoil(page, '/api/admin/login', { status: 500 });
      await page.getByLabel('Email', { exact: true }).fill('a@example.com');
      await page.getByLabel('Mật khẩu', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await expectAccessibleInThemes(page, 'login failure');
      await page.getByRole('button', { name: 'Quên mật khẩu?' }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessibleInThemes(page, 'forgotten password');
    });
  }

  test('of the open sidebar on a narrow screen, in both themes', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { viewport: NARROW, theme: 'dark' });
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await expectAccessibleInThemes(page, 'open sidebar');
  });

  for (const size of SIZES) {
    test(`of the user list, its filters, empty state and error, in both themes ${size.size}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(500));
      await fill(panel);
      const page = await panel.open('/admin/users', size);
      await page.getByRole('row').nth(3).waitFor();
      await expectAccessibleInThemes(page, 'list');
      const searchBox = page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
      const mend = await spoil(page, '/api/admin/users/search', { delayMs: 60_000 });
      await searchBox.fill('a');
      await page.locator('[aria-busy="true"]').waitFor();
      await expectAccessibleInThemes(page, 'list while it searches');
      await mend();
      await searchBox.fill('');
      await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
      await page.getByLabel('Giới tính').selectOption('male');
      await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
      await expectAccessibleInThemes(page, 'filters and empty search');
      await spoil(page, '/api/admin/users', { status: 500 });
      await page.reload();
      await page.getByRole('alert').waitFor();
      await expectAccessibleInThemes(page, 'list failure');
    });
  }

  for (const size of SIZES) {
    test(`of the user page, its menu, dialog, toast and image viewer, in both themes ${size.size}`, async ({
      panel,
    }) => {
      await fill(panel);
      const page = await panel.open(`/admin/users/${userId}`, size);
      await page.getByRole('article').first().waitFor();
      await expectAccessibleInThemes(page, 'user');
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menu').waitFor();
      await expectAccessibleInThemes(page, 'open menu');
      await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessibleInThemes(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Xem ảnh 1 trên 2' }).first().click();
      await page.getByRole('dialog').waitFor();
      await expectAccessibleInThemes(page, 'viewer');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /^Bài viết du lịch/ }).click();
      await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
      await hold(page.locator('[data-sonner-toast]'));
      await expectAccessibleInThemes(page, 'travel posts and toast');
    });
  }

  for (const size of SIZES) {
    test(`of the not-found screens, in both themes ${size.size}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(404));
      const page = await panel.open('/admin/khong-co', size);
      await page.getByText('Trang này chưa có trong phiên bản hiện tại').waitFor();
      await expectAccessibleInThemes(page, 'unknown screen');
      await page.goto('/admin/users/khong-co');
      await page.getByText('Không tìm thấy thông tin người dùng').waitFor();
      await expectAccessibleInThemes(page, 'unknown user');
    });
  }
});

test.describe('target size', () => {
  test('of every control but links within text is at least 24 × 24 px', async ({ panel }) => {
    await fill(panel);
    const page = await panel.newPage({ viewport: NARROW });
    for (const path of ['/admin/dashboard', '/admin/users', `/admin/users/${userId}`, '/admin/account']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main a, header button, header a, main select')]
          .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
          // A row's link covers the whole row with its pseudo-element.
          .filter((element) => !element.classList.contains('after:inset-0'))
          .map((element) => ({ html: element.outerHTML.slice(0, 120), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ html, box }) => `${box.width}×${box.height} ${html}`),
      );
      expect(small, path).toEqual([]);
    }
  });
});
