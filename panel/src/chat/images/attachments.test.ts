import { expect, test } from 'vitest';
import type { ImageFacts } from '../outbox/outbox-storage.ts';
import { createAttachments } from './attachments.ts';
import type { ReadImage } from './validate-image.ts';

const LAN = 'user-lan';
const file = (name: string) => new File([name], name);
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`));

/** Accepts files named .png, up to the given storage capacity. */
function open({ room = 100 } = {}) {
  const urls = new Set<string>();
  const sent: string[] = [];
  const attachments = createAttachments({
    async read(bytes, count): Promise<ReadImage> {
      if (count >= 10) return { kind: 'rejected', reason: 'quá nhiều' };
      const name = await bytes.text();
      if (!name.endsWith('.png')) return { kind: 'rejected', reason: 'không phải ảnh' };
      urls.add(name);
      return { kind: 'image', bytes, url: name, width: 4, height: 3 };
    },
    revokeUrl: (url) => expect(urls.delete(url)).toBe(true),
    async send(userId, _bytes, { name, width, height }: ImageFacts, caption) {
      if (sent.length >= room) throw new DOMException('', 'QuotaExceededError');
      sent.push(`${userId} ${name} ${width}×${height} ${caption}`.trim());
    },
  });
  const names = (userId = LAN) => attachments.of(userId).attachments.map(({ name }) => name);
  const rejections = () => attachments.of(LAN).rejections.map(({ name, reason }) => `${name}: ${reason}`);
  return { attachments, urls, sent, names, rejections };
}

test('add: retains valid files in their order, and names the rejected ones', async () => {
  const { attachments, names, rejections } = open();
  await Promise.all([
    attachments.add(LAN, [file('một.png'), file('hai.svg'), file('ba.png')]),
    attachments.add(LAN, [file('bốn.png')]),
  ]);
  expect(names()).toEqual(['một.png', 'ba.png', 'bốn.png']);
  expect(rejections()).toEqual(['hai.svg: không phải ảnh']);
  expect(names('user-minh')).toEqual([]);
});

test('add: accepts ten at most', async () => {
  const { attachments, names, rejections, urls } = open();
  await attachments.add(LAN, files(9));
  await attachments.add(LAN, [file('a.png'), file('b.png'), file('c.png')]);
  expect(names()).toHaveLength(10);
  expect(rejections()).toEqual(['b.png', 'c.png'].map((name) => `${name}: quá nhiều`));
  expect(urls.size).toBe(10);
});

test('send: the text is the caption of the first, and the list is empty afterwards', async () => {
  const { attachments, names, sent, urls } = open();
  await attachments.add(LAN, files(2));
  expect(await attachments.send(LAN, 'chú thích')).toBe(true);
  expect(sent).toEqual(['user-lan 0.png 4×3 chú thích', 'user-lan 1.png 4×3']);
  expect(names()).toEqual([]);
  expect(urls.size).toBe(0);
});

test('send: retains images that do not fit into the storage, with the reason', async () => {
  const { attachments, names, rejections, sent } = open({ room: 1 });
  await attachments.add(LAN, files(3));
  expect(await attachments.send(LAN, 'chú thích')).toBe(true);
  expect(sent).toHaveLength(1);
  expect(names()).toEqual(['1.png', '2.png']);
  expect(rejections()).toEqual(['1.png: Trình duyệt không còn chỗ để giữ ảnh chờ gửi']);
  expect(await attachments.send(LAN, 'lần nữa')).toBe(false);
});

test('send: called twice, sends once', async () => {
  const { attachments, sent } = open();
  await attachments.add(LAN, files(2));
  expect(await Promise.all([attachments.send(LAN, ''), attachments.send(LAN, '')])).toEqual([true, false]);
  expect(sent).toHaveLength(2);
});

test('remove: revokes the URL', async () => {
  const { attachments, names, urls } = open();
  await attachments.add(LAN, files(2));
  attachments.remove(LAN, attachments.of(LAN).attachments[0]?.key ?? 0);
  expect(names()).toEqual(['1.png']);
  expect([...urls]).toEqual(['1.png']);
});

test('drop: removes the images of one conversation only', async () => {
  const { attachments, names, rejections, urls } = open();
  await attachments.add('user-minh', [file('khác.png')]);
  await attachments.add(LAN, [...files(2), file('hai.svg')]);
  attachments.drop(LAN);
  expect([...names(), ...rejections()]).toEqual([]);
  expect([...urls]).toEqual(['khác.png']);
});

test('drop: images in the middle of loading are not attached later, and the next ones are', async () => {
  const { attachments, names, urls } = open();
  const reading = attachments.add(LAN, files(2));
  attachments.drop(LAN);
  expect(attachments.of(LAN).isReading).toBe(false);
  await reading;
  expect([...names(), ...urls]).toEqual([]);
  await attachments.add(LAN, [file('sau.png')]);
  expect([names(), attachments.of(LAN).isReading]).toEqual([['sau.png'], false]);
});

test('clear: leaves nothing for the next administrator, not even files in the middle of loading', async () => {
  const { attachments, names, urls } = open();
  await attachments.add(LAN, files(2));
  const reading = attachments.add(LAN, [file('muộn.png')]);
  attachments.clear();
  await reading;
  expect(names()).toEqual([]);
  expect(attachments.of(LAN).isReading).toBe(false);
  expect(urls.size).toBe(0);
});
