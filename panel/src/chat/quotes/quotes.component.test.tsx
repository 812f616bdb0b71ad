import { adminMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  chatUser,
  chooseFiles,
  conversation,
  log,
  openChat,
  openConversation,
  row,
  send,
  sendButton,
  startChat,
} from '../../testing/chat.tsx';
import { imageFile, imageOf } from '../../testing/images.ts';
import { DEEP, DEEP_TEXT, expectInView, LENGTH, startLong, target } from '../../testing/long-conversation.ts';
import { pageSocket } from '../../testing/page-socket.ts';

/** The button of the menu of the message of a text. */
const options = (text: string): HTMLElement | null =>
  document.querySelector(`button[aria-description$=${CSS.escape(`: ${text}`)}]`);
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const remove = () => page.getByRole('button', { name: 'Bỏ trích dẫn' });
const quotes = () => log().getByRole('button', { name: /^Trích dẫn / });

/** Chooses 'Trích dẫn' in the menu of a message. */
async function quote(text: string): Promise<void> {
  await expect.poll(() => options(text)).not.toBeNull();
  options(text)?.click();
  await item('Trích dẫn').click();
}

test('quote: chosen in a menu → describes the field, is sent with the text once, and is in the message', async () => {
  const mai = chatUser('Nguyễn Thị Mai');
  const chat = startChat([mai]);
  const [quoted] = [chat.store(mai, 'Em chưa nhận được hóa đơn'), chat.store(mai, 'Alo')];
  await openConversation(mai);
  await quote('Em chưa nhận được hóa đơn');
  await expect.element(box(mai)).toHaveFocus();
  await expect.element(box(mai)).toHaveAccessibleDescription(`Trả lời ${mai.username}: Em chưa nhận được hóa đơn`);
  await userEvent.keyboard('Vâng, mình gửi ngay{Enter}');
  await expect.element(remove()).not.toBeInTheDocument();
  await expect.element(quotes()).toHaveAccessibleName(`Trích dẫn ${mai.username} Em chưa nhận được hóa đơn`);
  await send(mai, 'Xong rồi nhé');
  await expect
    .poll(() => pageSocket.received(adminMessage).map(({ quotedId }) => quotedId))
    .toEqual([quoted?._id, undefined]);
});

test('quote: another conversation and a note → have none; it is there again for the reply', async () => {
  const [mai, minh] = [chatUser('Nguyễn Thị Mai'), chatUser('Trần Văn Minh')];
  const chat = startChat([mai, minh]);
  chat.store(mai, 'Chuyện của em');
  chat.store(minh, 'Chuyện khác');
  await openConversation(mai);
  await quote('Chuyện của em');
  await row(minh.username).click();
  await expect.element(box(minh)).toBeVisible();
  await expect.element(remove()).not.toBeInTheDocument();
  await send(minh, 'Chào bạn');
  await expect.element(log().getByText('Chào bạn')).toBeVisible();
  await expect.element(quotes()).not.toBeInTheDocument();
  await row(mai.username).click();
  await expect.element(remove()).toBeVisible();

  await page.getByText('Ghi chú nội bộ', { exact: true }).click();
  await expect.element(conversation().getByRole('textbox', { name: 'Viết ghi chú' })).toHaveFocus();
  await expect.element(remove()).not.toBeInTheDocument();
  await quote('Chuyện của em');
  await expect.element(box(mai)).toHaveFocus();
  await expect.element(remove()).toBeVisible();
});

test('quote: images are chosen → waits until they are gone; a quoted image is named', async () => {
  const mai = chatUser('Nguyễn Thị Mai');
  const chat = startChat([mai]);
  chat.store(mai, 'Chuyện của em');
  chat.store(mai, { content: imageOf('#27a'), type: 'image' });
  await openConversation(mai);
  await quote('Chuyện của em');
  await expect.element(remove()).toBeVisible();
  chooseFiles(imageFile('hóa đơn.png'));
  const chosen = page.getByRole('button', { name: 'Bỏ ảnh hóa đơn.png' });
  await expect.element(chosen).toBeVisible();
  await expect.element(remove()).not.toBeInTheDocument();
  await chosen.click();
  await remove().click();
  await expect.element(remove()).not.toBeInTheDocument();
  await expect.element(box(mai)).toHaveFocus();
  await quote('Hình ảnh');
  await send(mai, 'Như trong ảnh');
  await expect.element(quotes()).toHaveAccessibleName(`Trích dẫn ${mai.username} Hình ảnh`);
});

