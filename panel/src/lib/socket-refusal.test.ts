import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  closeAfterEach,
  connected,
  PATIENT,
  PAUSES,
  panelAt,
  startBackend,
  until,
} from '../testing/socket-backend.ts';

closeAfterEach();

describe('createPanelSocket: a rejected connection', () => {
  it.each(['ACCOUNT_DISABLED', 'ADMIN_ONLY', 'IDENTITY_MISMATCH'])('%s: ends all attempts', async (code) => {
    const backend = await startBackend();
    backend.rejectWith = code;
    const { socket, session, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(backend.handshakes).toHaveLength(1));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
    expect(socket.state.get()).toBe('disconnected');
    expect(session.get()).toBeDefined();
  });

  it('SECOND_FACTOR_SETUP_REQUIRED: ends all attempts and sets the requirement', async () => {
    const backend = await startBackend();
    backend.rejectWith = 'SECOND_FACTOR_SETUP_REQUIRED';
    const { socket, session, setUpRequirement, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(setUpRequirement()?.token).toBe('Bearer abc'));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
    expect(socket.state.get()).toBe('disconnected');
    expect(session.get()).toBeDefined();
  });

  it('of an older token: does not end the newer session', async () => {
    const backend = await startBackend();
    backend.rejectWith = 'SESSION_EXPIRED';
    const { session, open } = await panelAt(backend.origin);
    open();
    session.save({ token: 'def', admin: ADMIN });
    await until(() => expect(backend.handshakes).toHaveLength(1));
    await sleep(PAUSES.roundMs);
    expect(session.get()?.token).toBe('Bearer def');
  });

  it('SERVICE_UNAVAILABLE: reconnects without waiting for a round of attempts', async () => {
    const backend = await startBackend();
    backend.rejectWith = 'SERVICE_UNAVAILABLE';
    const { socket, open } = await panelAt(backend.origin, PATIENT);
    open();
    await until(() => expect(backend.handshakes.length).toBeGreaterThanOrEqual(2));
    backend.rejectWith = undefined;
    await connected(socket);
  });

  it.each(['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'SOMETHING_ELSE'])('%s: reconnects', async (code) => {
    const backend = await startBackend();
    backend.rejectWith = code;
    const { socket, open } = await panelAt(backend.origin);
    open();
    await until(() => expect(backend.handshakes.length).toBeGreaterThanOrEqual(2));
    backend.rejectWith = undefined;
    await connected(socket);
  });
});
