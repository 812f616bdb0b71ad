import { setTimeout as sleep } from 'node:timers/promises';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { SignedIn } from './chat-accounts.ts';
import { acknowledged, openAll, sendNumbered } from './chat-sockets.ts';
import { HttpConnection } from './http-client.ts';
import type { SocketConnection } from './socket-connection.ts';

/** Fewer than one user may file in an hour. */
const REPORTS_A_USER = 25;
/** Of ten events; the others are messages. */
const REPORTS_OF_TEN = 4;
/** Events a second: panels on a machine of two processors keep up. */
const EVENTS_PER_SECOND = 60;
const ANSWERS_WITHIN_MS = 30_000;

/** How many users have to report for so many events. */
export const reportersFor = (events: number): number =>
  Math.ceil((events * REPORTS_OF_TEN) / 10 / REPORTS_A_USER) + REPORTS_A_USER;

export interface Traffic {
  /** Files reports, each of which notifies all administrators, and sends messages: so many together. */
  run: (events: number) => Promise<void>;
  close: () => void;
}

/**
 * Users who report each other and write to the administrators.
 * @param writers their sockets stay open
 */
export async function openTraffic(
  address: string,
  reporters: readonly SignedIn[],
  writers: readonly SignedIn[],
): Promise<Traffic> {
  let onStored: (isRejected: boolean) => void = () => undefined;
  const sockets = await openAll(
    address,
    writers.map(({ token }) => token),
    { onEvent: () => undefined, onAck: (packet) => onStored(acknowledged(packet).isRejected) },
  );
  const connection = new HttpConnection(address);
  let filed = 0;
  let sent = 0;

  async function report(): Promise<void> {
    const index = Math.floor(filed / REPORTS_A_USER);
    const subject = reporters[(index + 1 + (filed % REPORTS_A_USER)) % reporters.length];
    const reporter = reporters[index];
    if (!reporter || !subject) throw new Error('there are too few users');
    filed += 1;
    const body = {
      itemType: 'User',
      reportedItem: subject.id,
      reason: 'spam',
      description: 'Gửi quảng cáo cho mọi người nhiều lần',
    };
    const { status, body: text } = await connection.post(createReport.path, body, reporter.token);
    if (status >= 300) throw new Error(`a report was rejected: ${status} ${text}`);
  }

  async function write(socket: SocketConnection | undefined): Promise<void> {
    const stored = Promise.withResolvers<void>();
    const timer = setTimeout(() => stored.reject(new Error('a message was not answered')), ANSWERS_WITHIN_MS);
    onStored = (isRejected) => (isRejected ? stored.reject(new Error('a message was rejected')) : stored.resolve());
    sendNumbered(socket, sent);
    sent += 1;
    await stored.promise.finally(() => clearTimeout(timer));
  }

  return {
    run: async (events) => {
      const startedAt = performance.now();
      for (let event = 0; event < events; event += 1) {
        await (event % 10 < REPORTS_OF_TEN ? report() : write(sockets[sent % sockets.length]));
        const early = startedAt + (event * 1_000) / EVENTS_PER_SECOND - performance.now();
        if (early > 0) await sleep(early);
      }
    },
    close: () => {
      connection.close();
      for (const socket of sockets) socket.close();
    },
  };
}
