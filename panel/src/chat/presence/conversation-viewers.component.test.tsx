import { adminJoinChat, adminLeaveChat, conversationViewers } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box, chatUser, openConversation, row, startChat } from '../../testing/chat.tsx';
import { pageSocket } from '../../testing/page-socket.ts';

const seen = (text: string) => page.getByTitle(text, { exact: true });
const viewer = (_id: string, username: string, isTyping = false) => ({ _id, username, avatar: null, isTyping });

test('viewers: others who have the conversation open → are shown and read out, with what they do; not oneself', async () => {
  const mai = chatUser('Nguyễn Thị Mai');
  startChat([mai]);
  await openConversation(mai);
  const say = (isTyping: boolean) =>
    pageSocket.emit(conversationViewers, {
      userId: mai._id,
      viewers: [viewer('admin', 'Quản trị'), viewer('binh', 'Bình', isTyping)],
    });
  say(false);
  await expect.element(seen('Bình đang xem')).toBeVisible();
  expect(seen('Quản trị đang xem').query()).toBeNull();
  const readOut = () =>
    [...document.querySelectorAll('header [aria-live="polite"]')].map(({ textContent }) => textContent);
  await expect.poll(readOut).toContain('Bình đang xem');
  say(true);
  await expect.element(seen('Bình đang soạn trả lời...')).toBeVisible();
  await expect.poll(readOut).toContain('Bình đang soạn trả lời...');
});

test('viewers: the connection is lost → nobody is shown; on the next one the conversation is joined again', async () => {
  const [mai, minh] = [chatUser('Nguyễn Thị Mai'), chatUser('Trần Văn Minh')];
  startChat([mai, minh]);
  await openConversation(mai);
  pageSocket.emit(conversationViewers, { userId: mai._id, viewers: [viewer('binh', 'Bình')] });
  await expect.element(seen('Bình đang xem')).toBeVisible();
  pageSocket.cut();
  await expect.element(seen('Bình đang xem')).not.toBeInTheDocument();
  const joined = pageSocket.received(adminJoinChat).length;
  pageSocket.mend();
  await expect.poll(() => pageSocket.received(adminJoinChat).slice(joined)).toEqual([mai._id]);
  await row(minh.username).click();
  await expect.element(box(minh)).toBeVisible();
  await expect.poll(() => pageSocket.received(adminLeaveChat)).toEqual([mai._id]);
  await expect.poll(() => pageSocket.received(adminJoinChat).at(-1)).toBe(minh._id);
});
