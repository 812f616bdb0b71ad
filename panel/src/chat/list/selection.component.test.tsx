import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  chatUser,
  conversation,
  list,
  openChat,
  row,
  SAMPLE_DETAIL,
  searchField,
  startChat,
} from '../../testing/chat.tsx';
import { respondTo } from '../../testing/responses.ts';

const NOBODY = 'Chọn một người dùng để bắt đầu trò chuyện';
const url = () => location.pathname + location.search;
const heading = (name: string) => conversation().getByRole('heading', { name });
const twoPeople = () => [chatUser('Nguyễn Thị Lan'), chatUser('Trần Văn Minh')] as const;

test('chat: a chosen user → is in the URL; Back and Forward clear and restore it', async () => {
  const [lan, minh] = twoPeople();
  startChat([lan, minh]);
  await openChat();
  await row(lan.username).click();
  await expect.poll(url).toBe(`/admin/chat?userId=${lan._id}`);
  await expect.element(heading(lan.username)).toBeVisible();
  await expect.element(row(lan.username)).toHaveAttribute('aria-current', 'true');
  await row(minh.username).click();
  await expect.element(heading(minh.username)).toBeVisible();
  history.back();
  await expect.element(heading(lan.username)).toBeVisible();
  history.back();
  await expect.element(page.getByText(NOBODY)).toBeVisible();
  history.forward();
  await expect.element(heading(lan.username)).toBeVisible();
});

test('chat: Tab, ArrowDown and Enter → the second user, with the focus in the message box', async () => {
  const [lan, minh] = twoPeople();
  startChat([lan, minh]);
  await openChat();
  await expect.element(row(minh.username)).toBeVisible();
  await searchField().click();
  await userEvent.tab();
  await expect.element(row(lan.username)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(minh.username)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading(minh.username)).toBeVisible();
  await expect.element(box(minh)).toHaveFocus();
});

test('chat: a user outside the loaded part of the list → opens from the URL, and stays beside a search', async () => {
  const people = Array.from({ length: 60 }, (_, index) => chatUser(`Người ${index}`));
  const old = chatUser('Rất lâu không đến', { lastActive: null });
  startChat([...people, old]);
  await openChat(old);
  await expect.element(heading(old.username)).toBeVisible();
  await expect.element(box(old)).toBeVisible();
  await searchField().fill('không ai cả');
  await expect.element(page.getByText('Không tìm thấy người dùng phù hợp')).toBeVisible();
  await expect.element(heading(old.username)).toBeVisible();
});

test('chat: an unknown id in the URL → says that there is no such user', async () => {
  startChat([chatUser('Nguyễn Thị Lan')]);
  await openChat({ _id: 'khong-co' });
  await expect.element(page.getByText('Không tìm thấy thông tin người dùng')).toBeVisible();
});

test('chat: the id of an administrator in the URL → says that one cannot chat with them', async () => {
  startChat([chatUser('Nguyễn Thị Lan')]);
  respondTo(getUserDetail, () => ({ success: true, data: { ...SAMPLE_DETAIL, _id: 'binh', role: 'admin' as const } }));
  await openChat({ _id: 'binh' });
  await expect.element(page.getByText('Không thể trò chuyện với tài khoản quản trị viên')).toBeVisible();
});

test('chat: a narrow screen → the conversation fills it; Back leads to the list, with the focus on its row', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const [lan, minh] = twoPeople();
  startChat([lan, minh]);
  await openChat();
  await row(minh.username).click();
  await expect.element(box(minh)).toBeVisible();
  await expect.element(list()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Quay lại danh sách' }).click();
  await expect.poll(url).toBe('/admin/chat');
  await expect.element(row(minh.username)).toHaveFocus();
  history.forward();
  await expect.element(box(minh)).toBeVisible();
});
