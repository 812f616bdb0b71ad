import { expect } from '@playwright/test';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { chooseStatus, reportScreen, section } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable, statusCount } from './harness/report-list.ts';
import { DASHBOARD_TITLE, signIn, toast, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { test as base, eventually } from './harness/test.ts';
import {
  LEGACY_ADMIN,
  LEGACY_ADMIN_ID,
  type LegacyBackend,
  startLegacyBackend,
} from './legacy-backend/legacy-backend.ts';
import { CHATTING_USER_ID } from './legacy-backend/legacy-data.ts';

const UNKNOWN_CALL =
  /status of 404.*\/api\/admin\/(notifications|work|bulk|subjects|saved-views|account\/preferences)\b/;
const NO_CANNED_REPLIES = /status of 404.*\/api\/admin\/canned-replies\b/;
const NO_ACCOUNT = /status of 404.*\/api\/admin\/account\b/;
const FIRST_USER = 'Thành viên 1';
const CHATTING_USER = 'Thành viên 8';

/** The same build of the panel, served by our server, configured to call the legacy backend. */
const test = base.extend<object, { backend: LegacyBackend }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape the test runner reads
    async ({}, use) => {
      const backend = await startLegacyBackend();
      await use(backend);
      await backend.stop();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ backend }, use) => use({ API_BASE_URL: backend.baseUrl }), { scope: 'worker' }],
});

