import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { insertUser } from '../../../server/src/testing/factories.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { type ImageResponse, isImageServed, uploadImage } from './chat-images.ts';
import type { SmallDisk } from './small-disk.ts';
import { startWorkload } from './workload.ts';
import type { World } from './world.ts';

const IMAGE_SIDE_PIXELS = 700;
const IMAGES_WHILE_FULL = 8;
const IMAGES_BEFORE = 2;
const ROOM_LEFT_BYTES = 300_000;

/** Images are sent while the disk has no space for them, and then again. */
export async function fillImages(context: ScenarioContext, world: World, disk: SmallDisk): Promise<Outcome> {
  const { db } = world.database;
  const user = await insertUser(db);
  const workload = await startWorkload(context, world);
  const { token } = workload.admin;
  const send = (tempId: string) =>
    uploadImage(world.url, token, { userId: user.id, tempId, sidePixels: IMAGE_SIDE_PIXELS });
  const sent = new Map<string, ImageResponse>();
  const sendSome = async (name: string, count: number) => {
    for (let number = 0; number < count; number += 1) sent.set(`${name} ${number}`, await send(`${name} ${number}`));
  };
  await sendSome('before', IMAGES_BEFORE);
  await disk.fill(ROOM_LEFT_BYTES);
  const textsBefore = workload.log.messages.length;
  await sendSome('full', IMAGES_WHILE_FULL);
  const texts = workload.log.messages.length - textsBefore;
  const rejected = [...sent].filter(([, { status }]) => status !== 200);
  await disk.empty();
  for (const [tempId] of rejected) sent.set(tempId, await send(tempId));
  const broken = await workload.finish();
  const files = (await readdir(path.join(world.dataDir, 'media/chat', user.id))).sort();
  const rows = await db
    .selectFrom('messages')
    .select(['client_key', 'image_name', 'image_preview_name'])
    .where('user_id', '=', user.id)
    .execute();
  const named = rows.flatMap(({ image_name, image_preview_name }) => [image_name, image_preview_name]).sort();
  const unclean = rejected.filter(([, { status, retryAfter }]) => ![503, 507].includes(status) || !retryAfter);
  const shown = await Promise.all(
    [...sent.values()].map(({ content = '' }) => isImageServed(world.url, token, content)),
  );
  return {
    tried: `${sent.size} images, ${IMAGES_WHILE_FULL} of them without room`,
    seen:
      `${rejected.length} rejected with ${[...new Set(rejected.map(([, { status }]) => status))].join(', ')} and sent again, ` +
      `${texts} texts meanwhile`,
    fell: [
      ...broken,
      ...(rejected.length > 0 ? [] : ['no image was rejected: the disk was not full']),
      ...(unclean.length === 0 ? [] : [`${unclean.length} rejections were not clean`]),
      ...(rows.length === sent.size ? [] : [`${rows.length} rows of ${sent.size} images`]),
      ...(String(files) === String(named) ? [] : ['files and rows do not agree']),
      ...(shown.every(Boolean) ? [] : ['not every image can be read']),
      ...(texts > 0 ? [] : ['no text went through meanwhile']),
    ],
  };
}
