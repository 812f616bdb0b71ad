import type { Locator, Page } from '@playwright/test';
import { insertCannedReply, insertInvitation, insertNotification } from '../../../server/src/testing/factories.ts';
import { ACCOUNT_SCREEN } from './account.ts';
import { APPEALS_SCREEN, objectWhileSuspended, punishUser } from './appeals.ts';
import { createEntries, details, entries, filteredBy } from './audit-log.ts';
import { chatUrl, log, minutesAgo, storeConversation } from './conversation.ts';
import { createPosts, createUser, createUsers, ownAdmin } from './data.ts';
import { createSubjects, fileReport, reportScreen, section } from './report-detail.ts';
import { REPORTS_SCREEN, reportTable } from './report-list.ts';
import { STORED_IMAGE_URL } from './stored-image.ts';
import type { Panel } from './test.ts';

/** An overlay of a screen that Esc closes. */
export interface Overlay {
  name: string;
  /** The control that opens it with Enter and has the focus again after it closes. */
  opener: (page: Page) => Locator;
  shown: (page: Page) => Locator;
  /** Its control is in the menu, which is closed on a narrow screen. */
  isInMenu?: true;
}

/** A screen to check. */
export interface Screen {
  name: string;
  address: string;
  signedIn?: false;
  /** Waits until it is loaded, and opens its overlay. */
  ready: (page: Page) => Promise<void>;
  overlays?: readonly Overlay[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');

const OBJECTION = 'Tôi không đồng ý với quyết định này.';

/** Related accounts are fetched when they are nearly in sight, and would come in the middle of a walk. */
async function relatedAccountsLoaded(page: Page): Promise<void> {
  const related = section(page, 'Tài khoản liên quan');
  await related.scrollIntoViewIfNeeded();
  await related.getByRole('listitem').first().waitFor();
}

/** Every screen of the panel with data. Add new screens here. */
export async function fillScreens(panel: Panel): Promise<readonly Screen[]> {
  const { db } = panel;
  await insertCannedReply(db, { shortcut: 'chào', content: 'Chào {tên}!' });
  await createUsers(db, 12, (index) => ({ is_verified: index % 2 === 0, is_disabled: index % 5 === 0 }));
  const user = await createUser(db, { username: 'Nguyễn Thị Lan', bio: 'Thích biển', avatar_url: STORED_IMAGE_URL });
  await createPosts(db, user.id, 3, () => ({ image_urls: [STORED_IMAGE_URL, STORED_IMAGE_URL] }));
  await storeConversation(panel, user, [
    { text: 'Chào bạn, tôi cần giúp', at: minutesAgo(9) },
    { text: 'Vâng, bạn nói đi', at: minutesAgo(8), isFromAdmin: true },
  ]);
  const { post } = await createSubjects(panel);
  const reportId = await fileReport(panel, { itemType: 'Post', itemId: post.id });
  const admin = await ownAdmin(panel);
  await insertNotification(db, admin.id, { report_id: reportId });
  const { token, email } = await insertInvitation(db, admin.id);
  await objectWhileSuspended(panel, (await punishUser(panel)).user, OBJECTION);
  const target = await createEntries(panel, 4, () => ({ before: JSON.stringify({ isDisabled: false }) }));

  return [
    {
      name: 'sign-in',
      address: '/login',
      signedIn: false,
      ready: (page) => page.getByLabel('Email', { exact: true }).waitFor(),
      overlays: [{ name: 'forgotten password', opener: button('Quên mật khẩu?'), shown: dialog }],
    },
    {
      name: 'dashboard',
      address: '/admin/dashboard',
      async ready(page) {
        // The chart is fetched when it becomes visible.
        await page.getByRole('button', { name: 'Xem bảng số liệu' }).scrollIntoViewIfNeeded();
        await page.getByRole('slider').waitFor();
        await button('Tìm nhanh')(page).waitFor();
      },
      overlays: [{ name: 'palette', opener: button('Tìm nhanh'), shown: dialog }],
    },
    {
      name: 'users',
      address: '/admin/users',
      async ready(page) {
        await page.getByRole('row').nth(3).waitFor();
        await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
      },
    },
    {
      name: 'user',
      address: `/admin/users/${user.id}`,
      async ready(page) {
        await page.getByRole('article').first().waitFor();
        await relatedAccountsLoaded(page);
      },
      overlays: [
        { name: 'menu', opener: button('Thao tác với tài khoản'), shown: (page) => page.getByRole('menu') },
        { name: 'image', opener: (page) => button('Xem ảnh 1 trên 2')(page).first(), shown: dialog },
      ],
    },
    {
      name: 'timeline of a user',
      address: `/admin/users/${user.id}?tab=activity`,
      async ready(page) {
        await section(page, 'Hoạt động').getByRole('listitem').first().waitFor();
        await relatedAccountsLoaded(page);
      },
    },
    {
      name: 'reports',
      address: REPORTS_SCREEN,
      ready: (page) => reportTable(page).locator('[data-row]').first().waitFor(),
      overlays: [
        { name: 'keys', opener: button('Phím tắt'), shown: dialog },
        {
          name: 'deletion',
          opener: (page) => reportTable(page).locator('[data-row]').first().getByRole('button', { name: /^Xóa/ }),
          shown: question,
        },
      ],
    },
    {
      name: 'report',
      address: reportScreen(reportId),
      ready: (page) => section(page, 'Lịch sử xử lý').waitFor(),
      overlays: [{ name: 'decision', opener: button('Xử lý'), shown: dialog }],
    },
    {
      name: 'chat',
      address: chatUrl(user),
      async ready(page) {
        await log(page, user).getByText('Vâng, bạn nói đi').waitFor();
        await button('Ghi chú nội bộ')(page).waitFor();
      },
      overlays: [{ name: 'internal notes', opener: button('Ghi chú nội bộ'), shown: dialog }],
    },
    {
      name: 'content',
      address: '/admin/content',
      ready: (page) => page.getByRole('grid', { name: 'Danh sách nội dung' }).locator('[data-row]').first().waitFor(),
    },
    {
      name: 'post',
      address: `/admin/content/Post/${post.id}`,
      ready: (page) => section(page, 'Bình luận').waitFor(),
      overlays: [
        { name: 'decision', opener: button('Xử lý'), shown: dialog },
        { name: 'deletion', opener: button('Xóa'), shown: question },
      ],
    },
    {
      name: 'rules',
      address: '/admin/policies',
      ready: (page) => page.getByRole('main').getByText('Lừa đảo').first().waitFor(),
      overlays: [
        { name: 'new rule', opener: button('Thêm quy tắc'), shown: dialog },
        { name: 'rule', opener: button('Sửa quy tắc Lừa đảo'), shown: dialog },
        { name: 'switching off', opener: button('Tắt quy tắc Lừa đảo'), shown: question },
      ],
    },
    {
      name: 'appeals',
      address: APPEALS_SCREEN,
      ready: (page) => page.getByRole('main').getByText(OBJECTION).first().waitFor(),
      overlays: [{ name: 'appeal', opener: (page) => page.getByRole('grid').getByRole('link'), shown: dialog }],
    },
    {
      name: 'settings',
      address: '/admin/settings',
      ready: (page) => page.getByRole('button', { name: 'Lưu thiết lập' }).waitFor(),
    },
    {
      name: 'administrators',
      address: '/admin/administrators',
      ready: (page) => page.getByRole('grid').getByText(email).waitFor(),
      overlays: [
        { name: 'invitation', opener: button('Mời quản trị viên'), shown: dialog },
        { name: 'menu', opener: button(`Thao tác với ${email}`), shown: (page) => page.getByRole('menu') },
      ],
    },
    {
      name: 'page of an invitation',
      address: `/invite#${token}`,
      signedIn: false,
      ready: (page) => page.getByLabel('Tên của bạn').waitFor(),
    },
    {
      name: 'notifications',
      address: '/admin/notifications',
      ready: (page) => page.getByRole('main').getByText('Trần Thị Lan').first().waitFor(),
    },
    {
      name: 'account',
      address: ACCOUNT_SCREEN,
      ready: (page) => page.getByText('Phiên này').waitFor(),
    },
    {
      name: 'statistics',
      address: '/admin/statistics',
      ready: (page) => section(page, 'Đang chờ xử lý').waitFor(),
      overlays: [{ name: 'recent actions', opener: button('Việc vừa làm'), shown: dialog, isInMenu: true }],
    },
    {
      name: 'guide',
      address: '/admin/help',
      ready: (page) => page.getByRole('heading', { level: 2, name: 'Phím tắt' }).waitFor(),
    },
    {
      name: 'audit log',
      address: filteredBy(target),
      async ready(page) {
        await details(page).click();
        await entries(page).first().getByRole('table').waitFor();
        await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
      },
    },
  ];
}
