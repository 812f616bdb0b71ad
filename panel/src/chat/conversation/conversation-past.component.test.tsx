import { adminMarkRead } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { log, openChat, send, sendButton } from '../../testing/chat.tsx';
import { DEEP, distanceToEnd, expectInView, LENGTH, startLong, target } from '../../testing/long-conversation.ts';
import { pageSocket } from '../../testing/page-socket.ts';

const button = (name: string) => page.getByRole('button', { name });
const marked = () => pageSocket.received(adminMarkRead).at(-1)?.upToSeq;

/** Opens a long conversation at a message. */
async function openAt(seq: string) {
  const { user, chat } = startLong('Hà Văn Xa');
  await openChat(user, { query: `?userId=${user._id}&seq=${seq}` });
  await expect.element(sendButton()).toBeInTheDocument();
  return { user, chat };
}

test('far in the past: new messages → are counted and not marked as read until one returns to them', async () => {
  const { user, chat } = await openAt(String(DEEP));
  await expectInView(target);
  await expect.element(button('Đến tin nhắn mới nhất')).toBeVisible();
  chat.write(user, 'tin mới một');
  chat.write(user, 'tin mới hai', 2);
  await expect.element(button('2 tin nhắn mới')).toBeVisible();
  expect(log().getByText('tin mới hai', { exact: true }).query()).toBeNull();
  await expectInView(target);
  expect(marked()).not.toBe(LENGTH + 2);
  user.unreadCount = 2;
  await button('2 tin nhắn mới').click();
  await expect.element(log().getByText('tin mới hai', { exact: true })).toBeVisible();
  await expect.poll(marked).toBe(LENGTH + 2);
  expect(location.search).toBe(`?userId=${user._id}`);
  await expect.element(log().getByText('Tin nhắn mới', { exact: true })).toHaveLength(1);
});

test('far in the past: a text is sent → it is shown, at the end of the conversation', async () => {
  const { user } = await openAt(String(DEEP));
  await expectInView(target);
  await send(user, 'trả lời từ quá khứ');
  await expect.element(log().getByText('trả lời từ quá khứ')).toBeVisible();
  await expect.element(log().getByText('Đã gửi').last()).toBeVisible();
  await expect.poll(distanceToEnd).toBeLessThan(3);
});

test('far in the past: the connection was lost → what was written meanwhile is counted, and shown after the return', async () => {
  const { user, chat } = await openAt(String(DEEP));
  await expectInView(target);
  pageSocket.cut();
  for (const text of ['khi mất mạng một', 'khi mất mạng hai', 'khi mất mạng ba']) chat.store(user, text);
  user.unreadCount = 3;
  pageSocket.mend();
  await expect.element(button('3 tin nhắn mới')).toBeVisible();
  await expectInView(target);
  await button('3 tin nhắn mới').click();
  await expect.element(log().getByText('khi mất mạng ba')).toBeVisible();
  await expect.element(log().getByText('khi mất mạng một')).toBeVisible();
  await expect.element(log().getByText('Tin nhắn mới', { exact: true })).toHaveLength(1);
});

test.each([String(LENGTH + 1), '2147483647', '-1', 'x', '1e9'])(
  'conversation: a link to the message %s, which does not exist → opens at the newest one',
  async (seq) => {
    await openAt(seq);
    await expect.element(log().getByText(`tin số ${LENGTH}`, { exact: true })).toBeVisible();
    await expect.poll(distanceToEnd).toBeLessThan(3);
  },
);
