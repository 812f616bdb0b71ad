import { setTimeout as sleep } from 'node:timers/promises';
import { reportChanged, reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN, closeAfterEach, connected, PAUSES, panelAt, startBackend, until } from '../testing/socket-backend.ts';

const REMOVED = { reportId: 'r1', itemType: 'Post', itemId: 'p1' };

closeAfterEach();

describe('createPanelSocket: open', () => {
  it('connects with the token and the administrator’s id, joins, and reports it', async () => {
    const backend = await startBackend();
    const { socket, states, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    expect(socket.state.get()).toBe('connecting');
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(states).toEqual(['connecting', 'connected']);
    expect(backend.handshakes).toEqual([{ token: 'Bearer abc', adminId: ADMIN.id }]);
    expect(backend.received).toEqual([['admin_connected', ADMIN.id]]);
  });

  it('connects to a legacy backend that acknowledges nothing', async () => {
    const backend = await startBackend({ answers: false });
    const { socket, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(socket.state.get()).toBe('connected');
  });

  it('close: sends admin_disconnect and does not reconnect', async () => {
    const backend = await startBackend();
    const { socket, open, window } = await panelAt(backend.origin);
    const close = open();
    await connected(socket);
    await until(() => expect(backend.received).toHaveLength(1));
    close();
    expect(socket.state.get()).toBe('disconnected');
    await until(() => expect(backend.received.at(-1)).toEqual(['admin_disconnect', ADMIN.id]));
    await until(() => expect(backend.io.engine.clientsCount).toBe(0));
    window.dispatchEvent(new Event('online'));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
  });

  it('closed before the connection is open: closes it then, and never shows as connected', async () => {
    const backend = await startBackend();
    const { socket, open, states } = await panelAt(backend.origin);
    let decide: () => void = () => undefined;
    backend.io.engine.opts.allowRequest = (_request, decided) => {
      decide = () => decided(null, true);
    };
    const asked = vi.spyOn(backend.io.engine.opts, 'allowRequest');
    const close = open();
    await until(() => expect(asked).toHaveBeenCalledTimes(1));
    close();
    expect(socket.state.get()).toBe('disconnected');
    decide();
    await until(() => expect(backend.io.engine.clientsCount).toBe(0));
    await sleep(4 * PAUSES.roundMs);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(states).toEqual(['connecting', 'disconnected']);
  });

  it.each(['token', 'adminId'])('without %s in storage: does not connect, and logs an error', async (missing) => {
    const backend = await startBackend();
    const { socket, session, open } = await panelAt(backend.origin);
    if (missing === 'token') session.clear();
    else session.save({ token: 'abc' });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open();
    expect(logged).toHaveBeenCalledTimes(1);
    await sleep(50);
    expect(socket.state.get()).toBe('disconnected');
    expect(backend.handshakes).toEqual([]);
  });
});

describe('createPanelSocket: on', () => {
  it('passes the parsed event to its handlers until they unsubscribe', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const received = vi.fn();
    const alsoHeard = vi.fn();
    const end = socket.on(reportRemoved, received);
    socket.on(reportRemoved, alsoHeard);
    open();
    await connected(socket);
    backend.io.emit(reportRemoved.name, { ...REMOVED, more: 1 });
    await until(() => expect(received).toHaveBeenCalledWith(REMOVED));
    end();
    backend.io.emit(reportRemoved.name, { ...REMOVED, reportId: 'r2' });
    await until(() => expect(alsoHeard).toHaveBeenCalledTimes(2));
    expect(received).toHaveBeenCalledTimes(1);
  });

  it('an event that does not match the contract is dropped and logged once', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const changed = vi.fn();
    const removed = vi.fn();
    socket.on(reportChanged, changed);
    socket.on(reportRemoved, removed);
    open();
    await connected(socket);
    for (const junk of [null, 'r1', { reportId: 'r1' }]) backend.io.emit(reportChanged.name, junk);
    backend.io.emit('unheard_of', 1);
    backend.io.emit(reportRemoved.name, REMOVED);
    await until(() => expect(removed).toHaveBeenCalledTimes(1));
    expect(changed).not.toHaveBeenCalled();
    expect(logged).toHaveBeenCalledTimes(1);
  });
});
