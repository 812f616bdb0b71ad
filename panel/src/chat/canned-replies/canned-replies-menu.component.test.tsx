import { listCannedReplies } from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, chatUser, openConversation, sendButton, startChat } from '../../testing/chat.tsx';
import { compose, endComposition, pressInComposition } from '../../testing/composition.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';

const MANAGE = 'Quản lý câu trả lời mẫu';
const menu = () => page.getByRole('listbox', { name: 'Câu trả lời mẫu' });
const options = () => menu().getByRole('option');
const chosen = () => menu().getByRole('option', { selected: true });
const shown = () =>
  options()
    .elements()
    .map(({ textContent }) => textContent);

/** Opens the conversation with Nguyễn Thị Lan; the focus is in the message box. */
async function open(replies: Readonly<Record<string, string>>) {
  const lan = chatUser('Nguyễn Thị Lan');
  const chat = startChat([lan]);
  respondTo(listCannedReplies, () => ({
    success: true,
    data: Object.entries(replies).map(([shortcut, content]) => ({ _id: shortcut, shortcut, content, version: 1 })),
  }));
  await openConversation(lan);
  const text = box(lan);
  await expect.element(text).toHaveFocus();
  return { text, chat };
}

const area = (text: ReturnType<typeof box>) => text.element() as HTMLTextAreaElement;
const selected = (text: ReturnType<typeof box>) => () => {
  const { value, selectionStart, selectionEnd } = area(text);
  return value.slice(selectionStart, selectionEnd);
};

test('canned replies: a slash and a word without diacritics → those that match; keys insert one and send nothing', async () => {
  const { text, chat } = await open({
    chào: 'Chào {tên}, chúng tôi có thể giúp gì?',
    chờ: 'Mong {tên} chờ một chút.',
    khác: 'Chúng tôi sẽ xem lại và CHÀO bạn.',
  });
  await userEvent.keyboard('Dạ /');
  await expect.poll(shown).toHaveLength(4);
  await userEvent.keyboard('CHA');
  await expect.poll(shown).toEqual([expect.stringContaining('/chào'), expect.stringContaining('/khác'), MANAGE]);
  const pointed = () => document.getElementById(area(text).getAttribute('aria-activedescendant') ?? '')?.textContent;
  await expect.poll(pointed).toContain('/chào');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(pointed).toContain('/khác');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(pointed).toBe(MANAGE);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(pointed).toContain('/chào');
  await userEvent.keyboard('{Enter}');
  await expect.element(menu()).not.toBeInTheDocument();
  const put = 'Dạ Chào Lan, chúng tôi có thể giúp gì?';
  await expect.element(text).toHaveValue(put);
  expect(area(text).selectionStart).toBe(put.length);
  await userEvent.keyboard(' /cho');
  await expect.poll(() => chosen().element().textContent).toContain('/chờ');
  await userEvent.keyboard('{Tab}');
  await expect.element(text).toHaveValue(`${put} Mong Lan chờ một chút.`);
  expect(chat.sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(chat.sent).toEqual([`${put} Mong Lan chờ một chút.`]);
});

test('canned replies: a slash within a word → no menu; Escape and the focus elsewhere close it', async () => {
  const { text } = await open({ chào: 'Chào {tên}' });
  await userEvent.keyboard('24/7 https://vi.dụ/x');
  expect(menu().query()).toBeNull();
  await text.fill('');
  await userEvent.keyboard('/c');
  await expect.element(menu()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await userEvent.keyboard('h');
  expect(menu().query(), 'closed for this word').toBeNull();
  await text.fill('');
  await userEvent.keyboard('/ch');
  await options().first().click();
  await expect.element(text).toHaveValue('Chào Lan');
  await userEvent.keyboard('{Control>}a{/Control}/ch');
  await expect.element(menu()).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard(' /ch');
  await expect.element(menu()).toBeVisible();
  (sendButton().element() as HTMLElement).focus();
  await expect.element(menu()).not.toBeInTheDocument();
});

test('canned replies: a word without a match → says so; the first Enter closes the menu, the second sends', async () => {
  const { text, chat } = await open({ chào: 'Chào {tên}' });
  await userEvent.keyboard('/x');
  await expect.element(page.getByText('Không có câu trả lời mẫu nào khớp').first()).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(text).toHaveValue('/x');
  expect(chat.sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(chat.sent).toEqual(['/x']);
});

test('canned replies: keys that end a composition → neither insert a reply nor close the menu', async () => {
  const { text } = await open({ chào: 'Chào {tên}' });
  await userEvent.keyboard('/');
  await compose('c');
  await expect.element(menu()).toBeVisible();
  for (const key of ['Enter', 'Escape']) await pressInComposition(key);
  await endComposition('c');
  await expect.element(text).toHaveValue('/c');
  await expect.element(menu()).toBeVisible();
});

test('canned replies: Tab → goes through the blanks and then on; with one blank left nothing is sent', async () => {
  const { text, chat } = await open({ đơn: 'Đơn {mã đơn} của {họ tên} giao ngày {ngày}.' });
  await userEvent.keyboard('/don');
  await expect.poll(() => chosen().query()?.textContent).toContain('/đơn');
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveValue('Đơn {mã đơn} của Nguyễn Thị Lan giao ngày {ngày}.');
  await expect.poll(selected(text)).toBe('{mã đơn}');
  await userEvent.keyboard('{Tab}');
  await expect.poll(selected(text)).toBe('{ngày}');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(selected(text)).toBe('{mã đơn}');
  await userEvent.keyboard('A1{Enter}');
  await expect.element(page.getByRole('alert').getByText('Hãy điền hoặc xóa {ngày} trước khi gửi')).toBeVisible();
  expect(chat.sent()).toEqual([]);
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('3/12');
  await expect.element(page.getByText('Hãy điền hoặc xóa', { exact: false })).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(text).not.toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
  await expect.poll(chat.sent).toEqual(['Đơn A1 của Nguyễn Thị Lan giao ngày 3/12.']);
});

test('canned replies: long ones at 320 px → the whole menu is in the window', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  await open({ [`${'dài'.repeat(10)}ơi`]: 'x'.repeat(4_000), chào: 'Chào {tên}' });
  await userEvent.keyboard('/');
  await expect.element(menu()).toBeVisible();
  const { top, left, right } = menu().element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(320);
});

test('canned replies: a backend without them → no menu in the text, and none in the head of the conversation', async () => {
  const lan = chatUser('Nguyễn Thị Lan');
  startChat([lan]);
  respondTo(listCannedReplies, () => {
    throw new ErrorResponse('ROUTE_NOT_FOUND');
  });
  await openConversation(lan);
  await expect.element(box(lan)).toHaveFocus();
  await userEvent.keyboard('/ch');
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Báo cáo về người dùng này' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).query()).toBeNull();
  expect(menu().query()).toBeNull();
});
