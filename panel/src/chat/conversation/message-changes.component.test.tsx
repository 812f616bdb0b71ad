import {
  adminDeleteMessage,
  adminEditMessage,
  messageDeleted,
  messageEdited,
} from '@hai-dang/contract/chat/chat.events.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, chatUser, conversation, log, openConversation, startChat } from '../../testing/chat.tsx';
import { imageOf } from '../../testing/images.ts';
import { pageSocket } from '../../testing/page-socket.ts';
import { respondTo } from '../../testing/responses.ts';

const DELETED = 'Tin nhắn đã được thu hồi';
const options = () => page.getByRole('button', { name: 'Tùy chọn tin nhắn' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const editor = () => page.getByRole('textbox', { name: 'Nội dung tin nhắn' });
const dialog = () => page.getByRole('alertdialog', { name: 'Thu hồi tin nhắn' });

/** Opens a conversation in which the administrator has just written these. */
async function open(...written: Parameters<ReturnType<typeof startChat>['store']>[1][]) {
  const lan = chatUser('Nguyễn Thị Lan');
  const chat = startChat([lan]);
  for (const each of written) chat.store(lan, each, true);
  const change = (event: typeof messageEdited | typeof messageDeleted, messageId: string, fields: object) => {
    const message = chat.messagesOf(lan).find(({ _id }) => _id === messageId);
    if (!message) throw new Error(`no message ${messageId}`);
    Object.assign(message, fields);
    pageSocket.emit(event, { messageId, userId: lan._id, message, isLast: true });
    return { message };
  };
  pageSocket.answer(adminEditMessage, ({ messageId, text }) =>
    change(messageEdited, messageId, { content: text, editedAt: new Date().toISOString() }),
  );
  pageSocket.answer(adminDeleteMessage, ({ messageId }) =>
    change(messageDeleted, messageId, { content: DELETED, type: 'text', deletedAt: new Date().toISOString() }),
  );
  await openConversation(lan);
  return { lan };
}

test('own message: ArrowUp in the empty field → edits the last one; Escape cancels, Enter saves', async () => {
  const { lan } = await open('Tin thứ nhất', 'Tin thứ hia');
  await expect.element(box(lan)).toHaveFocus();
  await expect.element(log().getByText('Tin thứ hia')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(editor()).toHaveFocus();
  await expect.element(editor()).toHaveValue('Tin thứ hia');
  await userEvent.keyboard('{Escape}');
  await expect.element(box(lan)).toHaveFocus();
  await userEvent.keyboard('x{ArrowUp}');
  await expect.element(box(lan)).toHaveValue('x');
  await box(lan).fill('');
  await userEvent.keyboard('{ArrowUp}');
  await editor().fill('Tin thứ hai');
  await userEvent.keyboard('{Enter}');
  await expect.element(log().getByText('Tin thứ hai')).toBeVisible();
  await expect.element(log().getByText('đã sửa', { exact: true })).toBeVisible();
  await expect.element(box(lan)).toHaveFocus();
  // Backwards past the choice between reply and note to the menu of the last message.
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Trích dẫn')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(item('Thu hồi')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog()).toBeVisible();
});

test('own message: deleted after a question that shows it → a note is in its place, and the focus in the log', async () => {
  await open('Mật khẩu là 1234');
  await options().click();
  await item('Thu hồi').click();
  await expect.element(dialog().getByText('Mật khẩu là 1234', { exact: true })).toBeVisible();
  await dialog().getByRole('button', { name: 'Hủy' }).click();
  await options().click();
  await item('Thu hồi').click();
  await dialog().getByRole('button', { name: 'Thu hồi', exact: true }).click();
  await expect.element(log().getByText(DELETED)).toBeVisible();
  await expect.element(log().getByText('1234', { exact: false })).not.toBeInTheDocument();
  await expect.element(options()).not.toBeInTheDocument();
  await expect.element(log()).toHaveFocus();
});

test('own image → can be deleted and not edited', async () => {
  await open({ content: imageOf('#27a'), type: 'image' });
  await options().click();
  await expect.element(item('Thu hồi')).toBeVisible();
  expect(item('Sửa').query()).toBeNull();
  await item('Thu hồi').click();
  await dialog().getByRole('button', { name: 'Thu hồi', exact: true }).click();
  await expect.element(log().getByText(DELETED)).toBeVisible();
  expect(log().element().querySelector('img')).toBeNull();
});

test('own message: too late → says so and keeps the text; after five minutes it can be quoted alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { lan } = await open('Chào bạn');
  const error = 'Đã quá 5 phút, không thể sửa hay thu hồi tin nhắn này nữa';
  pageSocket.answer(adminEditMessage, () => ({ error, code: 'MESSAGE_TOO_OLD' }));
  await options().click();
  await item('Sửa').click();
  await editor().fill('Quá muộn');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(error)).toBeVisible();
  await expect.element(editor()).toHaveValue('Quá muộn');
  await userEvent.keyboard('{Escape}');
  await expect.element(box(lan)).toBeVisible();
  vi.advanceTimersByTime(5 * 60_000);
  await options().click();
  await expect.element(item('Trích dẫn')).toBeVisible();
  await expect.element(item('Sửa')).not.toBeInTheDocument();
  await expect.element(log().getByText('Chào bạn')).toBeVisible();
});

test('composer: Alt+N → changes between reply and note, with the focus in the field', async () => {
  const { lan } = await open();
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));
  const noteField = conversation().getByRole('textbox', { name: 'Viết ghi chú' });
  await expect.element(box(lan)).toHaveFocus();
  await userEvent.keyboard('{Alt>}n{/Alt}');
  await expect.element(noteField).toHaveFocus();
  await userEvent.keyboard('{Alt>}n{/Alt}');
  await expect.element(box(lan)).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(page.getByRole('radio', { name: 'Trả lời', exact: true })).toHaveFocus();
});
