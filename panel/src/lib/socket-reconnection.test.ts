import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_RECONNECTION_DELAY_MS } from '@hai-dang/contract/constants.ts';
import { describe, expect, it, vi } from 'vitest';
import {
  attemptUntil,
  closeAfterEach,
  connected,
  PATIENT,
  PAUSES,
  panelAt,
  startBackend,
  startRejecting,
  stopClock,
  until,
} from '../testing/socket-backend.ts';

const pausesBetween = (moments: readonly number[]): number[] =>
  moments.slice(1).map((at, index) => at - (moments[index] ?? at));

closeAfterEach();

describe('createPanelSocket: reconnection', () => {
  it('after a disconnect: connects again and runs onConnected', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    for (const { conn } of backend.io.sockets.sockets.values()) conn.close();
    await until(() => expect(joined).toHaveBeenCalledTimes(2));
    expect(socket.state.get()).toBe('connected');
  });

  it('after more failed attempts than one round has: connects again', async () => {
    const first = await startBackend();
    const { socket, open, states } = await panelAt(first.origin);
    open();
    await connected(socket);
    await first.stop();
    await until(() => expect(states.filter((state) => state === 'connecting').length).toBeGreaterThan(8));
    await startBackend({ port: first.port });
    await connected(socket);
  });

  it('pauses one second between the five attempts of a round, and longer after it', async () => {
    const { origin, attempts } = await startRejecting();
    const { socket, open } = await panelAt(origin, { ...PATIENT, attemptMs: SOCKET_RECONNECTION_DELAY_MS });
    // Below 0.5 a random factor would shorten the pause.
    stopClock(0.4);
    open();
    await attemptUntil(socket, () => attempts.length === 7);
    expect(pausesBetween(attempts)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 72_000]);
  });

  it('when the network is back: connects at once', async () => {
    const first = await startBackend();
    const { port } = first;
    await first.stop();
    const { socket, states, open, window } = await panelAt(first.origin, PATIENT);
    open();
    await until(() => expect(states.filter((state) => state === 'connecting')).toHaveLength(6));
    await sleep(100);
    expect(socket.state.get()).toBe('disconnected');
    await startBackend({ port });
    await sleep(100);
    expect(socket.state.get()).toBe('disconnected');
    window.dispatchEvent(new Event('online'));
    await connected(socket);
  });

  it.each([
    ['between two rounds', PATIENT, 6],
    ['between two attempts', { ...PATIENT, attemptMs: 60_000 }, 1],
  ])('reconnect() %s: connects at once', async (_, pauses, attempts) => {
    const first = await startBackend();
    const { port } = first;
    await first.stop();
    const { socket, states, open } = await panelAt(first.origin, pauses);
    open();
    socket.reconnect();
    await until(() => expect(states.filter((state) => state === 'connecting')).toHaveLength(attempts));
    await until(() => expect(socket.state.get()).toBe('disconnected'));
    const second = await startBackend({ port });
    await sleep(100);
    expect(socket.state.get()).toBe('disconnected');
    socket.reconnect();
    await connected(socket);
    socket.reconnect();
    await sleep(50);
    expect(second.handshakes).toHaveLength(1);
  });

  it('after the server closes the socket: reconnects soon; an ended session is handled as a 401', async () => {
    const backend = await startBackend();
    const { socket, session, open } = await panelAt(backend.origin, PATIENT);
    open();
    await connected(socket);
    backend.rejectWith = 'SESSION_EXPIRED';
    backend.io.disconnectSockets(true);
    await until(() => expect(session.get()).toBeUndefined());
    expect(session.ending()).toEqual({ kind: 'ended', reason: undefined });
    expect(socket.state.get()).toBe('disconnected');
  });

  it('a server that accepts and then closes each socket: reconnects later', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin, PATIENT);
    backend.io.on('connection', (connection) => connection.disconnect(true));
    open();
    await until(() => expect(backend.handshakes).toHaveLength(2));
    await sleep(200);
    expect(backend.handshakes).toHaveLength(2);
    expect(socket.state.get()).toBe('disconnected');
  });
});

it('createPanelSocket: a backend without sockets: attempts become less frequent, without an error', async () => {
  const { origin, attempts } = await startRejecting('HTTP/1.1 404 Not Found\r\n\r\n');
  const logged = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const { socket, open } = await panelAt(origin, { ...PAUSES, attemptMs: 1, roundMs: 100, longestMs: 60_000 });
  stopClock(0);
  open();
  // Attempts of one round follow one another within milliseconds.
  const pauses = () => pausesBetween(attempts).filter((pause) => pause > 80);
  await attemptUntil(socket, () => pauses().length >= 3);
  expect(pauses()).toEqual([100, 200, 400]);
  for (const log of logged) expect(log).not.toHaveBeenCalled();
});
