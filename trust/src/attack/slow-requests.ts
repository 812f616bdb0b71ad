import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { TIME_LIMITS } from '../../../server/src/lib/http/time-limits.ts';
import { insertUser } from '../../../server/src/testing/factories.ts';
import { uploadOf } from '../../../server/src/testing/multipart.ts';
import { pngOf } from '../../../server/src/testing/test-images.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { openTarget, type Target } from '../target.ts';
import { seconds } from '../units.ts';

const CONNECTIONS = 300;
const DRIP_EVERY_MS = 1_000;
/** Node's check interval, and a margin for a loaded machine. */
const CUT_WITHIN_MS = TIME_LIMITS.requestMs + 10_000;
const LEAVING_SECONDS = 10;
const PIPELINED = 10;
const LEAVE_AFTER_MS = 3;
/** The request limit is tested elsewhere: here, what accepted requests leave behind. */
const AGAIN_AFTER_MS = 30;
/** The time for pending requests to end. */
const SETTLE_MS = 3_000;
/** Connections of the administrator's calls. */
const OPEN_FILES_SLACK = 20;

/** ASVS 2.4.1: slow heads and bodies, unauthenticated; each connection is closed in time. */
export async function slowRequests(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
  const kinds = ['GET / HTTP/1.1\r\nHost: x\r\nX-Long: ', `POST /api/admin/login HTTP/1.1\r\n${headers}`];
  kinds.push(`POST /api/admin/users HTTP/1.1\r\n${headers}`);
  return runBeside(target, CUT_WITHIN_MS / 1_000, async (until) => {
    const lasted = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => drip(target, kinds[index % kinds.length] ?? '', until)),
    );
    const stayed = lasted.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
    const longest = Math.max(...lasted.filter(Number.isFinite));
    return {
      tried: `${CONNECTIONS} requests that send a byte a second`,
      seen: `the last was cut after ${seconds(longest)}`,
      fell: stayed === 0 ? [] : [`${stayed} connections stayed`],
    };
  });
}

/** @returns the duration of the connection; infinity if it is still open at the end */
async function drip(target: Target, head: string, until: number): Promise<number> {
  const startedAt = performance.now();
  const socket = open(target);
  const closed = once(socket, 'close').then(() => true);
  socket.write(head);
  while (performance.now() < until) {
    if (await Promise.race([closed, sleep(DRIP_EVERY_MS, false)])) return performance.now() - startedAt;
    if (socket.writable) socket.write(' ');
  }
  socket.destroy();
  return Number.POSITIVE_INFINITY;
}

/** ASVS 2.4.1: requests for parts of an image by clients that disconnect at once; no file stays open. */
export async function leavingClients(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const address = await sendOne(target);
  const request = `GET ${address} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-10\r\n\r\n`.repeat(PIPELINED);
  const filesBefore = await countFiles(target);
  return runBeside(target, context.times ?? LEAVING_SECONDS, async (until) => {
    let connections = 0;
    for (; performance.now() < until; connections += 1) {
      const socket = open(target);
      socket.write(request);
      await sleep(LEAVE_AFTER_MS);
      socket.resetAndDestroy();
      await sleep(AGAIN_AFTER_MS);
    }
    await sleep(SETTLE_MS);
    const more = (await countFiles(target)) - filesBefore;
    return {
      tried: `${connections * PIPELINED} requests for parts of an image, over ${connections} connections that leave`,
      seen: `${Math.max(0, more)} more files open`,
      fell: more <= OPEN_FILES_SLACK ? [] : [`${more} files stayed open`],
    };
  });
}

/** The cut shows as an error or as a close. */
const open = ({ url }: Target): net.Socket =>
  net
    .connect(Number(new URL(url).port), '127.0.0.1')
    .on('error', () => undefined)
    .resume();

/** @returns the signed path of an uploaded image */
async function sendOne(target: Target): Promise<string> {
  const { id: userId } = await insertUser(target.database.db);
  const upload = uploadOf({ tempId: 'shown' }, sendImage.upload.field, [await pngOf()]);
  const response = await target.send(sendImage.method, endpointPath(sendImage, { userId }), upload);
  const { pathname, search } = new URL((response.json() as { data: { content: string } }).data.content);
  return pathname + search;
}

const countFiles = async ({ server }: Target): Promise<number> =>
  (await readdir(`/proc/${server.child.pid}/fd`)).length;
