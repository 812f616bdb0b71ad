import { resolveConversation } from '@hai-dang/contract/chat/conversations.endpoints.ts';
import { conversationStateChanged } from '@hai-dang/contract/chat/conversations.events.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  agoOf,
  chatUser,
  conversation,
  list,
  openChat,
  row,
  searchField,
  shownNames,
  startChat,
  waitingUser,
} from '../../testing/chat.tsx';
import { pageSocket } from '../../testing/page-socket.ts';
import { respondTo } from '../../testing/responses.ts';

const WAITING = '?filter=waiting&sort=waiting';
const apply = () => list().getByRole('button', { name: 'Có tin mới' });
const filter = (name: string) => list().getByRole('radio', { name });
const url = () => location.pathname + location.search;

/** Lets go of the list, which then may take its order. */
async function release(): Promise<void> {
  (document.activeElement as HTMLElement).blur();
  await conversation().hover();
}

function fourWhoWrote() {
  const people = ['Một', 'Hai', 'Ba', 'Bốn'].map((name) => chatUser(name));
  const [one, two, three, four] = people;
  if (!one || !two || !three || !four) throw new Error('there are four');
  return { three, four, chat: startChat(people) };
}

describe('chat list: its order while messages arrive', () => {
  test('the pointer is on a row → each row shows its message in place; the button applies the new order', async () => {
    const { four, chat } = fourWhoWrote();
    await openChat();
    await expect.poll(shownNames).toEqual(['Một', 'Hai', 'Ba', 'Bốn']);
    await row('Một').hover();
    chat.write(four, 'Tin rất mới', 2);
    await expect.element(row('Bốn').getByText('Tin rất mới')).toBeVisible();
    await expect.element(row('Bốn').getByText('2 tin nhắn chưa đọc')).toBeInTheDocument();
    expect(shownNames()).toEqual(['Một', 'Hai', 'Ba', 'Bốn']);
    await apply().click();
    await expect.poll(shownNames).toEqual(['Bốn', 'Một', 'Hai', 'Ba']);
    await expect.element(apply()).not.toBeInTheDocument();
  });

  test('the pointer has left → the new order comes by itself', async () => {
    const { three, chat } = fourWhoWrote();
    await openChat();
    await row('Một').hover();
    chat.write(three, 'Tin mới');
    await expect.element(apply()).toBeVisible();
    await release();
    await expect.poll(shownNames).toEqual(['Ba', 'Một', 'Hai', 'Bốn']);
    await expect.element(apply()).not.toBeInTheDocument();
  });

  test('the focus is on a row → keeps the order; by keys the button applies it, and the focus is on the row again', async () => {
    const { three, chat } = fourWhoWrote();
    await openChat();
    await conversation().hover();
    await expect.element(row('Một')).toBeVisible();
    await searchField().click();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row('Hai')).toHaveFocus();
    chat.write(three, 'Tin mới');
    await expect.element(apply()).toBeVisible();
    expect(shownNames()).toEqual(['Một', 'Hai', 'Ba', 'Bốn']);
    await userEvent.tab({ shift: true });
    await expect.element(apply()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownNames).toEqual(['Ba', 'Một', 'Hai', 'Bốn']);
    await expect.element(row('Hai')).toHaveFocus();
  });

  test('a touched row → stays for two seconds after the finger is off the screen', async () => {
    const { four, chat } = fourWhoWrote();
    await openChat();
    await conversation().hover();
    await expect.poll(shownNames).toEqual(['Một', 'Hai', 'Ba', 'Bốn']);
    const touch = (type: string) =>
      row('Hai')
        .element()
        .dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', relatedTarget: document.body }));
    touch('pointerover');
    touch('pointerout');
    chat.write(four, 'Tin rất mới');
    await expect.element(apply()).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(shownNames()).toEqual(['Một', 'Hai', 'Ba', 'Bốn']);
    await expect.poll(shownNames, { timeout: 3_000 }).toEqual(['Bốn', 'Một', 'Hai', 'Ba']);
  });
});

