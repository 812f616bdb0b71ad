import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendImageAsUser } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { uploadOf } from '../../../server/src/testing/multipart.ts';
import { deepAvif, deepInterlacedPng, progressiveJpeg } from '../../../server/src/testing/test-images.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { openTarget, type Target } from '../target.ts';
import { megabytes } from '../units.ts';

/** The memory limit of a server in deploy/kubernetes. */
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
const KIB_BYTES = 1024;
const SAMPLE_INTERVAL_MS = 100;
const ROUNDS = 3;

/** ASVS 5.2.6: two app users at once send the images that need the most memory within the pixel limit. */
export async function demandingImages(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const tokens = await Promise.all([newUser(target), newUser(target)]);
  const images: Array<[what: string, bytes: Buffer, expected: readonly number[]]> = [
    ['AVIF of 12 bits', await deepAvif(), [413]],
    ['interlaced PNG of 16 bits', await deepInterlacedPng(), [413]],
    ['progressive JPEG', await progressiveJpeg(), [200]],
  ];
  return runBeside(target, 0, async () => {
    const watch = { isOver: false, peakBytes: 0 };
    const watching = watchMemory(target, watch);
    const wrong: string[] = [];
    let sent = 0;
    for (let round = 0; round < (context.times ?? ROUNDS); round += 1) {
      for (const [what, bytes, expected] of images) {
        const responses = await Promise.all(
          tokens.map((token, index) => {
            const upload = uploadOf({ tempId: `${what}-${round}-${index}` }, sendImageAsUser.upload.field, [bytes]);
            return target.send(sendImageAsUser.method, sendImageAsUser.path, { ...upload, token });
          }),
        );
        sent += responses.length;
        for (const { statusCode } of responses)
          if (!expected.includes(statusCode)) wrong.push(`${what}: ${statusCode}`);
      }
    }
    watch.isOver = true;
    await watching;
    return {
      tried: `${sent} images of 39.9 megapixels, two at once,`,
      seen: `${megabytes(watch.peakBytes)} at the most, all processes`,
      fell: [...wrong, ...(watch.peakBytes <= MEMORY_MAX_BYTES ? [] : [`more than ${megabytes(MEMORY_MAX_BYTES)}`])],
    };
  });
}

async function newUser({ database: { db } }: Target): Promise<string> {
  const { id } = await insertUser(db);
  return insertSession(db, id);
}

/** The memory of the server and of its child processes. */
async function watchMemory({ server }: Target, watch: { isOver: boolean; peakBytes: number }): Promise<void> {
  while (!watch.isOver) {
    const pids = [String(server.child.pid), ...(await childrenOf(server.child.pid ?? 0))];
    const sizes = await Promise.all(pids.map(residentBytesOf));
    watch.peakBytes = Math.max(
      watch.peakBytes,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    await sleep(SAMPLE_INTERVAL_MS);
  }
}

async function childrenOf(pid: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((each) => readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')));
  // The state and the parent follow the name, which may contain anything.
  return pids.filter((_, index) => stats[index]?.replace(/^.*\) \S /s, '').startsWith(`${pid} `));
}

/** 0 for a process that has ended meanwhile. */
async function residentBytesOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * KIB_BYTES;
}