test.describe('legacy backend', () => {
  // One worker for all tests: its servers are needed only here.
  test.describe.configure({ mode: 'default' });

  test('sign-in and dashboard show its numbers, without the trend, which it does not support', async ({ panel }) => {
    panel.expectProblem(UNKNOWN_CALL);
    panel.expectProblem(NO_ACCOUNT);
    const page = await panel.open('/login', { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.getByText('120', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Xu hướng' }).count()).toBe(0);
    expect(await page.getByText('Cập nhật lần cuối').count()).toBe(0);
    await page.getByRole('link', { name: /^Tài khoản/ }).click();
    await page.getByText('Máy chủ này chưa hỗ trợ quản lý tài khoản').waitFor();
  });

  test('a report is shown with its reporter and its subject, each fetched by its own call', async ({
    panel,
    backend,
  }) => {
    for (const problem of [UNKNOWN_CALL, failedRequest(404), failedRequest('network')]) {
      panel.expectProblem(problem);
    }
    const [, onPost, onUser, byNobody] = backend.data.reports;
    if (!onPost || !onUser || !byNobody) throw new Error('the legacy backend has too few reports');
    const page = await panel.open(reportScreen(onUser._id), { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    await section(page, 'Báo cáo này').getByText('thanh.vien.4@example.com').waitFor();
    await section(page, 'Đối tượng bị báo cáo').getByText('thanh.vien.1@example.com').waitFor();
    for (const id of [onUser.reporter, onUser.reportedItem]) {
      expect(backend.calls).toContain(`POST /api/admin/users/detail/${String(id)}`);
    }
    expect(await page.getByLabel('Ghi chú').count(), 'it keeps no notes').toBe(0);
    await chooseStatus(page, 'Đang xem xét');
    await eventually(() => onUser.status).toBe('reviewing');
    await toast(page, 'Đã cập nhật trạng thái báo cáo').getByRole('button', { name: 'Hoàn tác' }).click();
    await eventually(() => onUser.status).toBe('pending');

    await page.goto(reportScreen(onPost._id));
    await section(page, 'Đối tượng bị báo cáo').getByText('Nội dung 1', { exact: true }).waitFor();
    await section(page, 'Đối tượng bị báo cáo').getByText('3 lượt thích').waitFor();

    const { reporter } = byNobody;
    byNobody.reporter = 'khong-ai-ca';
    const mend = await spoil(page, /^\/api\/admin\/posts\//, 'network');
    await page.goto(reportScreen(byNobody._id));
    await page.getByText('Không tìm thấy thông tin người báo cáo').waitFor();
    await page.getByRole('alert').getByText('Không thể tải thông tin đối tượng bị báo cáo').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await section(page, 'Đối tượng bị báo cáo').getByText('Nội dung 1', { exact: true }).waitFor();

    byNobody.reporter = String(onUser.reporter);
    await spoil(page, /^\/api\/admin\/users\/detail\//, 'network');
    await page.reload();
    await page.getByRole('alert').getByText('Không thể tải thông tin người báo cáo').waitFor();
    byNobody.reporter = reporter;
  });

  test('the whole daily job works with its responses', async ({ panel, backend }) => {
    panel.expectProblem(UNKNOWN_CALL);
    const page = await panel.open('/admin/users', { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    await waitForScreen(page, USERS_TITLE);
    await page.getByText('120 người dùng', { exact: true }).waitFor();
    const dialog = page.getByRole('alertdialog');
    const chooseAction = async (action: string) => {
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await dialog.getByRole('button', { name: action }).click();
    };

    await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('thanh.vien.1@');
    await page.getByText('1 người dùng', { exact: true }).waitFor();
    await page.getByRole('link', { name: `Chi tiết ${FIRST_USER}`, exact: true }).click();
    await waitForScreen(page, FIRST_USER);
    await page.getByText('31', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Bài viết (7)' }).waitFor();
    await page.getByText('3 lượt thích').first().waitFor();
    await page.getByRole('button', { name: 'Trang 2' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);

    await page.getByRole('button', { name: 'Xóa bài viết' }).first().click();
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('tab', { name: 'Bài viết (6)' }).waitFor();
    await page.getByRole('tab', { name: 'Bài viết du lịch (2)' }).click();
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
    await page.getByRole('tab', { name: 'Bài viết du lịch (1)' }).waitFor();

    await chooseAction('Vô hiệu hóa');
    await waitForScreen(page, USERS_TITLE);
    expect(backend.data.users.find(({ username }) => username === FIRST_USER)?.vohieuhoa).toBe(true);
    await page.getByRole('link', { name: `Chi tiết ${FIRST_USER}`, exact: true }).click();
    await chooseAction('Xóa tài khoản');
    await waitForScreen(page, USERS_TITLE);
    expect(backend.data.users.some(({ username }) => username === FIRST_USER)).toBe(false);
  });

  test('reports are filtered, counted, decided and deleted on its unpaged list', async ({ panel, backend }) => {
    panel.expectProblem(UNKNOWN_CALL);
    // There is no report to prefetch either.
    panel.expectProblem(failedRequest(404));
    const page = await panel.open(REPORTS_SCREEN, { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    await page.getByText('9 báo cáo', { exact: true }).waitFor();
    const rows = reportTable(page).locator('[data-row]');
    expect(await rows.nth(0).textContent()).toContain('ly_do_cu');
    expect(await rows.nth(2).textContent()).toContain('Không có thông tin');
    expect(await page.getByLabel('Gộp', { exact: true }).count()).toBe(0);
    expect(await statusCount(page, 'Đã xử lý').textContent()).toBe('Đã xử lý (5)');
    await page.getByLabel('Trạng thái', { exact: true }).selectOption('pending');
    await page.getByText('4 báo cáo', { exact: true }).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await page.getByText('3 báo cáo', { exact: true }).waitFor();
    await eventually(() => backend.data.reports[0]?.status).toBe('rejected');
    await toast(page, 'Đã cập nhật trạng thái báo cáo').getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByText('4 báo cáo', { exact: true }).waitFor();
    await eventually(() => backend.data.reports[0]?.status).toBe('pending');

    await rows
      .nth(0)
      .getByRole('button', { name: /^Xóa báo cáo/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await toast(page, 'Đã xóa báo cáo').waitFor();
    expect(backend.data.reports).toHaveLength(8);
  });

  test('the chat shows the online users of its second call, and orders messages by time', async ({ panel }) => {
    panel.expectProblem(UNKNOWN_CALL);
    panel.expectProblem(NO_CANNED_REPLIES);
    const page = await panel.open('/admin/chat', { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    const list = page.getByRole('region', { name: 'Danh sách người dùng' });
    await list.getByText('1 người đang trực tuyến').waitFor();
    await list.getByRole('link').nth(0).getByText(CHATTING_USER, { exact: true }).waitFor();
    expect(await list.getByText('Đang hoạt động').count()).toBe(1);
    await page.getByLabel('Tìm kiếm người dùng').fill('không ai cả');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    await page.getByLabel('Tìm kiếm người dùng').fill('thanh.vien.8@');
    await list.getByRole('link', { name: CHATTING_USER }).click();
    const log = page.getByRole('log');
    await log.getByText('Tin nhắn cũ 3').waitFor();
    expect((await log.textContent())?.match(/Tin nhắn cũ \d/g)).toEqual([
      'Tin nhắn cũ 1',
      'Tin nhắn cũ 2',
      'Tin nhắn cũ 3',
    ]);
    await page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' }).click();
    await page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' }).fill('tin nhắn');
    await page.getByText('Máy chủ này không hỗ trợ tìm tin nhắn').waitFor();
    expect(await page.getByRole('region', { name: 'Tin nhắn', exact: true }).count()).toBe(0);
    await page.getByRole('textbox', { name: /^Tin nhắn gửi/ }).pressSequentially('/c');
    await page.getByRole('button', { name: 'Thêm', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Báo cáo về người dùng này' }).waitFor();
    expect(await page.getByRole('menuitem').count(), 'it keeps no canned replies').toBe(2);
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  test('live events without names, numbers or a conversation are shown like those of the current server', async ({
    panel,
    backend,
  }) => {
    for (const problem of [UNKNOWN_CALL, NO_CANNED_REPLIES]) panel.expectProblem(problem);
    const page = await panel.open(`/admin/chat?userId=${CHATTING_USER_ID}`, {
      signedIn: false,
    });
    await signIn(page, LEGACY_ADMIN);
    const log = page.getByRole('log');
    await log.getByText('Tin nhắn cũ 3').waitFor();
    const list = page.getByRole('region', { name: 'Danh sách người dùng' });
    await list.getByText('1 người đang trực tuyến').waitFor();

    const message = {
      _id: '64f0live',
      content: 'Một nhãn dán',
      type: 'sticker',
      sender: CHATTING_USER_ID,
      receiver: LEGACY_ADMIN_ID,
      createdAt: new Date().toISOString(),
    };
    backend.emit('receive_message', message);
    await log.getByText('Một nhãn dán').waitFor();
    const { _id: messageId, content, sender: senderId, receiver: receiverId, createdAt } = message;
    backend.emit('conversation_updated', { messageId, content, senderId, receiverId, createdAt, type: 'sticker' });
    await list.getByRole('link', { name: CHATTING_USER }).getByText('Một nhãn dán').waitFor();
    backend.emit('user_status_changed', { userId: CHATTING_USER_ID, isOnline: false });
    await list.getByText('0 người đang trực tuyến').waitFor();
    backend.emit('onlineUsers', [{ _id: CHATTING_USER_ID }]);
    await list.getByText('1 người đang trực tuyến').waitFor();

    await page.getByRole('textbox', { name: /^Tin nhắn gửi/ }).fill('Trả lời của quản trị viên');
    await page.keyboard.press('Enter');
    await log.getByText('Trả lời của quản trị viên').waitFor();
    await expect(page.getByText('Đang gửi')).toHaveCount(0);
    expect(await log.getByText('Trả lời của quản trị viên').count()).toBe(1);
    expect(backend.data.messages.filter(({ content: text }) => text === 'Trả lời của quản trị viên')).toHaveLength(1);
  });

  for (const id of ['du-lieu-rong', 'bi-tu-choi']) {
    test(`a user detail of ${id}, with status 200, shows that there is no such user`, async ({ panel }) => {
      panel.expectProblem(UNKNOWN_CALL);
      panel.expectProblem(failedRequest(404));
      const page = await panel.open(`/admin/users/${id}`, { signedIn: false });
      await signIn(page, LEGACY_ADMIN);
      await page.getByText('Không tìm thấy thông tin người dùng').waitFor();
    });
  }

  test('shows that undo is not supported, and signs out although its logout call does not exist', async ({
    panel,
    backend,
  }) => {
    panel.expectProblem(failedRequest(404));
    const user = backend.data.users[0];
    if (!user) throw new Error('the legacy backend has no users');
    backend.data.travelPosts.push({
      _id: '64f03999',
      owner: user._id,
      content: 'Nhật ký',
      images: [],
      createdAt: new Date().toISOString(),
      likes: [],
      comments: [],
    });
    const page = await panel.open(`/admin/users/${user._id}?tab=travel`, { signedIn: false });
    await signIn(page, LEGACY_ADMIN);
    await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Không thể khôi phục bài viết du lịch').waitFor();
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await page.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
  });
});
