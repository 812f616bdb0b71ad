import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { adminSendImage } from '@hai-dang/contract/chat/chat.events.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { insertUser } from '../../../server/src/testing/factories.ts';
import { uploadOf } from '../../../server/src/testing/multipart.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import { hugeImages, pngOf } from '../../../server/src/testing/test-images.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { failuresOf, forgetPeak, openTarget, residentBytes } from '../target.ts';
import { megabytes } from '../units.ts';

const EXTRA_MAX_BYTES = 100 * 1024 * 1024;
/**
 * The second is for formats such as WebP, whose decoder allocates the memory of all pixels before it reads the size.
 */
const EXPECTED_CODES: readonly unknown[] = ['IMAGE_TOO_MANY_PIXELS', 'IMAGE_TOO_COMPLEX'];

/** ASVS 5.2.6: images that would exhaust the memory are rejected before decoding, on both upload paths. */
export async function largeImage(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const { id: userId } = await insertUser(target.database.db);
  const sockets = createSocketOpener(() => target.url);
  context.defer(sockets.closeAll);
  const upload = async (tempId: string, bytes: Buffer) => {
    const path = endpointPath(sendImage, { userId });
    return target.send(sendImage.method, path, uploadOf({ tempId }, sendImage.upload.field, [bytes]));
  };
  // A valid image first, so that the memory loaded for a first image is not counted.
  const taken = await upload('taken', await pngOf({ width: 2_000, height: 2_000 }));
  const before = await forgetPeak(target.server);
  const responses: Array<[what: string, code: unknown]> = [];
  for (const [kind, bytes] of Object.entries(await hugeImages())) {
    responses.push([`${kind} by HTTP`, (await upload(kind, bytes)).json().code]);
    const socket = await sockets.open(target.admin.token);
    const ack = await ask(socket, adminSendImage.name, { userId, image: bytes, tempId: `${kind}-socket` });
    responses.push([`${kind} by socket`, (ack as { code?: unknown }).code]);
  }
  const extraBytes = (await residentBytes(target.server, 'VmHWM')) - before;
  return {
    tried: `${responses.length} images of 14 000 × 14 000`,
    seen: `${megabytes(extraBytes)} more memory at the most`,
    fell: [
      ...(taken.statusCode === 200 ? [] : [`an ordinary image was rejected: ${taken.body}`]),
      ...responses
        .filter(([, code]) => !EXPECTED_CODES.includes(code))
        .map(([what, code]) => `${what}: ${String(code)}`),
      ...(extraBytes < EXTRA_MAX_BYTES ? [] : [`more than ${megabytes(EXTRA_MAX_BYTES)}`]),
      ...failuresOf(target.server),
    ],
  };
}
