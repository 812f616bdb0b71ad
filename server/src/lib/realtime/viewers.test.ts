import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createViewers } from './viewers.ts';

const FORGOTTEN_AFTER_MS = 5_000;
const mai = { id: 'mai', username: 'Mai', avatarUrl: null };
const binh = { id: 'binh', username: 'Bình', avatarUrl: '/binh.png' };

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** Viewers with a manual clock, and the published conversations. */
function viewersAt() {
  const published: string[] = [];
  const viewers = createViewers({ typingForgottenAfterMs: FORGOTTEN_AFTER_MS });
  viewers.onChange((key) => published.push(key));
  const at = (key: string) => viewers.of(key).map(({ id, isTyping }) => (isTyping ? `${id} types` : id));
  return { viewers, published, pass: vi.advanceTimersByTime, at };
}

test('createViewers: an account is a viewer once, from its first tab until its last', () => {
  const { viewers, at, published } = viewersAt();
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
  expect(published).toHaveLength(6);
});

test('createViewers: a tab views one conversation: opening another leaves the previous one', () => {
  const { viewers, at, published } = viewersAt();
  viewers.join('tab', mai, 'lan');
  viewers.setTyping('tab', 'lan', true);
  published.length = 0;
  viewers.join('tab', mai, 'hoa');
  expect([at('lan'), at('hoa')]).toEqual([[], ['mai']]);
  expect(published).toEqual(['lan', 'hoa']);
});

test('createViewers: typing ends by an event or a timeout; an unchanged state is not published', () => {
  const { viewers, at, published, pass } = viewersAt();
  viewers.join('tab', mai, 'lan');
  published.length = 0;
  viewers.setTyping('tab', 'lan', true);
  pass(FORGOTTEN_AFTER_MS - 1);
  viewers.setTyping('tab', 'lan', true);
  pass(FORGOTTEN_AFTER_MS - 1);
  expect(at('lan')).toEqual(['mai types']);
  expect(published).toEqual(['lan']);
  pass(1);
  expect(at('lan')).toEqual(['mai']);
  expect(published).toEqual(['lan', 'lan']);

  viewers.setTyping('tab', 'lan', true);
  viewers.setTyping('tab', 'lan', false);
  viewers.setTyping('tab', 'lan', false);
  pass(FORGOTTEN_AFTER_MS);
  expect(published).toEqual(['lan', 'lan', 'lan', 'lan']);
});

test('createViewers: typing in one of several tabs counts; it ends when that tab leaves the conversation, and is not published later', () => {
  const { viewers, at, published, pass } = viewersAt();
  viewers.join('tab 1', mai, 'lan');
  viewers.join('tab 2', mai, 'lan');
  viewers.setTyping('tab 2', 'lan', true);
  expect(at('lan')).toEqual(['mai types']);
  viewers.leave('tab 2');
  expect(at('lan')).toEqual(['mai']);
  published.length = 0;
  pass(FORGOTTEN_AFTER_MS);
  expect(published).toEqual([]);
});

test('createViewers: typing in a conversation that is not viewed is not published', () => {
  const { viewers, at, published } = viewersAt();
  viewers.setTyping('nowhere', 'lan', true);
  viewers.join('tab', mai, 'lan');
  published.length = 0;
  viewers.setTyping('tab', 'hoa', true);
  expect([at('lan'), at('hoa'), published]).toEqual([['mai'], [], []]);
});
