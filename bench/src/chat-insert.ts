import pg from 'pg';
import { sendTextAsUser } from '../../server/src/chat/messages/send-text.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { newId } from '../../server/src/lib/ids.ts';
import type { Phase } from './chat-metrics.ts';
import { createRecorder, type Statement } from './recorder.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** The statement that stores a message, as the server sends it, with new values each time. */
export type MessageStatement = (senderId: string) => Statement;

/** Stores one message through the server's own use case, and records the statement. */
export async function recordMessageStatement(database: Database, senderId: string): Promise<MessageStatement> {
  const [content, tempId] = ['Cho em hỏi về tài khoản của em với ạ, từ hôm qua em không đăng bài được', newId()];
  const statements = await createRecorder(database).record(({ app }) =>
    sendTextAsUser(app, { content, tempId }, { id: senderId }),
  );
  const statement = statements.find(({ text }) => text.includes('insert into messages'));
  if (!statement?.values) throw new Error('the statement that stores a message was not found');
  const { values } = statement;
  return (otherId) => {
    const otherTempId = newId();
    const newValue = (value: unknown) => {
      if (value === senderId) return otherId;
      if (value === tempId) return otherTempId;
      if (value instanceof Date) return new Date();
      return typeof value === 'string' && UUID.test(value) ? newId() : value;
    };
    return { ...statement, values: values.map(newValue) };
  };
}

/**
 * Stores messages with the bare statement over this many connections, as fast as possible. @returns the rate per second
 */
export async function insertsPerSecond(
  connection: pg.ClientConfig,
  statementFor: MessageStatement,
  senderIds: readonly string[],
  { connections, warmUpMs, durationMs }: Phase & { connections: number },
): Promise<number> {
  const from = performance.now() + warmUpMs;
  const until = from + durationMs;
  let count = 0;
  let next = 0;
  const insertAll = async () => {
    const client = new pg.Client(connection);
    await client.connect();
    for (let now = performance.now(); now < until; now = performance.now()) {
      const senderId = senderIds[next++ % senderIds.length];
      if (senderId === undefined) throw new Error('nobody sends');
      await client.query(statementFor(senderId));
      if (performance.now() >= from && performance.now() < until) count += 1;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, insertAll));
  return count / (durationMs / 1_000);
}
