import { once } from 'node:events';
import { events } from '@hai-dang/contract/events.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { toJSONSchema } from 'zod/mini';
import { arbitraryInput } from '../../../server/src/testing/arbitrary-input.ts';
import { insertAdmin, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { connectFrame, openRawSocket } from '../../../server/src/testing/raw-socket.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import type { Target } from '../target.ts';
import type { Sent } from './sent.ts';

/** The server's limit of events per second for one socket. */
const EVENTS_A_SOCKET = 20;
const FRAMES_A_CONNECTION = 10;
const AT_ONCE = 8;
const FRAMES_TIMEOUT_MS = 2_000;
/** The acknowledgement of a server error. */
const FAILURES = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

const received = events.filter((event) => event.direction === 'toServer');

/** Payloads for every event that the server receives, each awaited until its acknowledgement. */
export async function sendMalformedEvents(target: Target, count: number, seed: number): Promise<Sent> {
  const { db } = target.database;
  const sockets = createSocketOpener(() => target.url);
  const fell: string[] = [];
  let sent = 0;
  for (const event of received) {
    const schema = toJSONSchema(event.payload, { io: 'input', unrepresentable: 'any' });
    const payloads = fc.sample(fc.tuple(arbitraryInput(schema), fc.array(fc.jsonValue(), { maxLength: 2 })), {
      numRuns: Math.ceil(count / received.length),
      seed,
    });
    let socket: Socket | undefined;
    for (const [index, [payload, more]] of payloads.entries()) {
      if (index % EVENTS_A_SOCKET === 0) {
        sockets.closeAll();
        // Another account too: its events are limited over all its sockets.
        const { id } = await (event.access === 'admin' ? insertAdmin(db) : insertUser(db));
        socket = await sockets.open(await insertSession(db, id));
      }
      const response = await (socket ? ask(socket, event.name, payload, ...more) : undefined)?.catch(String);
      const errorAck = errorAckSchema.safeParse(response).data;
      const isHandled = errorAck ? !FAILURES.includes(errorAck.code) : event.ack.safeParse(response).success;
      if (!isHandled) fell.push(`${event.name} ${JSON.stringify(payload)?.slice(0, 200)}: ${JSON.stringify(response)}`);
      sent += 1;
    }
  }
  sockets.closeAll();
  return { count: sent, fell };
}

/** Frames that RFC 6455 allows, and frames that it forbids. */
const frame = fc
  .record({
    first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a), fc.nat(255)),
    isMasked: fc.boolean(),
    /** Added to the declared length. */
    lie: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -5, max: 300 }) },
    ),
    text: fc.oneof(
      fc.constantFrom('40', '41', '42["send_message",{}]', '42[]', '42{}', '451-["x"]', '3', '2', '1', '0', '6', ''),
      anyText({ maxLength: 200 }),
      fc.tuple(fc.nat(69), fc.json()).map(([kind, json]) => `${kind}${json}`),
      fc.constantFrom('42["x"', '4', '9').map((start) => start.repeat(2_000)),
    ),
  })
  .map(({ first, isMasked, lie, text }) => {
    const payload = Buffer.from(text);
    const length = Math.max(0, payload.length + lie);
    const head = Buffer.alloc(length < 126 ? 2 : 4);
    head[0] = first;
    head[1] = (isMasked ? 0x80 : 0) | Math.min(length, 126);
    if (length >= 126) head.writeUInt16BE(length & 0xffff, 2);
    return Buffer.concat([head, ...(isMasked ? [Buffer.alloc(4)] : []), payload]);
  });

/** Frames byte by byte over authenticated and unauthenticated connections: the server stays up and logs no error. */
export async function sendMalformedFrames(target: Target, count: number, seed: number): Promise<Sent> {
  const batches = fc.sample(
    fc.tuple(fc.boolean(), fc.array(frame, { minLength: FRAMES_A_CONNECTION, maxLength: FRAMES_A_CONNECTION })),
    { numRuns: Math.ceil(count / FRAMES_A_CONNECTION), seed },
  );
  for (let at = 0; at < batches.length; at += AT_ONCE) {
    await Promise.all(batches.slice(at, at + AT_ONCE).map(([signsIn, frames]) => sendFrames(target, signsIn, frames)));
  }
  return { count: batches.length * FRAMES_A_CONNECTION, fell: [] };
}

async function sendFrames({ url, admin }: Target, signsIn: boolean, frames: readonly Buffer[]): Promise<void> {
  const { socket, closed, send, destroy } = await openRawSocket(url);
  if (signsIn) {
    await send(connectFrame(admin.token));
    await Promise.race([once(socket, 'data'), closed]);
  }
  for (const bytes of frames) void send(bytes);
  socket.end();
  const timer = setTimeout(destroy, FRAMES_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
}