describe('chat list: waiting users', () => {
  test('a colleague answers one → the order stays under the pointer and the focus until the button is pressed', async () => {
    const waiting = [waitingUser('Chờ một', 30), waitingUser('Chờ hai', 20), waitingUser('Chờ ba', 10)] as const;
    startChat([...waiting]);
    const answer = ({ _id }: { _id: string }) =>
      pageSocket.emit(conversationStateChanged, {
        userId: _id,
        waitingSince: null,
        isResolved: false,
        stateSince: new Date().toISOString(),
        assignee: null,
        formerState: 'waiting',
      });
    await openChat(undefined, { query: WAITING });
    await expect.poll(shownNames).toEqual(['Chờ một', 'Chờ hai', 'Chờ ba']);
    await expect.element(row('Chờ một').getByText('chờ 30 phút')).toBeVisible();
    await row('Chờ hai').hover();
    answer(waiting[0]);
    await expect.element(row('Chờ một').getByText('chờ 30 phút')).not.toBeInTheDocument();
    expect(shownNames()).toEqual(['Chờ một', 'Chờ hai', 'Chờ ba']);
    await apply().click();
    await expect.poll(shownNames).toEqual(['Chờ hai', 'Chờ ba']);
    await release();

    await searchField().click();
    await userEvent.tab();
    await expect.element(row('Chờ hai')).toHaveFocus();
    answer(waiting[1]);
    await expect.element(apply()).toBeVisible();
    expect(shownNames()).toEqual(['Chờ hai', 'Chờ ba']);
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownNames).toEqual(['Chờ ba']);
  });

  test('a filter, an order and a conversation → are in the URL, with counts that follow a change', async () => {
    const waits = waitingUser('Đang chờ', 5);
    const answered = chatUser('Đã trả lời', { stateSince: agoOf(4) });
    startChat([answered, chatUser('Chưa viết'), waits]);
    await openChat();
    await expect.poll(shownNames).toHaveLength(3);
    await filter('Chờ trả lời 1').click();
    await expect.poll(url).toBe('/admin/chat?filter=waiting');
    await expect.poll(shownNames).toEqual(['Đang chờ']);
    await filter('Đang mở 1').click();
    await expect.poll(shownNames).toEqual(['Đã trả lời']);
    await row('Đã trả lời').click();
    await expect.poll(url).toBe(`/admin/chat?filter=open&userId=${answered._id}`);
    const resolved = {
      waitingSince: null,
      isResolved: true,
      stateSince: new Date().toISOString(),
      assignee: null,
    };
    respondTo(resolveConversation, () => {
      Object.assign(answered, resolved);
      pageSocket.emit(conversationStateChanged, { ...resolved, userId: answered._id, formerState: 'open' });
      return { success: true, data: resolved };
    });
    await page.getByRole('button', { name: 'Đã xong' }).click();
    await filter('Đã xong 1').click();
    await expect.poll(url).toBe(`/admin/chat?filter=resolved&userId=${answered._id}`);
    await expect.poll(shownNames).toEqual(['Đã trả lời']);
    await filter('Tất cả 3').click();
    await page.getByRole('button', { name: 'Sắp xếp: Mới hoạt động' }).click();
    await page.getByRole('menuitemradio', { name: 'Chờ lâu nhất' }).click();
    await expect.poll(url).toBe(`/admin/chat?sort=waiting&userId=${answered._id}`);
    await release();
    await expect.poll(() => shownNames()[0]).toBe('Đang chờ');
    await filter('Đang mở 0').click();
    await expect.element(page.getByText('Không có người dùng nào')).toBeVisible();
  });

  test('a search finds messages and no user → the messages are above the note about that', async () => {
    const hoa = waitingUser('Nguyễn Hoa', 12);
    const chat = startChat([hoa]);
    chat.store(hoa, 'Em bị lừa chuyển khoản');
    await openChat();
    await searchField().fill('chuyen khoan');
    const found = list().getByRole('region', { name: 'Tin nhắn' }).getByText('Em bị lừa chuyển khoản');
    await expect.element(found).toBeVisible();
    const nobody = list().getByText('Không tìm thấy người dùng phù hợp').element().getBoundingClientRect();
    expect(found.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(nobody.top);
  });
});
