import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { insertPost, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { noisyPng } from '../../../server/src/testing/test-images.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { DEFAULT_CALL_LIMITS, openTarget, type Target } from '../target.ts';

const FLOOD_SECONDS = 10;
const AT_ONCE = 8;
const IMAGES = 10;
const IMAGE_SIDE_PIXELS = 100;
const EXPECTED_STATUSES: readonly number[] = [201, 429];

/** ASVS 2.3.4, 2.4.1: one app user files the same report of a post with images, in parallel and repeatedly. */
export async function repeatedFiling(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context, DEFAULT_CALL_LIMITS);
  const { db } = target.database;
  const author = await insertUser(db);
  const post = await insertPost(db, author.id, { image_urls: await storeImages(target) });
  const token = await insertSession(db, (await insertUser(db)).id);
  const body = {
    itemType: 'Post',
    reportedItem: post.id,
    reason: 'spam',
    description: 'Bài viết quảng cáo lặp đi lặp lại',
  };
  return runBeside(target, context.times ?? FLOOD_SECONDS, async (until) => {
    let sent = 0;
    const unexpected = new Set<number>();
    const fileWithoutEnd = async () => {
      for (; performance.now() < until; sent += 1) {
        const { statusCode } = await target.send(createReport.method, createReport.path, { token, body });
        if (!EXPECTED_STATUSES.includes(statusCode)) unexpected.add(statusCode);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fileWithoutEnd));
    const reports = (await db.selectFrom('reports').select('id').execute()).length;
    const notifications = (await db.selectFrom('announcements').select('id').execute()).length;
    const copies = (await readdir(path.join(target.dataDir, 'media/evidence'))).length;
    return {
      tried: `the same report of a post with ${IMAGES} images filed ${sent} times, ${AT_ONCE} at once,`,
      seen: `${reports} report, ${notifications} notification, ${copies} copies of images stored`,
      fell: [
        ...[...unexpected].map((status) => `a filing was answered ${status}`),
        ...(reports === 1 ? [] : [`${reports} reports are stored`]),
        ...(notifications === 1 ? [] : [`${notifications} notifications are stored`]),
        ...(copies === IMAGES ? [] : [`${copies} copies of ${IMAGES} images are stored`]),
      ],
    };
  });
}

/** Stores images in the server's media directory. @returns their URLs */
function storeImages({ dataDir }: Target): Promise<string[]> {
  const folder = path.join(dataDir, 'media');
  return Promise.all(
    Array.from({ length: IMAGES }, async (_, index) => {
      const name = `${String(index).padStart(16, 'a')}.webp`;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, name), await noisyPng(IMAGE_SIDE_PIXELS));
      return `/media/${name}`;
    }),
  );
}
