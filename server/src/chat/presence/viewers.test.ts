import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createViewers } from './viewers.ts';

const FORGOTTEN_AFTER_MS = 5_000;
const mai = { id: 'mai', username: 'Mai', avatarUrl: null };
const binh = { id: 'binh', username: 'Bình', avatarUrl: '/binh.png' };

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** Viewers whose time passes when told to, with the conversations that were told of. */
function viewersAt() {
  const told: string[] = [];
  const viewers = createViewers({ typingForgottenAfterMs: FORGOTTEN_AFTER_MS });
  viewers.onChange((userId) => told.push(userId));
  const at = (userId: string) => viewers.of(userId).map(({ id, isTyping }) => (isTyping ? `${id} types` : id));
  return { viewers, told, pass: vi.advanceTimersByTime, at };
}

test('an account looks at a conversation from its first tab until its last, once', () => {
  const { viewers, at, told } = viewersAt();
  viewers.join('tab 1', mai, 'lan');
  viewers.join('tab 2', mai, 'lan');
  viewers.join('tab 3', binh, 'lan');
  expect(viewers.of('lan')).toEqual([
    { ...mai, isTyping: false },
    { ...binh, isTyping: false },
  ]);
  viewers.leave('tab 1');
  expect(at('lan').toSorted()).toEqual(['binh', 'mai']);
  viewers.leave('tab 2');
  expect(at('lan')).toEqual(['binh']);
  viewers.leave('tab 3');
  viewers.leave('tab 3');
  expect(at('lan')).toEqual([]);
  expect(told).toHaveLength(6);
});

test('a tab looks at one conversation: going on to another leaves the former', () => {
  const { viewers, at, told } = viewersAt();
  viewers.join('tab', mai, 'lan');
  viewers.setTyping('tab', 'lan', true);
  told.length = 0;
  viewers.join('tab', mai, 'hoa');
  expect([at('lan'), at('hoa')]).toEqual([[], ['mai']]);
  expect(told).toEqual(['lan', 'hoa']);
});

test('typing ends when it is said, and after some silence; what is no news is not told', () => {
  const { viewers, at, told, pass } = viewersAt();
  viewers.join('tab', mai, 'lan');
  told.length = 0;
  viewers.setTyping('tab', 'lan', true);
  pass(FORGOTTEN_AFTER_MS - 1);
  viewers.setTyping('tab', 'lan', true);
  pass(FORGOTTEN_AFTER_MS - 1);
  expect(at('lan')).toEqual(['mai types']);
  expect(told).toEqual(['lan']);
  pass(1);
  expect(at('lan')).toEqual(['mai']);
  expect(told).toEqual(['lan', 'lan']);

  viewers.setTyping('tab', 'lan', true);
  viewers.setTyping('tab', 'lan', false);
  viewers.setTyping('tab', 'lan', false);
  pass(FORGOTTEN_AFTER_MS);
  expect(told).toEqual(['lan', 'lan', 'lan', 'lan']);
});

test('who types in one of several tabs types; who leaves types no more, and is not told of later', () => {
  const { viewers, at, told, pass } = viewersAt();
  viewers.join('tab 1', mai, 'lan');
  viewers.join('tab 2', mai, 'lan');
  viewers.setTyping('tab 2', 'lan', true);
  expect(at('lan')).toEqual(['mai types']);
  viewers.leave('tab 2');
  expect(at('lan')).toEqual(['mai']);
  told.length = 0;
  pass(FORGOTTEN_AFTER_MS);
  expect(told).toEqual([]);
});

test('typing in a conversation one does not look at is nobody’s news', () => {
  const { viewers, at, told } = viewersAt();
  viewers.setTyping('nowhere', 'lan', true);
  viewers.join('tab', mai, 'lan');
  told.length = 0;
  viewers.setTyping('tab', 'hoa', true);
  expect([at('lan'), at('hoa'), told]).toEqual([['mai'], [], []]);
});
