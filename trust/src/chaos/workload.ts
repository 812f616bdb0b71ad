import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { createReport, setReportStatus } from '@hai-dang/contract/reports/reports.endpoints.ts';
import { disableUser, enableUser } from '@hai-dang/contract/users/users.endpoints.ts';
import type { Db } from '../../../server/src/lib/db/database.ts';
import { insertAdmin, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import type { ScenarioContext } from '../scenario.ts';
import { type ChatAccount, openChat, PANEL_PACE, type Pace, type Recovery } from './chat-clients.ts';
import { checkInvariant } from './invariant.ts';
import { countAcknowledged, emptyLog, type FiledReport, type WorkloadLog } from './workload-log.ts';
import type { World } from './world.ts';

const USERS = 8;
const ADMINS = 4;
/** Each may file thirty in an hour. */
const REPORTERS = 40;
const TOGGLED = 10;
const CALL_PAUSE_MS = 300;
const RETRY_MS = 150;
/** Beyond all that a server lets itself wait for its database. */
const CALL_TIMEOUT_MS = 25_000;
const END_TIMEOUT_MS = 60_000;
const TOLD_CHARS = 200;

/** What a call came to; status 0: no answer. */
export interface CallAnswer {
  status: number;
  /** When it was sent and answered, by `performance.now()`. */
  sentAt: number;
  answeredAt: number;
}

interface WorkloadOptions {
  /** Another way to the server than its own address. */
  url?: string;
  pace?: Partial<Pace>;
  textOf?: (number: number) => string;
  /** Administrators beside the workload's own: reports are announced to them too. */
  otherAdmins?: number;
}

export interface Workload {
  readonly log: WorkloadLog;
  /** What every call came to, in the order of the answers. */
  readonly answers: readonly CallAnswer[];
  /** Milliseconds until each message was acknowledged, however often it was sent. */
  readonly latenciesMs: readonly number[];
  readonly chat: ReturnType<typeof openChat>;
  readonly admin: ChatAccount;
  markFault(): void;
  untilCaughtUp(timeoutMs: number, since?: number): Promise<Recovery>;
  /** Lets everything under way be acknowledged. @returns what the invariant says; none is as it should be */
  finish(): Promise<string[]>;
}

async function signIn(db: Db, role: ChatAccount['role']): Promise<ChatAccount> {
  const { id } = await (role === 'admin' ? insertAdmin : insertUser)(db);
  return { id, role, token: await insertSession(db, id) };
}

const signInSome = (db: Db, role: ChatAccount['role'], count: number): Promise<ChatAccount[]> =>
  Promise.all(Array.from({ length: count }, () => signIn(db, role)));

/**
 * Begins what goes on while things break: users and administrators write to each other, reports are filed and decided,
 * accounts disabled and enabled. Each operation has a key of its own, and its acknowledgement is written down. It ends
 * with the scenario, if {@link Workload.finish} does not end it before.
 */
export async function startWorkload(
  context: ScenarioContext,
  world: World,
  options: WorkloadOptions = {},
): Promise<Workload> {
  const { url = world.url, pace, textOf = (number) => `tin ${number}`, otherAdmins = 0 } = options;
  const { db } = world.database;
  const log = emptyLog();
  const faults: string[] = [];
  const answers: CallAnswer[] = [];
  const latenciesMs: number[] = [];
  const admins = await signInSome(db, 'admin', ADMINS);
  const users = await signInSome(db, 'user', USERS);
  const reporters = await signInSome(db, 'user', REPORTERS);
  const toggledUsers = await signInSome(db, 'user', TOGGLED);
  const [admin] = admins;
  if (!admin) throw new Error('there is no administrator');
  const { token } = admin;
  let isOver = false;

  const chat = openChat({
    url,
    accounts: [...admins, ...users],
    pace: { ...PANEL_PACE, ...pace },
    textOf,
    onStored(message, latencyMs) {
      log.messages.push(message);
      latenciesMs.push(latencyMs);
    },
  });
  context.defer(() => {
    isOver = true;
    chat.close();
  });
  await chat.untilConnected();

  /** @returns the answer's data when the call was acknowledged */
  async function call(endpoint: Endpoint, id: string, bearer: string, body: object): Promise<unknown> {
    const sentAt = performance.now();
    const response = await fetch(`${url}${endpointPath(endpoint, { id })}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    const status = text === undefined ? 0 : (response?.status ?? 0);
    answers.push({ status, sentAt, answeredAt: performance.now() });
    if (!response || text === undefined) return undefined;
    if (response.ok) return JSON.parse(text).data;
    const isClean = response.status === 503 && Number(response.headers.get('retry-after')) > 0;
    if (!isClean) faults.push(`${endpoint.name} was answered ${response.status} ${text.slice(0, TOLD_CHARS)}`);
    return undefined;
  }

  async function keepFiling(): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const reporter = reporters[count % REPORTERS];
      // Another subject each time round: a reporter's open report of the same one would be joined.
      const target = users[(count + Math.floor(count / REPORTERS)) % USERS];
      if (!reporter || !target) throw new Error('there is nobody to report');
      const report: FiledReport = { description: `Báo cáo số ${count} của đợt thử` };
      log.reports.push(report);
      const body = { reportedItem: target.id, itemType: 'User', reason: 'spam', description: report.description };
      const stored = (await call(createReport, '', reporter.token, body)) as { _id: string } | undefined;
      if (stored) report.id = stored._id;
      await sleep(stored ? CALL_PAUSE_MS : RETRY_MS);
    }
  }

  /** Each report once, whatever comes of it. */
  async function keepDeciding(): Promise<void> {
    for (let next = 0; !isOver; ) {
      const report = log.reports[next];
      // The last one may still be under way.
      if (!report || (report.id === undefined && next === log.reports.length - 1)) {
        await sleep(RETRY_MS);
        continue;
      }
      next += 1;
      if (report.id === undefined) continue;
      const decision = { note: `quyết định ${next}`, reportId: report.id, isAcknowledged: false };
      log.decisions.push(decision);
      const body = { status: 'resolved', version: 1, note: decision.note };
      decision.isAcknowledged = (await call(setReportStatus, report.id, token, body)) !== undefined;
    }
  }

  /** Each time until it is acknowledged, as an administrator would who sees that it failed. */
  async function keepToggling(): Promise<void> {
    log.toggled.push(...toggledUsers.map(({ id }) => ({ userId: id, isDisabled: false, acknowledged: 0 })));
    for (let next = 0; !isOver; next += 1) {
      const target = log.toggled[next % TOGGLED];
      if (!target) throw new Error('there is nobody to disable');
      const endpoint = target.isDisabled ? enableUser : disableUser;
      for (let isDone = false; !isDone; ) {
        isDone = (await call(endpoint, target.userId, token, {})) !== undefined;
        if (!isDone) await sleep(RETRY_MS);
      }
      target.isDisabled = !target.isDisabled;
      target.acknowledged += 1;
      await sleep(CALL_PAUSE_MS);
    }
  }

  const underWay = Promise.all([chat.write(), keepFiling(), keepDeciding(), keepToggling()]);
  // Told by finish, which may come long after.
  underWay.catch((error: unknown) => faults.push(String(error)));

  return {
    log,
    answers,
    latenciesMs,
    chat,
    admin,
    markFault: chat.markFault,
    untilCaughtUp: chat.untilCaughtUp,
    async finish() {
      isOver = true;
      chat.end();
      const inTime = sleep(END_TIMEOUT_MS, false, { ref: false });
      const hasEnded = await Promise.race([underWay.then(() => true), inTime]).catch(() => true);
      if (!hasEnded) faults.push(`not everything was acknowledged within ${END_TIMEOUT_MS / 1_000} s`);
      await chat.settle();
      const broken = await checkInvariant(db, log, chat, ADMINS + otherAdmins);
      if (countAcknowledged(log) === 0) broken.push('nothing was acknowledged at all');
      return [...new Set(faults), ...broken, ...world.unexpected];
    },
  };
}
