import { conversationStateChanged, receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { chatUser, log, startChat } from '../../testing/chat.tsx';
import { pageSocket } from '../../testing/page-socket.ts';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import { renderWholePanel, waitForScreen } from '../../testing/whole-panel.tsx';

const LOADED = { timeout: 10_000 };
const UNTITLED = /^[^(]/;

const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);
const title = () => expect.poll(() => document.title, LOADED);

function write(name: string, content: string): void {
  const sender = { ...sampleSender(name, 'user'), username: name };
  pageSocket.emit(receiveMessage, { ...SAMPLE_MESSAGE, _id: `${name}-${content}`, sender, content });
}
async function openDashboard(respond?: () => void): Promise<void> {
  await renderWholePanel('/admin/dashboard', respond);
  await waitForScreen('Tổng quan hệ thống');
  await title().toMatch(UNTITLED);
}

test('messages of three users at once → one toast with their count, and the title counts them', async () => {
  await openDashboard();
  for (const name of ['Nam', 'Hoa', 'Minh']) write(name, `Chào, tôi là ${name}`);
  await expect.poll(toasts, LOADED).toEqual([expect.stringContaining('Chào, tôi là Minh và 2 người khác')]);
  await title().toMatch(/^\(3\) /);
});

test('message notices: a conversation that a colleague handles → not announced', async () => {
  await openDashboard();
  pageSocket.emit(conversationStateChanged, {
    userId: 'Lan',
    formerState: 'waiting',
    waitingSince: null,
    isResolved: false,
    stateSince: '2026-11-21T00:00:00.000Z',
    assignee: { _id: 'binh', username: 'Bình' },
  });
  write('Lan', 'Vâng ạ');
  write('Hoa', 'Còn tôi?');
  await expect.poll(toasts, LOADED).toEqual([expect.stringContaining('Còn tôi?')]);
  expect(toasts()[0]).not.toContain('người khác');
  await title().toMatch(/^\(1\) /);
});

test('message notices: the conversation that is open → shown there, and not announced', async () => {
  const hoa = chatUser('Bùi Thị Hoa');
  let chat: ReturnType<typeof startChat> | undefined;
  // As on a telephone: without the account beside the conversation.
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await renderWholePanel(`/admin/chat?userId=${hoa._id}`, () => {
    chat = startChat([hoa]);
    chat.store(hoa, 'Còn tôi?');
  });
  await expect.element(log().getByText('Còn tôi?'), LOADED).toBeVisible();
  chat?.write(hoa, 'Alo');
  await expect.element(log().getByText('Alo'), LOADED).toBeVisible();
  await title().toMatch(UNTITLED);
  expect(toasts()).toEqual([]);
});

test('message notices: toasts of messages turned off → in the title alone', async () => {
  await openDashboard(() => respondWithPreferences({ messageNotices: ['title'] }));
  write('Lan', 'Chào');
  await title().toMatch(/^\(1\) /);
  expect(toasts()).toEqual([]);
  await expect.element(page.getByText('Tin nhắn mới: Lan')).not.toBeInTheDocument();
});
