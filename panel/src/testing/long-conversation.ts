import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect } from 'vitest';
import { agoOf, chatUser, log, startChat } from './chat.tsx';

export const LENGTH = 300;
/** Old enough to be outside the page that is loaded when the conversation opens. */
export const DEEP = 120;
export const DEEP_TEXT = 'Em muốn hỏi về hóa đơn của chuyến đi Đà Lạt';
export const NEAR_TEXT = 'HÓA ĐƠN gửi qua thư nhé';

/** A conversation of 300 messages that contains the term “hóa đơn” twice. */
export function startLong(username: string): { user: ChatUser; chat: ReturnType<typeof startChat> } {
  const user = chatUser(username);
  const chat = startChat([user]);
  for (let seq = 1; seq <= LENGTH; seq += 1) {
    const content = seq === DEEP ? DEEP_TEXT : seq === LENGTH - 3 ? NEAR_TEXT : `tin số ${seq}`;
    chat.store(user, { content, createdAt: agoOf((LENGTH - seq) * 20) }, seq % 3 === 1);
  }
  return { user, chat };
}

/** The message that was gone to. */
export const target = (): Element | null => log().element().querySelector('[aria-current=true]');

/** Waits until an element is within the part of the conversation that is seen. */
export const expectInView = (find: () => Element | null): Promise<void> =>
  expect
    .poll(() => {
      const [own, frame] = [find(), log().element()].map((each) => each?.getBoundingClientRect());
      return own !== undefined && frame !== undefined && own.top >= frame.top && own.bottom <= frame.bottom;
    })
    .toBe(true);

/** How far the end of the conversation is below what is seen. */
export function distanceToEnd(): number {
  const { scrollHeight, scrollTop, clientHeight } = log().element();
  return Math.round(scrollHeight - scrollTop - clientHeight);
}
