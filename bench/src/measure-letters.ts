import { setTimeout as sleep } from 'node:timers/promises';
import { subjectResponseSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { insertPost, insertReport, insertSession, insertUser } from '../../server/src/testing/factories.ts';
import { acknowledged, openAll, sendNumbered } from './chat-sockets.ts';
import { HttpConnection } from './http-client.ts';
import { percentiles } from './measure.ts';
import { describeMachine } from './report.ts';
import { startServer } from './server-process.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

const REPORTERS = 1_000;
const CHATTING_USERS = 20;
/** The interval between the messages of each of them. */
const MESSAGE_EVERY_MS = 100;
const BEFORE_MS = 15_000;
const POLL_MS = 50;
const SENT_MAX_MS = 60_000;
const DELIVERED_MAX_MS = 5_000;
const P99_MAX_MS = 50;

interface LettersMetrics {
  /** The time from when the letters are due until all are delivered. */
  deliveredMs: number;
  before: number[];
  during: number[];
  failures: string[];
}

/**
 * Measures how long a letter to many reporters takes, and the chat meanwhile.
 * @returns its section of the results page, and the missed bars
 */
export async function measureLetters(): Promise<{ part: string; missed: string[] }> {
  return withTemporaryDatabase('letters', async (database, dataDir) => {
    const metrics = await measureIn(database, dataDir);
    const missed = missedBars(metrics);
    return { part: writePart(metrics, missed, await describeMachine(database)), missed };
  });
}

async function insertReportedPost({ db }: Database): Promise<string> {
  const author = await insertUser(db);
  const { id } = await insertPost(db, author.id);
  for (let n = 0; n < REPORTERS; n += 1) {
    await insertReport(db, { itemType: 'Post', itemId: id, itemAuthorId: author.id });
  }
  return id;
}

/** Users who write until `stop`, each several times a second; `take` has the times until acknowledged. */
async function startChat(address: string, { db }: Database) {
  const tokens = await Promise.all(
    Array.from({ length: CHATTING_USERS }, async () => insertSession(db, (await insertUser(db)).id)),
  );
  const sentAt = new Map<number, number>();
  const failures: string[] = [];
  let times: number[] = [];
  let next = 1;
  const users = await openAll(address, tokens, {
    onEvent: () => undefined,
    onAck(packet) {
      const { number, isRejected } = acknowledged(packet);
      times.push(performance.now() - (sentAt.get(number) ?? 0));
      sentAt.delete(number);
      if (isRejected) failures.push('a message was rejected');
    },
  });
  let sender = 0;
  const timer = setInterval(() => {
    const number = next++;
    sentAt.set(number, performance.now());
    sendNumbered(users[sender++ % users.length], number);
  }, MESSAGE_EVERY_MS / CHATTING_USERS);
  return {
    take(): number[] {
      const taken = times;
      times = [];
      return taken;
    },
    /** @returns the errors */
    async stop(): Promise<string[]> {
      clearInterval(timer);
      await sleep(1_000);
      for (const user of users) user.close();
      return sentAt.size === 0 ? failures : [...failures, `${sentAt.size} messages were not acknowledged`];
    },
  };
}

async function measureIn(database: Database, dataDir: string): Promise<LettersMetrics> {
  const server = await startServer(dataDir);
  const connection = new HttpConnection(server.address);
  try {
    const itemId = await insertReportedPost(database);
    const call = (url: string, body: object) => connection.post(url, body, server.token);
    const { body: read } = await call(`/api/admin/subjects/Post/${itemId}`, {});
    const { version } = subjectResponseSchema.parse(JSON.parse(read)).data;
    const chat = await startChat(server.address, database);
    await sleep(BEFORE_MS);
    const subject = { itemType: 'Post', itemId };
    const { status } = await call('/api/admin/decisions', { subject, outcome: 'no_violation', actions: [], version });
    if (status !== 201) throw new Error(`the decision was answered ${status}`);
    const dueAt = await findDueAt();
    await sleep(dueAt - Date.now());
    const before = chat.take();
    while ((await countNotices()) < REPORTERS) {
      if (Date.now() - dueAt > SENT_MAX_MS) throw new Error('the letters are not delivered');
      await sleep(POLL_MS);
    }
    const deliveredMs = Date.now() - dueAt;
    const during = chat.take();
    return { deliveredMs, before, during, failures: await chat.stop() };

    async function findDueAt(): Promise<number> {
      const { rows } = await database.pool.query<{ send_at: Date }>('select send_at from letters');
      const [letter] = rows;
      if (!letter || rows.length > 1) throw new Error(`there are ${rows.length} letters`);
      return letter.send_at.getTime();
    }
    async function countNotices(): Promise<number> {
      const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from notices');
      return rows[0]?.count ?? 0;
    }
  } finally {
    connection.close();
    await server.stop();
  }
}

function missedBars({ deliveredMs, during, failures }: LettersMetrics): string[] {
  const { p99 } = percentiles(during);
  return [
    ...(deliveredMs < DELIVERED_MAX_MS
      ? []
      : [`letters: delivered after ${Math.round(deliveredMs)} ms, ${DELIVERED_MAX_MS} wanted`]),
    ...(p99 < P99_MAX_MS ? [] : [`letters: p99 of the chat ${Math.round(p99)} ms meanwhile, ${P99_MAX_MS} wanted`]),
    ...failures.slice(0, 3).map((failure) => `letters: ${failure}`),
  ];
}

function writePart(
  { deliveredMs, before, during }: LettersMetrics,
  missed: readonly string[],
  machine: string,
): string {
  const [from, to] = [percentiles(before), percentiles(during)];
  const values = [from.p50, from.p99, to.p50, to.p99].map((ms) => ms.toFixed(1));
  return `## Letters to many reporters

${machine}

A post that ${REPORTERS.toLocaleString('en')} users have reported is decided; each gets a letter in their conversation, once the time for an undo is over. ${CHATTING_USERS} users write
${1_000 / MESSAGE_EVERY_MS} messages a second each, before and meanwhile; a time is that from sending to the acknowledgement.

| | messages meanwhile | before p50, ms | p99 | meanwhile p50, ms | p99 | ratio of p99 |
|---|--:|--:|--:|--:|--:|--:|
| the chat | ${[during.length, ...values, (to.p99 / from.p99).toFixed(2)].join(' | ')} |

- All letters were delivered ${(deliveredMs / 1_000).toFixed(1)} s after they were due.
- Bars: delivered within ${DELIVERED_MAX_MS / 1_000} s; p99 of the chat meanwhile under ${P99_MAX_MS} ms; every message acknowledged.
- ${missed.length === 0 ? 'Every bar was met.' : `Missed: ${missed.join('; ')}.`}
`;
}
