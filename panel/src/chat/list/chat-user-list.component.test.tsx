import { userStatusChanged, userTypingStatus } from '@hai-dang/contract/chat/chat.events.ts';
import { conversationUpdated } from '@hai-dang/contract/chat/conversations.events.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  chatUser,
  conversation,
  list,
  openChat,
  openConversation,
  row,
  searchField,
  shownNames,
  startChat,
} from '../../testing/chat.tsx';
import { pageSocket } from '../../testing/page-socket.ts';
import { ErrorResponse } from '../../testing/responses.ts';

const LAN = 'Nguyễn Thị Lan';
const MINH = 'Trần Văn Minh';
const HOA = 'Đặng Hoa';
const status = () => list().getByRole('status');
const INTERNAL_ERROR = new ErrorResponse('INTERNAL_ERROR');

/** The clock of the page, which also goes on by itself. */
function useClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

describe('chat list', () => {
  test('users → the last seen first, with the number of those online; nobody is chosen', async () => {
    startChat([chatUser(LAN), chatUser(MINH), chatUser(HOA)]);
    const screen = await openChat();
    await expect.poll(shownNames).toEqual([LAN, MINH, HOA]);
    await expect.element(screen.getByText('Chọn một người dùng để bắt đầu trò chuyện')).toBeVisible();
    await expect.element(status().getByText('0 người đang trực tuyến')).toBeVisible();
    await expect.element(row(HOA).getByText('Không hoạt động')).toBeVisible();
  });

  test('a search → who is found, or that nobody is; Escape shows all again', async () => {
    startChat([chatUser(LAN), chatUser(MINH), chatUser(HOA)]);
    await openChat();
    await searchField().fill('dang h');
    await expect.poll(shownNames).toEqual([HOA]);
    await searchField().fill('không ai cả');
    await expect.element(page.getByText('Không tìm thấy người dùng phù hợp')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(shownNames).toHaveLength(3);
  });

  test('a term that is typed → one call, without the blanks around it; blanks alone → none', async () => {
    const { listing } = startChat([chatUser(LAN)]);
    await openChat();
    await expect.poll(shownNames).toEqual([LAN]);
    const terms = () => listing.calls.flatMap(({ search }) => search || []);
    useClock();
    await searchField().click();
    await userEvent.keyboard('Lan ');
    vi.advanceTimersByTime(1_000);
    await expect.poll(terms).toEqual(['Lan']);
    await searchField().fill('   ');
    vi.advanceTimersByTime(1_000);
    await expect.poll(shownNames).toEqual([LAN]);
    expect(terms()).toEqual(['Lan']);
  });

  test('a load that fails → says so, shows no number, and loads on a retry', async () => {
    const { listing } = startChat([chatUser(LAN)]);
    listing.before = () => {
      throw INTERNAL_ERROR;
    };
    await openChat();
    await expect.element(page.getByRole('alert').getByText('Không thể tải danh sách người dùng')).toBeVisible();
    expect(page.getByText('người đang trực tuyến', { exact: false }).query()).toBeNull();
    listing.before = () => undefined;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(row(LAN)).toBeVisible();
    await expect.element(status().getByText('0 người đang trực tuyến')).toBeVisible();
  });

  test('the online users cannot be loaded → says so in place of a number', async () => {
    const { listing } = startChat([chatUser(LAN)]);
    listing.before = ({ search }) => {
      if (search === undefined) throw INTERNAL_ERROR;
    };
    await openChat();
    await expect.element(row(LAN)).toBeVisible();
    await expect.element(status().getByText('Không rõ ai đang trực tuyến')).toBeVisible();
    expect(page.getByText('người đang trực tuyến', { exact: false }).query()).toBeNull();
  });

  test('the server cannot ask all others → says that the number may be too low, at 320 px', async () => {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(1280, 800));
    const { listing } = startChat([chatUser(LAN)]);
    listing.isPartial = true;
    await openChat();
    await expect.element(status().getByText('0 người đang trực tuyến', { exact: false })).toBeVisible();
    await expect.element(status().getByText('Số người trực tuyến có thể chưa đủ')).toBeVisible();
  });

  test('30 s → the list and the online users are loaded again', async () => {
    useClock();
    const people = [chatUser(LAN)];
    const { listing } = startChat(people);
    await openChat();
    await expect.element(row(LAN)).toBeVisible();
    people.push(chatUser('Mới đăng ký', { isOnline: true }));
    listing.calls.length = 0;
    vi.advanceTimersByTime(31_000);
    await expect.element(row('Mới đăng ký')).toBeVisible();
    expect(listing.calls).toContainEqual(expect.objectContaining({ search: '' }));
    expect(listing.calls).toContainEqual({});
    await expect.element(status().getByText('1 người đang trực tuyến')).toBeVisible();
  });

  test('30 s, scrolled far down a long list → its beginning and the visible part in four calls', async () => {
    useClock();
    const people = Array.from({ length: 270 }, (_, index) => chatUser(`Người ${String(index).padStart(3, '0')}`));
    const { listing } = startChat(people);
    await openChat();
    // A pointer in the list would keep its order.
    await conversation().hover();
    await expect.element(row('Người 000')).toBeVisible();
    const rows = document.querySelector('[data-chat-user]')?.closest('ul')?.parentElement;
    await expect
      .poll(() => {
        rows?.scrollTo(0, 1e6);
        return shownNames();
      })
      .toContain('Người 269');
    Object.assign(people[268] ?? {}, { unreadCount: 7 });
    people.unshift(chatUser('Mới đăng ký', { lastActive: new Date().toISOString() }));
    listing.calls.length = 0;
    vi.advanceTimersByTime(31_000);
    await expect.element(row('Người 268').getByText('7 tin nhắn chưa đọc')).toBeInTheDocument();
    const pages = listing.calls.filter(({ search }) => search !== undefined);
    expect(pages.filter(({ cursor }) => cursor === undefined)).toHaveLength(1);
    expect(pages.length).toBeLessThanOrEqual(4);
    await expect
      .poll(() => {
        rows?.scrollTo(0, 0);
        return shownNames().slice(0, 2);
      })
      .toEqual(['Mới đăng ký', 'Người 000']);
  });
});

