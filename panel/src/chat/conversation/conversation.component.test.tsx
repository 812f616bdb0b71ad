import { adminMarkRead, adminMessage, messagesMarkedReadSuccess } from '@hai-dang/contract/chat/chat.events.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  agoOf,
  box,
  chatUser,
  conversation,
  log,
  openConversation,
  row,
  send,
  startChat,
} from '../../testing/chat.tsx';
import { imageOf } from '../../testing/images.ts';
import { pageSocket } from '../../testing/page-socket.ts';

function begin() {
  const lan = chatUser('Trần Thị Lan');
  return { lan, chat: startChat([lan]) };
}

/** Hides or shows the page, as the choice of another tab does. */
function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('conversation', () => {
  test('without a message → says so, with the name, which leads to the page of the user', async () => {
    const { lan } = begin();
    await openConversation(lan);
    await expect.element(page.getByText('Chưa có tin nhắn nào')).toBeVisible();
    await expect.element(conversation().getByRole('heading', { level: 2, name: lan.username })).toBeVisible();
    await expect
      .element(conversation().getByRole('link', { name: lan.username }))
      .toHaveAttribute('href', `/admin/users/${lan._id}`);
  });

  test('messages of the user → are marked as read, but not while the page is hidden', async () => {
    onTestFinished(() => {
      Reflect.deleteProperty(document, 'visibilityState');
    });
    const lan = chatUser('Trần Thị Lan', { unreadCount: 1 });
    const chat = startChat([lan]);
    chat.store(lan, 'Cho em hỏi');
    const marked = () => pageSocket.received(adminMarkRead).map(({ upToSeq }) => upToSeq);
    await openConversation(lan);
    await expect.element(log().getByText('Tin nhắn mới')).toBeVisible();
    await expect.poll(marked).toEqual([1]);
    chat.write(lan, 'Có ai không?');
    await expect.poll(marked).toEqual([1, 2]);
    pageSocket.emit(messagesMarkedReadSuccess, { userId: lan._id, upToSeq: 2 });

    setVisibility('hidden');
    chat.write(lan, 'Alo');
    await expect.element(log().getByText('Alo', { exact: true })).toBeVisible();
    const unread = row(lan.username).getByText('1 tin nhắn chưa đọc');
    await expect.element(unread).toBeInTheDocument();
    expect(marked()).toEqual([1, 2]);
    setVisibility('visible');
    await expect.poll(marked).toEqual([1, 2, 3]);
    pageSocket.emit(messagesMarkedReadSuccess, { userId: lan._id, upToSeq: 3 });
    await expect.element(unread).not.toBeInTheDocument();
  });

  test('left and opened again → what was written meanwhile is below a divider', async () => {
    const [lan, minh] = [chatUser('Trần Thị Lan'), chatUser('Hồ Văn Minh')];
    const chat = startChat([lan, minh]);
    chat.store(lan, 'một');
    await openConversation(lan);
    await expect.element(log().getByText('một')).toBeVisible();
    await row(minh.username).click();
    await expect.element(box(minh)).toBeVisible();
    lan.unreadCount = 2;
    chat.write(lan, 'hai');
    chat.write(lan, 'ba', 2);
    history.back();
    await expect.element(log().getByText('ba', { exact: true })).toBeVisible();
    await expect
      .poll(() => [...log().element().querySelectorAll('p')].map(({ textContent }) => textContent))
      .toEqual(['Hôm nay', 'một', 'Tin nhắn mới', 'hai', 'ba']);
  });

  test('a letter about a decision → is marked as one; other messages are not', async () => {
    const { lan, chat } = begin();
    chat.store(
      lan,
      {
        content: 'Bài viết của bạn vi phạm quy tắc',
        notice: { _id: 'n', kind: 'decision', canAppeal: true, appealUntil: null },
      },
      true,
    );
    chat.store(lan, 'Vì sao ạ?');
    await openConversation(lan);
    await expect.element(log().getByText('Vì sao ạ?')).toBeVisible();
    expect(log().getByText('Thư về quyết định').elements()).toHaveLength(1);
  });

  test('by keyboard → from the box to the last menu and the messages, to the first of them and back to the newest', async () => {
    const { lan, chat } = begin();
    for (let n = 1; n <= 80; n += 1) chat.store(lan, { content: `tin ${n}`, createdAt: agoOf(90 - n) });
    await openConversation(lan);
    await expect.element(box(lan)).toHaveFocus();
    await expect.element(log().getByText('tin 80', { exact: true })).toBeVisible();
    await userEvent.tab({ shift: true });
    await expect.element(page.getByRole('radio', { name: 'Trả lời', exact: true })).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.poll(() => document.activeElement?.getAttribute('aria-description')).toBe(`${lan.username}: tin 80`);
    await userEvent.tab({ shift: true });
    await expect.element(log()).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(log().getByText('tin 1', { exact: true })).toBeVisible();
    const toNewest = page.getByRole('button', { name: 'Đến tin nhắn mới nhất' });
    await expect.element(toNewest).toBeVisible();
    (toNewest.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(log().getByText('tin 80', { exact: true })).toBeVisible();
    await expect.element(log()).toHaveFocus();
  });
});

describe('message', () => {
  test.each([
    '<script>window.ran = 1</script>',
    '<img src=x onerror="window.ran = 1">',
    '"><svg onload=window.ran=1>',
    '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
    '<a href="javascript:window.ran=1">bấm</a>',
    'javascript:window.ran=1',
    'data:text/html,<script>parent.ran=1</script>',
  ])('the text %s → is shown as text', async (text) => {
    const { lan, chat } = begin();
    chat.store(lan, text);
    await openConversation(lan);
    await expect.element(log().getByText(text, { exact: true })).toBeVisible();
    expect(log().element().querySelector('a, script, img, iframe, svg[onload]')).toBeNull();
    expect(Reflect.get(window, 'ran')).toBeUndefined();
  });

  test('an image → is drawn from the URL of an image alone; a press opens it, Escape brings the focus back', async () => {
    const { lan, chat } = begin();
    chat.store(lan, { content: imageOf('#27a'), type: 'image' });
    chat.store(lan, { content: 'javascript:alert(1)', type: 'image' });
    await openConversation(lan);
    const image = log().getByRole('button', { name: 'Hình ảnh', exact: true });
    await expect.element(image).toBeVisible();
    await expect.element(log().getByRole('button', { name: 'Không tải được ảnh', exact: false })).toBeVisible();
    expect(log().element().querySelectorAll('img')).toHaveLength(1);
    await image.click();
    await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(image).toHaveFocus();
  });

  test('a URL in a text → is a link to a new tab without an opener; what is no web address is none', async () => {
    const { lan, chat } = begin();
    chat.store(lan, 'Xem (https://example.com/a?b=1), javascript:alert(1) và http://x@evil.example nhé');
    await openConversation(lan);
    const links = log().getByRole('link');
    await expect.element(links).toHaveAttribute('href', 'https://example.com/a?b=1');
    await expect.element(links).toHaveAttribute('target', '_blank');
    expect(links.element().getAttribute('rel')).toContain('noopener');
  });

  test('is rejected → says why; it is sent again on request, and another is discarded', async () => {
    const { lan, chat } = begin();
    pageSocket.answer(adminMessage, () => ({
      error: 'Không tìm thấy người dùng để trò chuyện',
      code: 'CHAT_USER_NOT_FOUND',
    }));
    await openConversation(lan);
    await send(lan, 'một');
    await send(lan, 'hai');
    const failures = log().getByText('Không tìm thấy người dùng để trò chuyện');
    await expect.poll(() => failures.elements()).toHaveLength(2);
    pageSocket.answer(adminMessage, chat.receive);
    await log().getByRole('button', { name: 'Gửi lại' }).first().click();
    await expect.element(log().getByText('Đã gửi')).toBeVisible();
    await log().getByRole('button', { name: 'Xóa' }).click();
    await expect.element(failures).not.toBeInTheDocument();
    await expect.element(log().getByText('hai', { exact: true })).not.toBeInTheDocument();
    expect(chat.messagesOf(lan).map(({ content }) => content)).toEqual(['một']);
  });
});
