import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { startCuttableProxy } from '../../server/src/testing/cuttable-proxy.ts';
import { pngOf } from '../../server/src/testing/test-images.ts';
import { sendAsUser, storedImages } from './harness/chat-images.ts';
import { chatUrl, storedTexts } from './harness/conversation.ts';
import { openApp } from './harness/delivery.ts';
import { type Firefox, test } from './harness/firefox.ts';
import { find, shown, textsOf } from './harness/firefox-page.ts';
import { eventually } from './harness/test.ts';
import { having, named } from './harness/xpaths.ts';

type Person = Awaited<ReturnType<typeof openApp>>;

const box = ({ username }: Person) => named('textarea', `Tin nhắn gửi ${username}`);
const log = ({ username }: Person) => `//*[@role="log"][@aria-label="Tin nhắn với ${username}"]`;
const texts = (page: Page, user: Person) => textsOf(page, log(user), '//p[@dir="auto"]');

/** Opens the conversation with a user, and waits until it can send. */
async function openConversation(firefox: Firefox, user: Person, baseUrl = firefox.system.baseUrl): Promise<Page> {
  const page = await firefox.open(chatUrl(user), { baseUrl });
  await shown(page, named('button', 'Gửi'));
  return page;
}

async function send(page: Page, user: Person, text: string): Promise<void> {
  await find(page, box(user)).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Whether each image of the conversation is loaded. */
const drawn = (page: Page) =>
  page.$$eval('[role="log"] img', (images) => images.map((image) => image.complete && image.naturalWidth > 0));

test('chat: an image of the app user, two of the administrator from the file dialog → each is shown at both', async ({
  firefox,
}, info) => {
  const user = await openApp(firefox, 'Trần Thị Lan');
  const images: unknown[] = [];
  user.on('receive_message', (message) => images.push(message));
  const page = await openConversation(firefox, user);
  await sendAsUser(firefox, user, await pngOf({ width: 400, height: 400 }));
  await eventually(() => drawn(page)).toEqual([true]);

  await mkdir(info.outputDir, { recursive: true });
  const files = ['biển.png', 'núi.png'].map((name) => path.join(info.outputDir, name));
  for (const [index, file] of files.entries()) {
    await writeFile(file, await pngOf({ width: 600, height: 300 * (index + 1) }));
  }
  const [chooser] = await Promise.all([page.waitForFileChooser(), find(page, named('button', 'Gửi hình ảnh')).click()]);
  await chooser.accept(files);
  await eventually(() => textsOf(page, '//ul[@aria-label="Hình ảnh sẽ gửi"]/li')).toHaveLength(2);
  await send(page, user, 'Đà Nẵng');
  await eventually(() => storedImages(firefox, user)).toEqual([
    { type: 'image', caption: null, width: 400, height: 400 },
    { type: 'image', caption: 'Đà Nẵng', width: 600, height: 300 },
    { type: 'image', caption: null, width: 600, height: 600 },
  ]);
  await eventually(() => drawn(page)).toEqual([true, true, true]);
  await eventually(() => images).toMatchObject([
    { type: 'image', caption: 'Đà Nẵng', image: { width: 600, height: 300 } },
    { type: 'image', image: { width: 600, height: 600 } },
  ]);
  await page.reload();
  await eventually(() => drawn(page)).toEqual([true, true, true]);
});

test('chat without a network, and with it again → what was written meanwhile is sent once, after what was received', async ({
  firefox,
}) => {
  firefox.expectProblem(/can’t establish a connection/);
  const user = await openApp(firefox, 'Lê Thị Hoa');
  const network = await startCuttableProxy(firefox.system.baseUrl);
  firefox.onFinished(network.close);
  const page = await openConversation(firefox, user, network.url);
  await user.write('trước khi mất mạng');
  await eventually(() => texts(page, user)).toEqual(['trước khi mất mạng']);

  // Firefox itself keeps an open socket when it is set offline, which a network does not.
  await page.setOfflineMode(true);
  await network.cut();
  await send(page, user, 'viết lúc mất mạng');
  await shown(page, log(user), having('*', 'Đang gửi, chờ kết nối'));
  await user.write('đến lúc mất mạng');
  expect(await storedTexts(firefox, user)).toEqual(['trước khi mất mạng', 'đến lúc mất mạng']);

  await network.mend();
  await page.setOfflineMode(false);
  await shown(page, log(user), having('*', 'Đã gửi'));
  const all = ['trước khi mất mạng', 'đến lúc mất mạng', 'viết lúc mất mạng'];
  await eventually(() => texts(page, user)).toEqual(all);
  expect(await storedTexts(firefox, user)).toEqual(all);
  await eventually(() => user.received).toEqual(['viết lúc mất mạng']);
});
