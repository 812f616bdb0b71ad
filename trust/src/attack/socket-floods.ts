import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_EVENTS } from '../../../server/src/lib/realtime/account-limits.ts';
import { insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import {
  connectFrame,
  openRawSocket,
  pingFrame,
  type RawSocket,
  textFrame,
} from '../../../server/src/testing/raw-socket.ts';
import { runBeside } from '../beside.ts';
import type { Outcome, ScenarioContext } from '../scenario.ts';
import { openTarget, type Target } from '../target.ts';

const SECONDS = 10;
const CONNECTS = 80_000;
const FRAMES = 100_000;
const JSON_BYTES = 11 * 1024 * 1024;
/**
 * Between two connections of one attacker; without it the attacker's own process would use up the processor that both
 * share.
 */
const AGAIN_AFTER_MS = 20;
const EVENTS_AT_ONCE = 20;

const repeated = (bytes: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => bytes));

/** Opens one connection after the other; `use` floods each until the server has closed it. */
async function floodAgain(target: Target, until: number, use: (raw: RawSocket) => Promise<unknown>) {
  const counts = { opened: 0, closed: 0 };
  while (performance.now() < until) {
    const raw = await openRawSocket(target.url);
    counts.opened += 1;
    const isOver = use(raw).then(() => raw.closed);
    await Promise.race([isOver, sleep(Math.max(0, until - performance.now()))]);
    if (raw.isClosed()) counts.closed += 1;
    raw.destroy();
    await sleep(AGAIN_AFTER_MS);
  }
  return counts;
}

/** A scenario that sends the same bytes over each of its connections. */
function floodOf(what: string, bytes: Buffer, signsIn: boolean) {
  return async (context: ScenarioContext): Promise<Outcome> => {
    const target = await openTarget(context);
    const token = signsIn ? await signedInUser(target) : undefined;
    return runBeside(target, context.times ?? SECONDS, async (until) => {
      const { opened, closed } = await floodAgain(target, until, async (raw) => {
        if (token !== undefined) await join(raw, token);
        await raw.send(bytes);
      });
      return {
        tried: `${what}, over ${opened} connections`,
        seen: `${closed} closed`,
        fell: opened - closed > 1 ? [`${opened - closed} connections stayed`] : [],
      };
    });
  };
}

async function signedInUser({ database: { db } }: Target): Promise<string> {
  return insertSession(db, (await insertUser(db)).id);
}

/** Sends, and waits until `response` is received, or the connection is closed. */
async function exchange(raw: RawSocket, bytes: Buffer, response: string): Promise<void> {
  const before = raw.received().length;
  await raw.send(bytes);
  while (!raw.isClosed() && !raw.received().slice(before).includes(response)) {
    await Promise.race([once(raw.socket, 'data').catch(() => undefined), raw.closed]);
  }
}
const join = (raw: RawSocket, token: string) => exchange(raw, connectFrame(token), '40{"sid"');

export const connectFlood = floodOf(
  `${CONNECTS} CONNECT packets with a wrong token`,
  repeated(connectFrame(randomBytes(32).toString('base64url')), CONNECTS),
  false,
);
export const pingFlood = floodOf(
  `${FRAMES} pings that nobody reads`,
  repeated(pingFrame('x'.repeat(10)), FRAMES),
  false,
);
export const frameFlood = floodOf(`${FRAMES} frames that are no event`, repeated(textFrame('3'), FRAMES), false);
export const memberFrameFlood = floodOf(
  `${FRAMES} acknowledgements that nobody waits for`,
  repeated(textFrame('430[]'), FRAMES),
  true,
);

/** Messages of one account, which joins again after each twenty. */
export async function rejoinFlood(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const { db } = target.database;
  const { id: userId } = await insertUser(db);
  const token = await insertSession(db, userId);
  const seconds = context.times ?? SECONDS;
  return runBeside(target, seconds, async (until) => {
    let sent = 0;
    const message = () => {
      sent += 1;
      return textFrame(
        `42${JSON.stringify(['send_message', { content: 'x', type: 'text', tempId: `rejoin-${sent}` }])}`,
      );
    };
    const { opened } = await floodAgain(target, until, async (raw) => {
      while (!raw.isClosed() && performance.now() < until) {
        await join(raw, token);
        const messages = Array.from({ length: EVENTS_AT_ONCE }, message);
        // A join in the same chunk precedes the leave.
        await exchange(raw, Buffer.concat([...messages, textFrame('41'), pingFrame(`left ${sent}`)]), `left ${sent}`);
      }
    });
    const stored = (await db.selectFrom('messages').select('id').where('user_id', '=', userId).execute()).length;
    const allowed = ACCOUNT_EVENTS.burst + (seconds + 1) * ACCOUNT_EVENTS.perSecond;
    return {
      tried: `${sent} messages by leaving and joining again, over ${opened} connections`,
      seen: `${stored} stored`,
      fell: stored <= allowed ? [] : [`more than ${allowed} were stored`],
    };
  });
}

/** An administrator's packets of 11 MB that take long to parse. */
export async function largeJson(context: ScenarioContext): Promise<Outcome> {
  const target = await openTarget(context);
  const packet = textFrame(`42["admin_send_image",[${'{},'.repeat(JSON_BYTES / 3)}{}]]`);
  return runBeside(target, context.times ?? SECONDS, async (until) => {
    const { opened, closed } = await floodAgain(target, until, async (raw) => {
      await join(raw, target.admin.token);
      await raw.send(packet);
    });
    return { tried: `${opened} events of 11 MB of JSON`, seen: `${closed} connections closed` };
  });
}
