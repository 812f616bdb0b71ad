import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loginUser } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { createSocketOpener, untilClosed } from '../../../server/src/testing/socket-client.ts';
import { type Outcome, type Scenario, type ScenarioContext, Skipped } from '../scenario.ts';
import { seconds } from '../units.ts';
import { tryDecisions } from './decisions-on-wrong-clock.ts';
import { inEachKind } from './in-each-world.ts';
import { post } from './post.ts';
import { startWorkload, type Workload } from './workload.ts';
import { countAcknowledged } from './workload-log.ts';
import { type DatabaseKind, openWorld, temporaryFolder, type World } from './world.ts';

/** The path in Debian's package. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;
const LOAD_MS = 2_000;
/** The interval of the socket checks, and a margin. */
const SOCKET_CLOSED_BAR_MS = 32_000;
const TIMEOUT_MS = 30_000;
const TIMES = 1;
const LIMIT_MS = 10 * 60_000;

/** The clock of one server: `FAKETIME` of its library, read again at each check. */
interface WrongClock {
  settings: Record<string, string>;
  /** Hours from the true time. */
  set(hours: number): Promise<void>;
}

function wrongClock(folder: string): WrongClock {
  const file = path.join(folder, 'faketime');
  return {
    settings: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Like a wall clock that is set: the monotonic clock continues.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set: (hours) => writeFile(file, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`),
  };
}

/** Behaviour of sessions and limits while the clock is wrong. */
async function tryExpiry(world: World, { admin }: Workload, clock: WrongClock) {
  const { db } = world.database;
  const now = Date.now();
  const ago = (hours: number) => new Date(now - hours * HOUR_MS);
  const fell: string[] = [];
  const { email } = await insertUser(db);
  const sessions = {
    ending: await insertSession(db, admin.id, ago(23), { last_used_at: ago(0) }),
    unused: await insertSession(db, admin.id, ago(7)),
    ended: await insertSession(db, admin.id, ago(25), { last_used_at: ago(0) }),
  };
  const sockets = createSocketOpener(() => world.url);

  async function expectStatus(when: string, name: keyof typeof sessions, expected: number): Promise<void> {
    const { status } = await post(world.url, listNotifications.path, {}, sessions[name]);
    if (status !== expected) fell.push(`${when}: the session '${name}' was answered ${status}, not ${expected}`);
  }
  const guess = async () => (await post(world.url, loginUser.path, { email, password: 'not the password' })).status;

  try {
    await expectStatus('at the true time', 'ending', 200);
    await expectStatus('at the true time', 'ended', 401);
    const socket = await sockets.open(sessions.ending);
    await clock.set(2);
    await expectStatus('two hours ahead', 'ending', 401);
    await expectStatus('two hours ahead', 'unused', 401);
    const closed = await Promise.race([untilClosed(socket), sleep(2 * SOCKET_CLOSED_BAR_MS, null, { ref: false })]);
    if (!closed || closed.afterMs > SOCKET_CLOSED_BAR_MS) fell.push('two hours ahead: the socket of a session stayed');
    for (let count = 0; count < LOGIN_MAX_FAILURES; count += 1) await guess();
    await clock.set(-2);
    // An expired session stays expired at any time.
    for (const name of ['ending', 'unused', 'ended'] as const) await expectStatus('two hours behind', name, 401);
    if ((await guess()) !== 429) fell.push('two hours behind: the login limit was forgotten');
    await sleep(LOAD_MS);
    await clock.set(0);
    for (const name of ['ending', 'unused', 'ended'] as const) await expectStatus('right again', name, 401);
    return { socketClosedMs: closed?.afterMs ?? Number.POSITIVE_INFINITY, fell };
  } finally {
    sockets.closeAll();
  }
}

/** Whether times really decrease within a conversation, so that only the seq determines its order. */
async function wentBack({ database: { db } }: World): Promise<boolean> {
  const rows = await db.selectFrom('messages').select(['user_id', 'created_at']).orderBy('seq').execute();
  return [...Map.groupBy(rows, ({ user_id }) => user_id).values()].some((own) =>
    own.some(({ created_at }, index) => created_at < (own[index - 1]?.created_at ?? created_at)),
  );
}

async function goWrong(context: ScenarioContext, kind: DatabaseKind): Promise<Outcome> {
  const clock = wrongClock(await temporaryFolder(context, 'clock'));
  await clock.set(0);
  const world = await openWorld(context, { kind, settings: clock.settings });
  const workload = await startWorkload(context, world);
  const times = context.times ?? TIMES;
  await sleep(LOAD_MS);
  const { socketClosedMs, fell } = await tryExpiry(world, workload, clock);
  fell.push(...(await tryDecisions(world, workload.admin.token, clock)));
  for (let count = 0; count < times; count += 1) {
    for (const hours of [2, -2, 0]) {
      workload.markFault();
      await clock.set(hours);
      await workload.untilCaughtUp(TIMEOUT_MS);
    }
  }
  const broken = await workload.finish();
  return {
    tried: `${times + 2} × two hours ahead, two behind, right again`,
    seen:
      `the socket of a session that was over closed after ${seconds(socketClosedMs)}, ` +
      `${countAcknowledged(workload.log)} writes acknowledged`,
    fell: [
      ...broken,
      ...fell,
      ...((await wentBack(world)) ? [] : ['no conversation has times that go back: the clock was not wrong']),
    ],
  };
}

/** The server's clock jumps two hours ahead and back, the database's stays right. */
export const clockWrong: Scenario = {
  line: 'clock wrong by 2 h',
  limitMs: LIMIT_MS,
  async run(context) {
    if (!existsSync(LIBRARY)) throw new Skipped('there is no libfaketime (apt-get install faketime)');
    return inEachKind((kind) => goWrong(context, kind));
  },
};
