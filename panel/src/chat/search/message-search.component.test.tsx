import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chatUser, list, log, openChat, openConversation, row, searchField, startChat } from '../../testing/chat.tsx';
import { compose, endComposition, pressInComposition } from '../../testing/composition.ts';
import {
  DEEP,
  DEEP_TEXT,
  expectInView,
  LENGTH,
  NEAR_TEXT,
  startLong,
  target,
} from '../../testing/long-conversation.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';

const openButton = () => page.getByRole('button', { name: 'Tìm trong cuộc trò chuyện' });
const field = () => page.getByRole('textbox', { name: 'Tìm tin nhắn trong cuộc trò chuyện' });
const results = () => page.getByRole('region', { name: 'Kết quả tìm kiếm' });
const found = () => list().getByRole('region', { name: 'Tin nhắn', exact: true });
const hits = () => found().getByRole('link').elements();
const url = () => location.pathname + location.search;

test('search in a conversation: a hit → opens at the message among its neighbours, with the place among the hits', async () => {
  const { user } = startLong('Đoàn Thị Tìm');
  await openConversation(user);
  await openButton().click();
  await expect.element(field()).toHaveFocus();
  await field().fill('hoa don');
  await expect.element(page.getByText('2 kết quả', { exact: true })).toBeVisible();
  expect([...results().element().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'HÓA ĐƠN',
    'hóa đơn',
  ]);
  await results().getByRole('button', { name: DEEP_TEXT, exact: false }).click();
  await expectInView(target);
  expect(target()?.textContent).toContain(DEEP_TEXT);
  expect(url()).toBe(`/admin/chat?userId=${user._id}&seq=${DEEP}`);
  await expect.element(page.getByText('2/2', { exact: true })).toBeVisible();
  for (const seq of [DEEP - 1, DEEP + 1]) {
    await expect.element(log().getByText(`tin số ${seq}`, { exact: true })).toBeInTheDocument();
  }
  expect(log().getByText(`tin số ${LENGTH}`, { exact: true }).query()).toBeNull();
});

test('search in a conversation: Enter → older hits, Shift+Enter newer; Escape closes it; Back undoes them in one step', async () => {
  const { user } = startLong('Đỗ Văn Phím');
  await openConversation(user);
  (openButton().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('hóa đơn{Enter}');
  await expect.element(page.getByText('2 kết quả', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1/2', { exact: true })).toBeVisible();
  await expectInView(target);
  expect(target()?.textContent).toContain(NEAR_TEXT);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2/2', { exact: true })).toBeVisible();
  await expect.poll(() => target()?.textContent).toContain(DEEP_TEXT);
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(page.getByText('1/2', { exact: true })).toBeVisible();
  await expect.poll(() => target()?.textContent).toContain(NEAR_TEXT);
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(openButton()).toHaveFocus();
  history.back();
  await expect.poll(url).toBe(`/admin/chat?userId=${user._id}`);
});

test('search in a conversation: two presses of Enter in one task → are one history entry', async () => {
  const { user } = startLong('Đỗ Văn Nhanh');
  await openConversation(user);
  await openButton().click();
  await field().fill('hóa đơn');
  await expect.element(page.getByText('2 kết quả', { exact: true })).toBeVisible();
  for (let press = 0; press < 2; press += 1) {
    field()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
  await expect.poll(() => new URLSearchParams(location.search).has('seq')).toBe(true);
  history.back();
  await expect.poll(url).toBe(`/admin/chat?userId=${user._id}`);
});

test('search in a conversation: an Escape that ends a composition → does not close it', async () => {
  const bich = chatUser('Đỗ Thị Bích');
  startChat([bich]);
  await openConversation(bich);
  await openButton().click();
  await expect.element(field()).toHaveFocus();
  await compose('xin');
  await pressInComposition('Escape');
  await endComposition('xin');
  await expect.element(field()).toHaveValue('xin');
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
});

test('search: no hits, a failing server until a retry, and a backend without it → say so', async () => {
  const { user } = startLong('Mạc Thị Rỗng');
  await openConversation(user);
  await openButton().click();
  await field().fill('không ai viết thế này');
  await expect.element(results().getByText('Không tìm thấy tin nhắn phù hợp')).toBeVisible();
  let error: ErrorResponse | undefined = new ErrorResponse('INTERNAL_ERROR');
  respondTo(searchMessages, () => {
    if (error) throw error;
    return { success: true, data: { messages: [], pagination: { nextCursor: null } } };
  });
  await field().fill('hóa đơn');
  await expect.element(results().getByRole('alert').getByText('Không thể tìm tin nhắn')).toBeVisible();
  error = undefined;
  await results().getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(results().getByText('Không tìm thấy tin nhắn phù hợp')).toBeVisible();
  error = new ErrorResponse('ROUTE_NOT_FOUND');
  await field().fill('đà lạt');
  await expect.element(results().getByText('Máy chủ này không hỗ trợ tìm tin nhắn')).toBeVisible();
  await searchField().fill('đà lạt');
  await expect.element(list().getByText('Không tìm thấy người dùng phù hợp')).toBeVisible();
  expect(found().query()).toBeNull();
});

test('search over all: messages → are below the users, more on request, and each opens in its conversation', async () => {
  const [deep, other] = [chatUser('Ngô Văn Sâu'), chatUser('Ông Thị Khác')];
  const chat = startChat([deep, other]);
  chat.store(deep, DEEP_TEXT);
  for (let n = 1; n <= 30; n += 1) chat.store(other, `bến xe ${n}`);
  await openChat();
  await expect.element(row(deep.username)).toBeVisible();
  await searchField().fill('ben xe');
  await expect.poll(() => hits().length).toBe(20);
  await found().getByRole('button', { name: 'Tìm tiếp trong tin nhắn cũ hơn' }).click();
  await expect.poll(() => hits().length).toBe(30);
  await searchField().fill('đà lạt');
  const hit = found().getByRole('link', { name: DEEP_TEXT, exact: false });
  await expect.element(hit).toBeVisible();
  expect(hit.element().textContent).toContain(deep.username);
  await hit.click();
  await expectInView(target);
  expect(target()?.textContent).toContain(DEEP_TEXT);
  expect(url()).toBe(`/admin/chat?userId=${deep._id}&seq=1`);
  history.back();
  await expect.element(page.getByText('Chọn một người dùng để bắt đầu trò chuyện')).toBeVisible();
  await searchField().fill('b');
  // One letter is not looked for.
  await expect.element(found()).not.toBeInTheDocument();
});
