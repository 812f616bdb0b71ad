import { setTimeout as sleep } from 'node:timers/promises';
import { sendImageAsUser } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { uploadOf } from '../../../server/src/testing/multipart.ts';
import { startSilentServer } from '../../../server/src/testing/s3/silent-server.ts';
import { pngOf } from '../../../server/src/testing/test-images.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { openTarget } from '../target.ts';
import { seconds } from '../units.ts';
import { beyond } from './outcomes.ts';

const SENDERS = 12;
const SECONDS = 60;
const STARTED_BAR_MS = 30_000;
/** The limit for the response to an upload that waits for a slot, then for the bucket. */
const RESPONSE_BAR_MS = 60_000;
/** The time for pending requests to end. */
const SETTLE_MS = 15_000;
const UNAVAILABLE = 503;
const LIMIT_MS = 5 * 60_000;

async function sendToSilentBucket(context: ScenarioContext, lastsSeconds: number): Promise<Outcome> {
  const bucket = await startSilentServer();
  context.defer(bucket.close);
  const { endpoint = '', region, bucket: name, accessKeyId, secretAccessKey } = bucket.settings;
  const startedAt = performance.now();
  const target = await openTarget(context, {
    // Each 503 is an error in the log, as intended.
    LOG_LEVEL: 'fatal',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const startedMs = performance.now() - startedAt;
  const { db } = target.database;
  const senders = Array.from({ length: SENDERS }, async () => insertSession(db, (await insertUser(db)).id));
  const tokens = await Promise.all(senders);
  const image = await pngOf();
  const outcome = await runBeside(target, lastsSeconds, async (until) => {
    const tookMs: number[] = [];
    const unexpected = new Set<number>();
    const sendOn = async (token: string) => {
      while (performance.now() < until) {
        const upload = uploadOf({ tempId: `image-${tookMs.length}` }, sendImageAsUser.upload.field, [image]);
        const call = { ...upload, token };
        const response = await target.send(sendImageAsUser.method, sendImageAsUser.path, call);
        tookMs.push(response.tookMs);
        if (response.statusCode !== UNAVAILABLE) unexpected.add(response.statusCode);
        else if (response.headers['retry-after'] === undefined) unexpected.add(UNAVAILABLE);
      }
    };
    await Promise.all(tokens.map(sendOn));
    await sleep(SETTLE_MS);
    const slowestMs = Math.max(...tookMs);
    return {
      tried: `${tookMs.length} images sent by ${SENDERS} users to a bucket that says nothing`,
      seen: `each answered within ${seconds(slowestMs)}; started in ${seconds(startedMs)}; ${bucket.countOpen()} connections left`,
      fell: [
        ...[...unexpected].map((status) => `an upload was answered ${status}`),
        ...beyond('the start', startedMs, STARTED_BAR_MS),
        ...beyond('an upload', slowestMs, RESPONSE_BAR_MS),
        ...(bucket.countOpen() === 0 ? [] : [`${bucket.countOpen()} connections to the bucket stay open`]),
      ],
    };
  });
  const stored = await db.selectFrom('messages').select('id').execute();
  return { ...outcome, fell: [...(outcome.fell ?? []), ...(stored.length === 0 ? [] : ['a message was stored'])] };
}

/** Images are stored in an S3 that accepts connections and does not respond. `--times` is the duration in seconds. */
export const silentBucket: Scenario = {
  line: 'bucket of images hangs',
  limitMs: LIMIT_MS,
  run: (context) => sendToSilentBucket(context, context.times ?? SECONDS),
};
