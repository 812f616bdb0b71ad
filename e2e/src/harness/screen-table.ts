import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { AUDIT_CALL, details, entries, filteredBy } from './audit-log.ts';
import { chatUrl, log } from './conversation.ts';
import { DETAIL_CALL, reportScreen, section } from './report-detail.ts';
import { REPORTS_CALL, reportTable } from './report-list.ts';
import { OBJECTION, type ScreenData } from './screen-data.ts';

const ROUTES = fileURLToPath(new URL('../../../panel/src/app/routing/routes.tsx', import.meta.url));

/** The paths of the panel's table of routes. */
export const routePaths = (): string[] =>
  [...readFileSync(ROUTES, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);

/** An overlay of a screen that Esc closes. */
export interface Overlay {
  name: string;
  /** The control that opens it with Enter and has the focus again after it closes. */
  opener: (page: Page, data: ScreenData) => Locator;
  shown: (page: Page) => Locator;
}

/** A screen to check. */
export interface Screen {
  name: string;
  /** Its path in the table of routes. */
  route: string;
  /** Where that is not its path. */
  address?: (data: ScreenData) => string;
  signedIn?: false;
  /** Waits until it is loaded, and opens its filters. */
  ready: (page: Page, data: ScreenData) => Promise<unknown>;
  overlays?: readonly Overlay[];
  /** A text that it shows in a database without rows, or at an address without a subject. */
  empty?: { says: string; address?: string };
  /** The call without which it shows an error. */
  failing?: string | RegExp;
}

/** Where a screen is. */
export const addressOf = ({ address, route }: Screen, data: ScreenData): string => address?.(data) ?? route;

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');

/** Related accounts are fetched when they are nearly in sight, and would come in the middle of a walk. */
async function relatedAccountsLoaded(page: Page): Promise<void> {
  const related = section(page, 'Tài khoản liên quan');
  await related.scrollIntoViewIfNeeded();
  await related.getByRole('listitem').first().waitFor();
}

/** Every screen of the panel. Add new screens here. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'sign-in',
    route: '/login',
    signedIn: false,
    ready: (page) => page.getByLabel('Email', { exact: true }).waitFor(),
    overlays: [{ name: 'forgotten password', opener: button('Quên mật khẩu?'), shown: dialog }],
  },
  {
    name: 'dashboard',
    route: '/admin/dashboard',
    async ready(page) {
      // The chart is fetched when it becomes visible.
      await page.getByRole('button', { name: 'Xem bảng số liệu' }).scrollIntoViewIfNeeded();
      await page.getByRole('slider').waitFor();
      await button('Tìm nhanh')(page).waitFor();
    },
    overlays: [{ name: 'palette', opener: button('Tìm nhanh'), shown: dialog }],
    empty: { says: 'Không có việc nào' },
    failing: '/api/admin/dashboard-stats',
  },
  {
    name: 'users',
    route: '/admin/users',
    async ready(page) {
      await page.getByRole('row').nth(3).waitFor();
      await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    },
    empty: { says: 'Không tìm thấy người dùng phù hợp', address: '/admin/users?q=khongcoai' },
    failing: '/api/admin/users',
  },
  {
    name: 'user',
    route: '/admin/users/:id',
    address: ({ user }) => `/admin/users/${user.id}`,
    async ready(page) {
      await page.getByRole('article').first().waitFor();
      await relatedAccountsLoaded(page);
    },
    overlays: [
      { name: 'menu', opener: button('Thao tác với tài khoản'), shown: (page) => page.getByRole('menu') },
      { name: 'image', opener: (page) => button('Xem ảnh 1 trên 2')(page).first(), shown: dialog },
    ],
    empty: { says: 'Không tìm thấy thông tin người dùng', address: '/admin/users/khong-co' },
    failing: /^\/api\/admin\/users\/detail\//,
  },
  {
    name: 'timeline of a user',
    route: '/admin/users/:id',
    address: ({ user }) => `/admin/users/${user.id}?tab=activity`,
    async ready(page) {
      await section(page, 'Hoạt động').getByRole('listitem').first().waitFor();
      await relatedAccountsLoaded(page);
    },
    failing: /^\/api\/admin\/users\/[^/]+\/timeline$/,
  },
  {
    name: 'reports',
    route: '/admin/reports',
    ready: (page) => reportTable(page).locator('[data-row]').first().waitFor(),
    overlays: [
      { name: 'keys', opener: button('Phím tắt'), shown: dialog },
      {
        name: 'deletion',
        opener: (page) => reportTable(page).locator('[data-row]').first().getByRole('button', { name: /^Xóa/ }),
        shown: question,
      },
    ],
    empty: { says: 'Không có báo cáo nào' },
    failing: REPORTS_CALL,
  },
  {
    name: 'report',
    route: '/admin/reports/:id',
    address: ({ reportId }) => reportScreen(reportId),
    ready: (page) => section(page, 'Lịch sử xử lý').waitFor(),
    overlays: [{ name: 'decision', opener: button('Vi phạm…'), shown: dialog }],
    empty: { says: 'Không tìm thấy báo cáo', address: '/admin/reports/khong-co' },
    failing: DETAIL_CALL,
  },
  {
    name: 'chat',
    route: '/admin/chat',
    address: ({ user }) => chatUrl(user),
    async ready(page, { user }) {
      await log(page, user).getByText('Vâng, bạn nói đi').waitFor();
      await button('Ghi chú nội bộ')(page).waitFor();
    },
    overlays: [{ name: 'internal notes', opener: button('Ghi chú nội bộ'), shown: dialog }],
    empty: { says: 'Không có người dùng nào' },
    failing: /^\/api\/admin\/(online-users|chat\/[^/]+)$/,
  },
  {
    name: 'content',
    route: '/admin/content',
    ready: (page) => page.getByRole('grid', { name: 'Danh sách nội dung' }).locator('[data-row]').first().waitFor(),
    empty: { says: 'Chưa có nội dung nào' },
    failing: '/api/admin/content',
  },
  {
    name: 'post',
    route: '/admin/content/:itemType/:id',
    address: ({ post }) => `/admin/content/Post/${post.id}`,
    ready: (page) => section(page, 'Bình luận').waitFor(),
    overlays: [
      { name: 'decision', opener: button('Xử lý'), shown: dialog },
      { name: 'deletion', opener: button('Xóa'), shown: question },
    ],
    empty: { says: 'Nội dung này không còn nữa', address: '/admin/content/Post/khong-co' },
    failing: /^\/api\/admin\/content\/Post\//,
  },
  {
    name: 'rules',
    route: '/admin/policies',
    ready: (page) => page.getByRole('main').getByText('Lừa đảo').first().waitFor(),
    overlays: [
      { name: 'new rule', opener: button('Thêm quy tắc'), shown: dialog },
      { name: 'rule', opener: button('Sửa quy tắc Lừa đảo'), shown: dialog },
      { name: 'switching off', opener: button('Tắt quy tắc Lừa đảo'), shown: question },
    ],
    failing: '/api/admin/policies',
  },
  {
    name: 'appeals',
    route: '/admin/appeals',
    ready: (page) => page.getByRole('main').getByText(OBJECTION).first().waitFor(),
    overlays: [{ name: 'appeal', opener: (page) => page.getByRole('grid').getByRole('link'), shown: dialog }],
    empty: { says: 'Không có khiếu nại nào đang chờ' },
    failing: '/api/admin/appeals',
  },
  {
    name: 'settings',
    route: '/admin/settings',
    ready: (page) => page.getByRole('button', { name: 'Lưu thiết lập' }).waitFor(),
    empty: { says: 'Chưa có webhook nào' },
    failing: /^\/api\/admin\/(settings|webhooks)$/,
  },
  {
    name: 'administrators',
    route: '/admin/administrators',
    ready: (page, { email }) => page.getByRole('grid').getByText(email).waitFor(),
    overlays: [
      { name: 'invitation', opener: button('Mời quản trị viên'), shown: dialog },
      {
        name: 'menu',
        opener: (page, { email }) => button(`Thao tác với ${email}`)(page),
        shown: (page) => page.getByRole('menu'),
      },
    ],
    failing: '/api/admin/administrators',
  },
  {
    name: 'page of an invitation',
    route: '/invite',
    address: ({ token }) => `/invite#${token}`,
    signedIn: false,
    ready: (page) => page.getByLabel('Tên của bạn').waitFor(),
    empty: { says: 'Liên kết này không có mã mời' },
    failing: '/api/invitation',
  },
  {
    name: 'notifications',
    route: '/admin/notifications',
    ready: (page) => page.getByRole('main').getByText('Trần Thị Lan').first().waitFor(),
    empty: { says: 'Không có thông báo nào' },
    failing: '/api/admin/notifications',
  },
  {
    name: 'account',
    route: '/admin/account',
    ready: (page) => page.getByText('Phiên này').waitFor(),
    failing: '/api/admin/account',
  },
  {
    name: 'statistics',
    route: '/admin/statistics',
    ready: (page) => section(page, 'Đang chờ xử lý').waitFor(),
    overlays: [{ name: 'recent actions', opener: button('Việc vừa làm'), shown: dialog }],
    empty: {
      says: 'Chưa có số liệu trong khoảng thời gian này',
      address: '/admin/statistics?from=2025-03-01&to=2025-03-31',
    },
    failing: '/api/admin/performance',
  },
  {
    name: 'guide',
    route: '/admin/help',
    ready: (page) => page.getByRole('heading', { level: 2, name: 'Phím tắt' }).waitFor(),
    failing: /\/guide-[^/]+\.json$/,
  },
  {
    name: 'audit log',
    route: '/admin/audit',
    address: ({ target }) => filteredBy(target),
    async ready(page) {
      await details(page).click();
      await entries(page).first().getByRole('table').waitFor();
      await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    },
    empty: { says: 'Không có mục nào phù hợp', address: filteredBy('khong-co') },
    failing: AUDIT_CALL,
  },
  {
    name: 'unknown path',
    route: '*',
    address: () => '/admin/khong-co',
    ready: (page) => page.getByText('Trang này chưa có trong phiên bản hiện tại').waitFor(),
  },
];
