import { getAccount, listOwnSessions } from '@hai-dang/contract/account/account.endpoints.ts';
import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { notificationAdded } from '@hai-dang/contract/notifications/notifications.events.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pageSocket } from '../../testing/page-socket.ts';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { respondTo } from '../../testing/responses.ts';
import { SAMPLE_NOTIFICATION, SAMPLE_REPORT_DETAIL } from '../../testing/samples.ts';
import { notificationPage, renderWholePanel } from '../../testing/whole-panel.tsx';
import '../../account/account-screen.tsx';
import '../../notifications/desktop/desktop-notices.ts';
import '../../notifications/notifications-screen.tsx';

const ACCOUNT = '/admin/account';
const TITLE = 'Có báo cáo mới cần xử lý';
const LOADED = { timeout: 10_000 };

const section = page.getByRole('region', { name: 'Thông báo khi vắng mặt' });
const box = (name: string) => section.getByRole('checkbox', { name, exact: true });
const on = box('Hiện trên màn hình của trình duyệt này');
const bellShows = (unread: number) =>
  expect
    .element(page.getByRole('banner').getByRole('link', { name: `Thông báo, ${unread} chưa đọc` }), LOADED)
    .toBeInTheDocument();

let notices: NoticeSubstitute[] = [];
let asked = 0;
const shown = () => notices.map(({ title, body }) => [title, body]);

/** Takes the place of the browser's notices. */
class NoticeSubstitute {
  static permission: NotificationPermission = 'default';
  onclick: () => void = () => undefined;
  readonly title: string;
  readonly body: string | undefined;

  constructor(title: string, { body }: NotificationOptions = {}) {
    this.title = title;
    this.body = body;
    notices.push(this);
  }

  static async requestPermission(): Promise<NotificationPermission> {
    asked += 1;
    NoticeSubstitute.permission = 'granted';
    return 'granted';
  }

  close(): void {
    notices = notices.filter((notice) => notice !== this);
  }
}

/** Waits until this page speaks for all tabs and is counted as a visible one, or not: locks of the browser, which take a moment. */
const tabIs = (state: { elected: boolean; visible: boolean }) =>
  expect
    .poll(async () => {
      const names = (await navigator.locks.query()).held?.map(({ name }) => name) ?? [];
      return { elected: names.includes('hai-dang-desktop-notices'), visible: names.includes('hai-dang-visible-tab') };
    }, LOADED)
    .toEqual(state);

async function hidePage(): Promise<void> {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  document.dispatchEvent(new Event('visibilitychange'));
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await tabIs({ elected: true, visible: false });
}

let filed = 0;
function file(): void {
  filed += 1;
  pageSocket.emit(notificationAdded, {
    id: `filed-${filed}`,
    notification: {
      ...SAMPLE_NOTIFICATION,
      _id: `filed-${filed}`,
      reports: `report-${filed}`,
      message: TITLE,
      createdAt: Date.now(),
      reason: 'spam',
      subject: { itemType: 'Post', itemId: 'post', title: 'Bán vé giả', owner: 'Trang' },
    },
  });
}

beforeEach(() => {
  notices = [];
  asked = 0;
  NoticeSubstitute.permission = 'default';
  vi.stubGlobal('Notification', NoticeSubstitute);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

/** @returns the changes of preferences that the panel has sent */
async function open(path = ACCOUNT): Promise<unknown[]> {
  let changes: unknown[] = [];
  await renderWholePanel(path, () => {
    changes = respondWithPreferences();
    respondTo(listNotifications, () => notificationPage([{ ...SAMPLE_NOTIFICATION, createdAt: 0 }]));
    respondTo(listOwnSessions, () => ({ success: true, sessions: [] }));
    respondTo(getAccount, () => ({
      success: true,
      account: {
        id: 'admin',
        username: 'Quản trị',
        email: 'admin@example.com',
        secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
        mustSetUpSecondFactor: false,
      },
    }));
  });
  // Only what comes after the first list is announced.
  await bellShows(1);
  return changes;
}
async function turnOn(): Promise<void> {
  await expect.element(on, LOADED).toBeVisible();
  await on.click();
  await expect.element(on).toBeChecked();
  await tabIs({ elected: true, visible: true });
}

describe('desktop notices', () => {
  test('turned on → the browser is asked then; a new report shows one while the page is hidden, which leads to it', async () => {
    respondTo(getReport, () => ({ success: true, data: SAMPLE_REPORT_DETAIL }));
    await open();
    await expect.element(on, LOADED).toBeVisible();
    expect(asked).toBe(0);
    await turnOn();
    expect(asked).toBe(1);
    file();
    await bellShows(2);
    expect(shown()).toEqual([]);
    await hidePage();
    file();
    await expect.poll(shown).toEqual([[TITLE, 'Spam – Bài viết “Bán vé giả” của Trang']]);
    notices[0]?.onclick();
    await expect.poll(() => location.pathname).toBe(`/admin/reports/report-${filed}`);
  });

  test('another kind alone, or quiet hours → none', async () => {
    const changes = await open();
    await turnOn();
    await box('Báo cáo mới').click();
    await hidePage();
    file();
    await bellShows(2);
    await box('Báo cáo mới').click();
    await box('Không báo trong khoảng giờ này').click();
    await section.getByLabelText('Từ', { exact: true }).fill('00:00');
    await section.getByLabelText('Đến', { exact: true }).fill('23:59');
    await expect.poll(() => changes.at(-1)).toEqual({ quietHours: { from: '00:00', until: '23:59' } });
    file();
    await bellShows(3);
    expect(shown()).toEqual([]);
    // Those of the browser that did come would be here by now.
    await box('Không báo trong khoảng giờ này').click();
    file();
    await expect.poll(shown).toHaveLength(1);
  });

  test('offered above the notifications: a press turns them on, and a link leads to their settings', async () => {
    await open('/admin/notifications');
    const offer = page.getByRole('button', { name: 'Bật thông báo trên màn hình' });
    await expect.element(offer, LOADED).toBeVisible();
    await offer.click();
    await page.getByRole('link', { name: 'Chọn loại thông báo và giờ yên lặng' }).click();
    await expect.element(on, LOADED).toBeChecked();
  });
});

test('e-mail alerts: kinds are stored, and it says that none can be sent', async () => {
  const changes = await open();
  await expect.element(section.getByText('Máy chủ này chưa được thiết lập để gửi email.'), LOADED).toBeVisible();
  const group = section.getByRole('group', { name: 'Gửi email cho tôi khi có' });
  await group.getByRole('checkbox', { name: 'Báo cáo quá hạn' }).click();
  await group.getByRole('checkbox', { name: 'Khiếu nại mới và quá hạn' }).click();
  await box('Vẫn báo khi có báo cáo rất nặng (an toàn trẻ em)').click();
  await expect
    .poll(() => Object.assign({}, ...changes))
    .toEqual({
      emailKinds: ['overdue', 'appeal'],
      isChildSafetyLoud: false,
    });
});
