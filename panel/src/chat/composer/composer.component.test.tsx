import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { adminTyping, userTypingStatus } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  chatUser,
  log,
  openChat,
  openConversation,
  row,
  send,
  sendButton,
  startChat,
} from '../../testing/chat.tsx';
import { compose, endComposition, pressInComposition } from '../../testing/composition.ts';
import { pageSocket } from '../../testing/page-socket.ts';
import { respondTo } from '../../testing/responses.ts';

function begin() {
  const lan = chatUser('Vũ Thị Lan');
  return { lan, chat: startChat([lan]) };
}

test('message box: Enter sends, Shift+Enter adds a line; then it is low again, and has the focus', async () => {
  const { lan, chat } = begin();
  await openConversation(lan);
  const heightOf = () => box(lan).element().getBoundingClientRect().height;
  await expect.element(box(lan)).toHaveFocus();
  const low = heightOf();
  await userEvent.keyboard('dòng một{Shift>}{Enter}{/Shift}dòng hai');
  await expect.element(box(lan)).toHaveValue('dòng một\ndòng hai');
  expect(heightOf()).toBeGreaterThan(low);
  expect(chat.sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(log().getByText('Đã gửi')).toBeVisible();
  expect(chat.sent()).toEqual(['dòng một\ndòng hai']);
  await expect.element(box(lan)).toHaveFocus();
  await expect.element(box(lan)).toHaveValue('');
  await expect.poll(heightOf).toBe(low);
});

test('message box: a blank text → is not sent; the button sends and leaves the focus in the box', async () => {
  const { lan, chat } = begin();
  await openConversation(lan);
  await expect.element(sendButton()).toBeDisabled();
  await box(lan).fill('  \n ');
  await expect.element(sendButton()).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await box(lan).fill('bằng nút');
  await sendButton().click();
  await expect.element(log().getByText('bằng nút')).toBeVisible();
  await expect.poll(chat.sent).toEqual(['bằng nút']);
  await expect.element(box(lan)).toHaveFocus();
});

test('message box: an Enter that ends a composition → nothing is sent', async () => {
  const { lan, chat } = begin();
  await openConversation(lan);
  await expect.element(box(lan)).toHaveFocus();
  await compose('chao');
  await pressInComposition('Enter');
  await endComposition('chào');
  await expect.element(box(lan)).toHaveValue('chào');
  expect(chat.sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(chat.sent).toEqual(['chào']);
});

test('message box: 4 001 characters → an error, and not sent; 4 000 are sent', async () => {
  const { lan, chat } = begin();
  await openConversation(lan);
  await box(lan).fill('á'.repeat(4_001));
  await expect.element(page.getByRole('alert').getByText('Tin nhắn dài quá 4.000 ký tự')).toBeVisible();
  await expect.element(sendButton()).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(chat.sent()).toEqual([]);
  await send(lan, 'á'.repeat(4_000));
  await expect.poll(chat.sent).toEqual(['á'.repeat(4_000)]);
});

test('message box: keys → the user sees typing, and its end after a pause or with the message', async () => {
  const { lan } = begin();
  await openConversation(lan);
  const sent = () => pageSocket.received(adminTyping).map(({ isTyping }) => isTyping);
  await userEvent.keyboard('chào');
  expect(sent()).toEqual([true]);
  await expect.poll(sent, { timeout: 3_000 }).toEqual([true, false]);
  await userEvent.keyboard('x');
  expect(sent()).toEqual([true, false, true]);
  await userEvent.keyboard('{Enter}');
  expect(sent()).toEqual([true, false, true, false]);
});

test('message box: the user types → the conversation says so until they stop or have written', async () => {
  const { lan, chat } = begin();
  await openConversation(lan);
  const typing = log().getByText('Đang nhập tin nhắn...');
  pageSocket.emit(userTypingStatus, { userId: lan._id, isTyping: true });
  await expect.element(typing).toBeVisible();
  pageSocket.emit(userTypingStatus, { userId: lan._id, isTyping: false });
  await expect.element(log()).not.toBeInTheDocument();
  pageSocket.emit(userTypingStatus, { userId: lan._id, isTyping: true });
  await expect.element(typing).toBeVisible();
  chat.write(lan, 'xong rồi');
  await expect.element(log().getByText('xong rồi')).toBeVisible();
  await expect.element(typing).not.toBeInTheDocument();
});

test('message box: another conversation → has a draft of its own; the row of the first says that it has one', async () => {
  const [lan, minh] = [chatUser('Bùi Thị Lan'), chatUser('Trần Văn Minh')];
  startChat([lan, minh]);
  await openConversation(lan);
  await box(lan).fill('Chào chị, em');
  expect(row(lan.username).getByText('Bản nháp').query()).toBeNull();
  await row(minh.username).click();
  await expect.element(box(minh)).toHaveValue('');
  await expect.element(row(lan.username).getByText('Bản nháp')).toBeVisible();
  await row(lan.username).click();
  await expect.element(box(lan)).toHaveValue('Chào chị, em');
  await box(lan).fill('');
  await row(minh.username).click();
  await expect.element(box(minh)).toBeVisible();
  await expect.element(row(lan.username).getByText('Bản nháp')).not.toBeInTheDocument();
});

test('message box: the messages cannot be loaded → says so and can be written in; a retry shows each once', async () => {
  const { lan, chat } = begin();
  chat.store(lan, 'tin đầu');
  let isFailing = true;
  respondTo(listMessages, () => {
    if (isFailing) throw new TypeError('Failed to fetch');
    return {
      success: true,
      data: chat.messagesOf(lan),
      conversation: { lastSeq: chat.messagesOf(lan).length, userReadSeq: 0, adminReadSeq: 1 },
    };
  });
  await openChat(lan);
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Không thể tải tin nhắn')).toBeVisible();
  await expect.element(sendButton()).toBeInTheDocument();
  await send(lan, 'vẫn gửi được');
  await expect.poll(chat.sent).toEqual(['vẫn gửi được']);
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(log().getByText('tin đầu')).toBeVisible();
  await expect.element(log().getByText('vẫn gửi được')).toBeVisible();
});
