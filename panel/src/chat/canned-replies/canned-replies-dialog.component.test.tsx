import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, chatUser, openConversation, startChat } from '../../testing/chat.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';

const dialog = (name = 'Câu trả lời mẫu') => page.getByRole('dialog', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });
const save = () => page.getByRole('button', { name: 'Lưu', exact: true });
const button = (name: string) => dialog().getByRole('button', { name });

/** The server's state; a test changes it as a colleague would. */
async function open({ kept = [], isFailing = false }: { kept?: CannedReply[]; isFailing?: boolean } = {}) {
  const lan = chatUser('Lê Thị Lan');
  startChat([lan]);
  const server = { isFailing };
  respondTo(listCannedReplies, () => {
    if (server.isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return { success: true, data: kept };
  });
  // Before updateCannedReply, whose path fits it, too.
  respondTo(createCannedReply, ({ body }) => {
    const reply = { ...body, shortcut: body.shortcut.replace('/', ''), _id: `reply-${kept.length}`, version: 1 };
    kept.push(reply);
    return { success: true, data: reply };
  });
  respondTo(updateCannedReply, ({ params, body }) => {
    const reply = kept.find(({ _id }) => _id === params.id);
    if (!reply) throw new ErrorResponse('CANNED_REPLY_NOT_FOUND');
    if (reply.version !== body.version) throw new ErrorResponse('CHANGED', { details: { current: { ...reply } } });
    Object.assign(reply, body, { version: body.version + 1 });
    return { success: true, data: { ...reply } };
  });
  respondTo(deleteCannedReply, ({ params }) => {
    kept.splice(
      kept.findIndex(({ _id }) => _id === params.id),
      1,
    );
    return { success: true };
  });
  await openConversation(lan);
  return { server, text: box(lan) };
}

async function openDialog(): Promise<void> {
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).click();
  await expect.element(dialog()).toBeVisible();
}

const replyOf = (shortcut: string, content: string): CannedReply => ({ _id: shortcut, shortcut, content, version: 1 });

test('canned replies: by keyboard they are added, changed and deleted; then the focus is in the text again', async () => {
  const { text } = await open();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('/{ArrowDown}{Enter}');
  await expect.element(dialog().getByText('Chưa có câu trả lời mẫu nào')).toBeVisible();
  (button('Thêm câu trả lời mẫu').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const adding = dialog('Thêm câu trả lời mẫu');
  await expect.element(field('Lối tắt')).toHaveFocus();
  await userEvent.keyboard('hai từ{Enter}');
  await expect.element(adding.getByText('Lối tắt là một từ', { exact: false })).toBeVisible();
  await expect.element(adding.getByText('Vui lòng nhập nội dung')).toBeVisible();
  await field('Lối tắt').fill('/hẹn');
  await field('Nội dung').fill('Hẹn gặp {tên}!');
  (save().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('Đã lưu /hẹn')).toBeInTheDocument();

  (button('Sửa /hẹn').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await field('Nội dung').fill('Hẹn gặp lại {tên}!');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Bỏ thay đổi' });
  await question.getByRole('button', { name: 'Tiếp tục sửa' }).click();
  await expect.element(field('Nội dung')).toHaveValue('Hẹn gặp lại {tên}!');
  (save().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('Hẹn gặp lại {tên}!')).toBeVisible();
  await expect.element(button('Sửa /hẹn')).toHaveFocus();

  (button('Xóa /hẹn').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const removal = page.getByRole('alertdialog', { name: 'Xóa câu trả lời mẫu' });
  await expect.element(removal.getByText('/hẹn', { exact: false }).first()).toBeVisible();
  await removal.getByRole('button', { name: 'Xóa' }).click();
  await expect.element(dialog().getByText('Chưa có câu trả lời mẫu nào')).toBeVisible();
  await expect.element(button('Thêm câu trả lời mẫu')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
});

test('canned replies: a list that cannot be loaded → says so, and loads on a retry', async () => {
  const { server } = await open({ isFailing: true, kept: [replyOf('chào', 'Chào {tên}')] });
  await openDialog();
  await expect.element(dialog().getByText('Không thể tải câu trả lời mẫu')).toBeVisible();
  server.isFailing = false;
  await button('Thử lại').click();
  await expect.element(dialog().getByText('Chào {tên}')).toBeVisible();
});

test('canned replies: a shortcut in use → says so and keeps what was typed', async () => {
  await open({ kept: [replyOf('chào', 'Chào {tên}')] });
  respondTo(createCannedReply, () => {
    throw new ErrorResponse('CANNED_REPLY_EXISTS');
  });
  await openDialog();
  await button('Thêm câu trả lời mẫu').click();
  await field('Lối tắt').fill('CHAO');
  await field('Nội dung').fill('Xin chào');
  await save().click();
  await expect.element(page.getByText('Lối tắt này đã được dùng')).toBeVisible();
  await expect.element(field('Nội dung')).toHaveValue('Xin chào');
});

test('canned replies: left while its save is in flight → the next one stays open when the first is saved', async () => {
  await open({ kept: [replyOf('chào', 'Chào {tên}'), replyOf('chờ', 'Xin chờ')] });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isSaved = false;
  respondTo(updateCannedReply, async ({ params, body }) => {
    await isReleased;
    isSaved = true;
    return { success: true, data: { ...body, _id: params.id, version: 2 } };
  });
  await openDialog();
  await button('Sửa /chào').click();
  await field('Nội dung').fill('Chào {tên}!');
  await save().click();
  await page.getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /^Bỏ/ }).click();
  await button('Sửa /chờ').click();
  await field('Nội dung').fill('Xin chờ một chút');
  release();
  await expect.poll(() => isSaved).toBe(true);
  await expect.element(field('Nội dung')).toHaveValue('Xin chờ một chút');
  await expect.element(dialog('Sửa câu trả lời mẫu')).toBeVisible();
});
