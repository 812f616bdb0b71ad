import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, carry, chatUser, chooseFiles, log, openConversation, startChat } from '../../testing/chat.tsx';
import { BROKEN_IMAGE, imageFile, imageOf } from '../../testing/images.ts';
import { respondTo } from '../../testing/responses.ts';

const chosen = () => page.getByRole('list', { name: 'Hình ảnh sẽ gửi' }).getByRole('listitem');
const chosenTexts = () =>
  chosen()
    .elements()
    .map(({ textContent }) => textContent);
const rejected = () =>
  page
    .getByRole('alert')
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const stored = () => log().getByRole('button', { name: 'Hình ảnh', exact: true });
const viewer = () => page.getByRole('dialog', { name: 'Xem ảnh' });

function begin() {
  const lan = chatUser('Trần Thị Lan');
  return { lan, chat: startChat([lan]) };
}

/** A valid image of so many bytes more. */
const padded = async (name: string, bytes: number) =>
  new File([await imageFile(name).arrayBuffer(), new Uint8Array(bytes)], name, { type: 'image/png' });

test('images: pasted → are chosen; a clipboard with a text beside its image is pasted as text', async () => {
  const { lan } = begin();
  await openConversation(lan);
  const paste = (text?: string) => {
    const clipboardData = carry(imageFile('image.png'));
    if (text !== undefined) clipboardData.items.add(text, 'text/plain');
    box(lan)
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };
  paste();
  await expect.poll(chosenTexts).toHaveLength(1);
  paste('một ô của bảng tính');
  paste();
  await expect.poll(chosenTexts).toHaveLength(2);
});

test('images: dropped anywhere on the conversation → are chosen, ten at most; meanwhile a drop zone is shown', async () => {
  const { lan } = begin();
  await openConversation(lan);
  const place = page.getByRole('region', { name: `Tin nhắn với ${lan.username}` });
  const zone = page.getByText('Thả hình ảnh vào đây để gửi');
  const files = carry(imageFile('một.png'), imageFile('hai.png'));
  /** Anything shown after it is rendered by then. */
  const drag = async (on: Pick<typeof place, 'element'>, type: string, dataTransfer = files) => {
    on.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  };
  await drag(place, 'dragenter');
  await expect.element(zone).toBeVisible();
  await drag(box(lan), 'dragenter');
  await drag(place, 'dragleave');
  expect(zone.query()).not.toBeNull();
  await drag(box(lan), 'dragleave');
  await expect.element(zone).not.toBeInTheDocument();
  await drag(place, 'dragenter');
  await drag(box(lan), 'dragover');
  await drag(box(lan), 'drop');
  await expect.element(zone).not.toBeInTheDocument();
  await expect.poll(chosenTexts).toHaveLength(2);
  chooseFiles(...Array.from({ length: 9 }, (_, index) => imageFile(`${index}.png`)));
  await expect.poll(rejected).toEqual(['8.png: Mỗi lần chỉ gửi được tối đa 10 hình ảnh']);
  expect(chosenTexts()).toHaveLength(10);
  const text = new DataTransfer();
  text.items.add('chữ', 'text/plain');
  await drag(place, 'dragenter', text);
  expect(zone.query()).toBeNull();
});

test('images: invalid ones → are named with the reason at once; the valid ones stay, and keys remove them', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const { lan } = begin();
  await openConversation(lan);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  chooseFiles(
    await padded('chín.png', 9_000_000),
    await padded('mười một.png', 11_000_000),
    new File([svg], 'hình.svg', { type: 'image/svg+xml' }),
    new File([svg], 'giả.png', { type: 'image/png' }),
    imageFile('rộng.png', { width: 6_400, height: 6_400 }),
    imageFile('nhỏ.png'),
  );
  await expect.poll(chosenTexts).toEqual(['chín.png8,6 MB', 'nhỏ.png1 KB']);
  expect(rejected()).toEqual([
    'mười một.png: Hình ảnh lớn hơn 10 MB',
    'hình.svg: Tệp không phải là hình ảnh được hỗ trợ (JPEG, PNG, WebP, GIF, AVIF)',
    'giả.png: Tệp không phải là hình ảnh được hỗ trợ (JPEG, PNG, WebP, GIF, AVIF)',
    'rộng.png: Hình ảnh có kích thước quá lớn (tối đa 40 triệu điểm ảnh)',
  ]);
  (page.getByRole('button', { name: 'Đóng thông báo' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(box(lan)).toHaveFocus();
  (page.getByRole('button', { name: 'Bỏ ảnh nhỏ.png' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Bỏ ảnh chín.png' })).toHaveFocus();
});

test('images of a conversation: Enter → the viewer, where keys lead from one to the next; Escape leads back', async () => {
  const { lan, chat } = begin();
  for (const colour of ['#27a', '#a33']) chat.store(lan, { content: imageOf(colour), type: 'image' });
  await openConversation(lan);
  await expect.poll(() => stored().elements()).toHaveLength(2);
  (stored().last().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(viewer().getByText('2 / 2')).toBeVisible();
  await expect.element(viewer().getByRole('img')).toHaveAttribute('src', imageOf('#a33'));
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(viewer().getByText('1 / 2')).toBeVisible();
  await expect.element(viewer().getByRole('img')).toHaveAttribute('src', imageOf('#27a'));
  await userEvent.keyboard('{Escape}');
  await expect.element(stored().last()).toHaveFocus();
});

test('images whose URLs have expired → the list and the viewer show them from their new ones', async () => {
  // A signed URL; what it leads to is no image any more.
  const EXPIRED = `${BROKEN_IMAGE}#signature=`;
  const { lan, chat } = begin();
  const size = { width: 60, height: 40 };
  const withUrls = (fields: Partial<ChatMessage>, n: number) => ({ ...chat.store(lan, 'ảnh'), ...fields, seq: n });
  const [preview, whole] = [imageOf('#285'), imageOf('#333')];
  const old = [
    withUrls({ type: 'image', content: imageOf('#27a'), image: { ...size, preview: `${EXPIRED}list` } }, 1),
    withUrls({ type: 'image', content: `${EXPIRED}viewer`, image: { ...size, preview: imageOf('#a33') } }, 2),
  ];
  const renewed = old.map((message, index) =>
    index === 0 ? { ...message, image: { ...size, preview } } : { ...message, content: whole },
  );
  respondTo(listMessages, ({ body }) => ({
    success: true,
    // The whole conversation is asked for again for its images alone.
    data: body?.after == null ? old : body.after === 0 ? renewed : [],
    conversation: { lastSeq: 2, userReadSeq: 0, adminReadSeq: 2 },
  }));
  await openConversation(lan);
  await expect.poll(() => log().element().querySelector('img')?.src).toBe(preview);
  await stored().last().click();
  await expect.element(viewer().getByText('2 / 2')).toBeVisible();
  await expect.element(viewer().getByRole('img')).toHaveAttribute('src', whole);
});
