import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { createReport, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { disableUser, enableUser } from '@hai-dang/contract/users/user-account.endpoints.ts';
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
const REPORTERS = 100;
const TOGGLED = 10;
const CALL_PAUSE_MS = 300;
const RETRY_MS = 150;
/** Longer than the server's own database timeout. */
const CALL_TIMEOUT_MS = 25_000;
const END_TIMEOUT_MS = 60_000;
const EXCERPT_MAX_CHARS = 200;

/** The outcome of a call; status 0: no response. */
export interface CallResponse {
  status: number;
  /** Times of the request and the response, by `performance.now()`. */
  sentAt: number;
  answeredAt: number;
}

interface WorkloadOptions {
  /** A URL of the server through a proxy. */
  url?: string;
  pace?: Partial<Pace>;
  textOf?: (number: number) => string;
}

export interface Workload {
  readonly log: WorkloadLog;
  /** The outcomes of all calls, in the order of the responses. */
  readonly responses: readonly CallResponse[];
  /** Milliseconds until each message was acknowledged, with all its retries. */
  readonly latenciesMs: readonly number[];
  readonly chat: ReturnType<typeof openChat>;
  readonly admin: ChatAccount;
  markFault(): void;
  untilCaughtUp(timeoutMs: number, since?: number): Promise<Recovery>;
  /**
   * Waits until all pending operations are acknowledged. @returns the violations of the invariant; empty if it holds
   */
  finish(): Promise<string[]>;
}

async function signIn(db: Db, role: ChatAccount['role']): Promise<ChatAccount> {
  const { id } = await (role === 'admin' ? insertAdmin : insertUser)(db);
  return { id, role, token: await insertSession(db, id) };
}

const signInSome = (db: Db, role: ChatAccount['role'], count: number): Promise<ChatAccount[]> =>
  Promise.all(Array.from({ length: count }, () => signIn(db, role)));

/**
 * Starts the load under which faults happen: users and administrators write to each other, reports are filed and
 * decided, accounts disabled and enabled. Each operation has its own key, and its acknowledgement is logged. It ends
 * with the scenario, unless {@link Workload.finish} ends it before.
 */
export async function startWorkload(
  context: ScenarioContext,
  world: World,
  options: WorkloadOptions = {},
): Promise<Workload> {
  const { url = world.url, pace, textOf = (number) => `tin ${number}` } = options;
  const { db } = world.database;
  const log = emptyLog();
  const faults: string[] = [];
  const responses: CallResponse[] = [];
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

  /** @returns the response's data if the call was acknowledged */
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
    responses.push({ status, sentAt, answeredAt: performance.now() });
    if (!response || text === undefined) return undefined;
    if (response.ok) return JSON.parse(text).data;
    const isClean = response.status === 503 && Number(response.headers.get('retry-after')) > 0;
    if (!isClean) faults.push(`${endpoint.name} was answered ${response.status} ${text.slice(0, EXCERPT_MAX_CHARS)}`);
    return undefined;
  }

  async function keepFiling(): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const reporter = reporters[count % REPORTERS];
      // Another subject each time: a report of the same one would join the reporter's open report.
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

  /** Each report once, with any outcome. */
  async function keepDeciding(): Promise<void> {
    for (let next = 0; !isOver; ) {
      const report = log.reports[next];
      // The last one may still be pending.
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

  /** Each time until it is acknowledged, as an administrator would who sees the failure. */
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

  const inFlight = Promise.all([chat.write(), keepFiling(), keepDeciding(), keepToggling()]);
  // Reported by finish, which may be called much later.
  inFlight.catch((error: unknown) => faults.push(String(error)));

  return {
    log,
    responses,
    latenciesMs,
    chat,
    admin,
    markFault: chat.markFault,
    untilCaughtUp: chat.untilCaughtUp,
    async finish() {
      isOver = true;
      chat.end();
      const inTime = sleep(END_TIMEOUT_MS, false, { ref: false });
      const hasEnded = await Promise.race([inFlight.then(() => true), inTime]).catch(() => true);
      if (!hasEnded) faults.push(`not everything was acknowledged within ${END_TIMEOUT_MS / 1_000} s`);
      await chat.settle();
      const broken = await checkInvariant(db, log, chat);
      if (countAcknowledged(log) === 0) broken.push('nothing was acknowledged at all');
      return [...new Set(faults), ...broken, ...world.unexpected];
    },
  };
}
