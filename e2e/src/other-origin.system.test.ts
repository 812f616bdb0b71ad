import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { pngOf } from '../../server/src/testing/test-images.ts';
import { isDrawn, sendOverHttp, shown } from './harness/chat-images.ts';
import { openConversation } from './harness/conversation.ts';
import { createPosts, createUser } from './harness/data.ts';
import { fileReport, reportScreen } from './harness/report-detail.ts';
import { freePort, type ServerProcess, startServerProcess } from './harness/server-process.ts';
import { STORED_IMAGE_URL, storeImage } from './harness/stored-image.ts';
import { serverSettings } from './harness/system.ts';
import { eventually, type Panel, test } from './harness/test.ts';

interface Origins {
  panel: ServerProcess;
  api: ServerProcess;
}

/** Two servers on one database: one serves the panel, the other the API, sockets and images. */
async function withOrigins({ system }: Panel, work: (origins: Origins) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-e2e-origin-'));
  await storeImage(dataDir);
  const settings = serverSettings(system.databaseUrl, dataDir);
  const panelPort = await freePort();
  const ALLOWED_ORIGINS = `http://127.0.0.1:${panelPort}`;
  const api = await startServerProcess({ ...settings, ALLOWED_ORIGINS });
  const urls = { API_BASE_URL: api.baseUrl, SOCKET_BASE_URL: api.baseUrl };
  const panel = await startServerProcess({ ...settings, PORT: String(panelPort), ...urls });
  try {
    await work({ panel, api });
  } finally {
    await panel.stop();
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** An image loaded from the API's origin. */
async function expectFrom(image: Locator, { baseUrl }: ServerProcess): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await eventually(() => isDrawn(image)).toBe(true);
  expect(new URL((await image.getAttribute('src')) ?? '').origin).toBe(baseUrl);
}

test.describe('screens: a panel on another origin than its API', () => {
  test('shows avatars, post images, evidence and message images', async ({ panel }) => {
    await withOrigins(panel, async ({ panel: own, api }) => {
      const there: Panel = { ...panel, system: { ...panel.system, baseUrl: api.baseUrl } };
      const user = await createUser(panel.db, { username: 'Trần Thị Xa', avatar_url: STORED_IMAGE_URL });
      const [post] = await createPosts(panel.db, user.id, 1, () => ({ image_urls: [STORED_IMAGE_URL] }));
      await sendOverHttp(there, user, [await pngOf()]);
      const reportId = await fileReport(there, { itemType: 'Post', itemId: post?.id ?? '' });
      const open = (): Promise<Page> => panel.newPage({ baseUrl: own.baseUrl });

      const chat = await openConversation(await open(), user);
      await expectFrom(shown(chat, user), api);
      await expectFrom(chat.getByRole('main').locator('img[src*="/media/0"]').first(), api);

      const detail = await open();
      await detail.goto(`/admin/users/${user.id}`);
      const image = detail.getByRole('main').locator('button img');
      await expectFrom(image, api);
      await expectFrom(detail.getByRole('main').locator('img[src*="/media/0"]').first(), api);

      // A deleted subject is shown by its evidence.
      await panel.db.updateTable('posts').set({ deleted_at: new Date() }).execute();
      const report = await open();
      await report.goto(reportScreen(reportId));
      await expectFrom(report.locator('img[src*="/media/evidence/"]').first(), api);
      // Closed before the servers stop, or open pages would report failed requests.
      for (const page of [chat, detail, report]) await page.context().close();
    });
  });
});