test('quote: by keyboard → arrow keys lead to older menus, Escape discards it, Tab leads into the message that has it', async () => {
  const mai = chatUser('Nguyễn Thị Mai');
  const chat = startChat([mai]);
  for (const text of ['Tin thứ nhất', 'Tin thứ hai', 'Tin thứ ba']) chat.store(mai, text);
  await openConversation(mai);
  await expect.poll(() => options('Tin thứ ba')).not.toBeNull();
  await expect.element(box(mai)).toHaveFocus();
  const focused = () => document.activeElement;
  const toLastMenu = async () => {
    // Past the choice between reply and note.
    await userEvent.tab({ shift: true });
    await userEvent.tab({ shift: true });
  };
  await toLastMenu();
  await expect.poll(focused).toBe(options('Tin thứ ba'));
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(focused).toBe(options('Tin thứ nhất'));
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect.poll(focused).toBe(options('Tin thứ hai'));
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Trích dẫn')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(box(mai)).toHaveFocus();
  await expect.element(remove()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(remove()).not.toBeInTheDocument();
  await expect.element(box(mai)).toHaveFocus();

  await quote('Tin thứ hai');
  await userEvent.keyboard('Trả lời tin thứ hai{Enter}');
  await expect.element(log().getByText('Đã gửi')).toBeVisible();
  await toLastMenu();
  await expect.poll(focused).toBe(options('Trả lời tin thứ hai'));
  await userEvent.tab({ shift: true });
  await expect.element(quotes()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => target()?.textContent).toContain('Tin thứ hai');
});

test('quote: a press on it → leads to the original far above, and back to the newest message', async () => {
  const { user, chat } = startLong('Hà Văn Xa');
  await openChat(user, { query: `?userId=${user._id}&seq=${DEEP}` });
  await expect.element(sendButton()).toBeInTheDocument();
  await expectInView(target);
  await quote(DEEP_TEXT);
  await send(user, 'Hóa đơn đây ạ');
  await expect.element(log().getByText('Hóa đơn đây ạ')).toBeVisible();
  await expect.element(log().getByText('Đã gửi').last()).toBeVisible();
  await quotes().click();
  await expect.poll(() => target()?.textContent).toContain(DEEP_TEXT);
  await expectInView(target);
  expect(new URLSearchParams(location.search).get('seq')).toBe(String(DEEP));
  await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
  await expectInView(() => quotes().query());
  expect(chat.messagesOf(user)).toHaveLength(LENGTH + 1);
});

test('menus of messages: Tab → skips those of older ones, which arrow keys reach at any distance', async () => {
  const { user, chat } = startLong('Kiều Thị Phím');
  chat.store(user, 'xem https://example.com nhé');
  chat.store(user, 'tin cuối');
  await openConversation(user);
  await expect.poll(() => options('tin cuối')).not.toBeNull();
  const focused = () => document.activeElement;
  const link = log().getByRole('link', { name: 'https://example.com' });
  options('tin cuối')?.focus();
  await userEvent.tab({ shift: true });
  await expect.element(link).toHaveFocus();
  await userEvent.tab();
  await expect.poll(focused).toBe(options('tin cuối'));
  for (let pressed = 0; pressed < 20; pressed += 1) await userEvent.keyboard('{ArrowUp}');
  const far = `tin số ${LENGTH - 18}`;
  await expect.poll(() => focused()?.getAttribute('aria-description')).toContain(`: ${far}`);
  await expectInView(focused);
  await userEvent.tab();
  await expect.element(link).toHaveFocus();
});

test('menus of messages: a message that was gone to → has one that Tab reaches', async () => {
  const { user } = startLong('Kiều Thị Phím');
  await openChat(user, { query: `?userId=${user._id}&seq=${DEEP}` });
  await expectInView(target);
  await expect.poll(() => options(DEEP_TEXT)).not.toBeNull();
  (log().element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.poll(() => document.activeElement).toBe(options(DEEP_TEXT));
});