describe('chat list: events', () => {
  const statusOf = (userId: string, isOnline: boolean) => ({
    userId,
    isOnline,
    username: null,
    avatar: null,
    lastActive: new Date().toISOString(),
  });

  test('a user comes and goes → is first, with the state and the number of those online', async () => {
    const hoa = chatUser(HOA, { lastActive: null });
    startChat([chatUser(LAN), chatUser(MINH), hoa]);
    await openChat();
    await conversation().hover();
    await expect.poll(shownNames).toEqual([LAN, MINH, HOA]);
    pageSocket.emit(userStatusChanged, statusOf(hoa._id, true));
    await expect.poll(shownNames).toEqual([HOA, LAN, MINH]);
    await expect.element(row(HOA).getByText('Đang hoạt động')).toBeVisible();
    await expect.element(row(LAN).getByText('Không hoạt động')).toBeVisible();
    await expect.element(status().getByText('1 người đang trực tuyến')).toBeVisible();
    pageSocket.emit(userStatusChanged, statusOf(hoa._id, false));
    await expect.element(row(HOA).getByText('Không hoạt động')).toBeVisible();
    await expect.element(status().getByText('0 người đang trực tuyến')).toBeVisible();
    // The last one seen.
    expect(shownNames()).toEqual([HOA, LAN, MINH]);
  });

  test('a message → its text as text, the number of unread ones up to 99+; typing is in its place', async () => {
    const hoa = chatUser(HOA, {
      isOnline: true,
      unreadCount: 1,
      lastMessage: {
        content: 'Tin có từ trước',
        type: 'text',
        createdAt: new Date().toISOString(),
        isAdminMessage: false,
      },
    });
    const chat = startChat([hoa]);
    await openChat();
    await expect.element(row(HOA).getByText('1 tin nhắn chưa đọc')).toBeInTheDocument();
    await expect.element(row(HOA).getByText('Tin có từ trước')).toBeVisible();
    chat.write(hoa, 'Tôi cần <b>giúp</b>', 2);
    await expect.element(row(HOA).getByText('2 tin nhắn chưa đọc')).toBeInTheDocument();
    await expect.element(row(HOA).getByText('Tôi cần <b>giúp</b>')).toBeVisible();
    pageSocket.emit(userTypingStatus, { userId: hoa._id, isTyping: true });
    await expect.element(row(HOA).getByText('Đang nhập tin nhắn...')).toBeVisible();
    pageSocket.emit(userTypingStatus, { userId: hoa._id, isTyping: false });
    await expect.element(row(HOA).getByText('Tôi cần <b>giúp</b>')).toBeVisible();
    chat.write(hoa, 'Alo', 120);
    await expect.element(row(HOA).getByText('99+')).toBeVisible();
  });

  test('an administrator writes → the row has the text with the name of the author, and its time', async () => {
    const lan = chatUser(LAN);
    startChat([lan]);
    await openChat();
    await expect.element(row(LAN)).toBeVisible();
    pageSocket.emit(conversationUpdated, {
      messageId: 'm',
      content: 'Chào chị',
      createdAt: new Date().toISOString(),
      senderId: 'mai',
      receiverId: lan._id,
      type: 'text',
      unreadCount: 0,
      userId: lan._id,
      senderName: 'Quản trị Mai',
    });
    const text = () => row(LAN).element().textContent;
    await expect.poll(text).toContain('Quản trị Mai: Chào chị');
    expect(text()).toMatch(/\d\d:\d\d/);
  });

  test('the connection is lost → nobody is shown as online or offline until it is back', async () => {
    const lan = chatUser(LAN, { isOnline: true });
    startChat([lan]);
    await openConversation(lan);
    await expect.element(row(LAN).getByText('Đang hoạt động')).toBeVisible();
    await expect.element(conversation().getByText('Đang hoạt động')).toBeVisible();
    pageSocket.cut();
    await expect.element(row(LAN).getByText('Không rõ')).toBeVisible();
    await expect.element(conversation().getByText('Không rõ')).toBeVisible();
    pageSocket.mend();
    await expect.element(row(LAN).getByText('Đang hoạt động'), { timeout: 5_000 }).toBeVisible();
    await expect.element(conversation().getByText('Đang hoạt động')).toBeVisible();
  });
});
