import {
  assignConversation,
  markConversationUnread,
  reopenConversation,
  resolveConversation,
} from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { agoOf, log, openConversation, row, startChat, waitingUser } from '../../testing/chat.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';

const work = () => page.getByRole('region', { name: 'Xử lý cuộc trò chuyện' });
const action = (name: string) => work().getByRole('button', { name, exact: true });

/** Opens the conversation with somebody who waits. */
async function open() {
  const hoa = waitingUser('Nguyễn Hoa', 12);
  const since = hoa.waitingSince ?? null;
  const chat = startChat([hoa]);
  chat.store(hoa, { content: 'Cần giúp', createdAt: agoOf(12) });
  const change = (fields: Partial<ConversationWork>) => {
    Object.assign(hoa, { stateSince: new Date().toISOString() }, fields);
    const { waitingSince = null, isResolved = false, stateSince = null, assignee = null } = hoa;
    return { success: true as const, data: { waitingSince, isResolved, stateSince, assignee } };
  };
  respondTo(resolveConversation, () => change({ isResolved: true, waitingSince: null }));
  respondTo(reopenConversation, () => change({ isResolved: false, waitingSince: since }));
  respondTo(assignConversation, ({ body }) =>
    change({ assignee: body.assigneeId === null ? null : { _id: 'admin', username: 'Quản trị' } }),
  );
  await openConversation(hoa);
  await expect.element(work().getByText('chờ 12 phút')).toBeVisible();
  return { hoa };
}

test('conversation: by keys → it is resolved, opened again, claimed and given back; the focus stays on its button', async () => {
  await open();
  await expect.element(work().getByText('Chưa ai phụ trách')).toBeVisible();
  (action('Đã xong').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(action('Mở lại')).toHaveFocus();
  await expect.element(work().getByText('chờ 12 phút')).not.toBeInTheDocument();
  await userEvent.keyboard('e');
  await expect.element(action('Đã xong')).toBeVisible();
  await expect.element(work().getByText('chờ 12 phút')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(work().getByText('bạn', { exact: true })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(action('Nhận')).toBeVisible();
});

test('conversation: the user has written meanwhile → it is not resolved, and says why', async () => {
  await open();
  respondTo(resolveConversation, () => {
    throw new ErrorResponse('CONVERSATION_CHANGED');
  });
  await expect.element(log().getByText('Cần giúp')).toBeVisible();
  await action('Đã xong').click();
  await expect.element(page.getByText(/Người dùng vừa gửi tin nhắn mới/)).toBeInTheDocument();
  await expect.element(action('Đã xong')).toBeVisible();
});

test('conversation: marked as unread by keys → is closed, and the focus is on its row', async () => {
  const { hoa } = await open();
  respondTo(markConversationUnread, () => ({ success: true, data: { unreadCount: 1 } }));
  (page.getByRole('button', { name: 'Thêm', exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Đánh dấu chưa đọc' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Chọn một người dùng để bắt đầu trò chuyện')).toBeVisible();
  await expect.element(row(hoa.username)).toHaveFocus();
});
