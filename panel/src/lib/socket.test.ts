import { setTimeout as sleep } from 'node:timers/promises';
import { reportChanged, reportRemoved } from '@hai-dang/contract/reports/reports.events.ts';
import { describe, expect, it, vi } from 'vitest';
import { ADMIN, closeAfterEach, connected, PAUSES, panelAt, startBackend, until } from '../testing/socket-backend.ts';

const REMOVED = { reportId: 'r1', itemType: 'Post', itemId: 'p1' };

closeAfterEach();

describe('the socket', () => {
  it('opens with the token and the administrator’s id, joins, and says so', async () => {
    const backend = await startBackend();
    const { socket, states, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    expect(socket.state.get()).toBe('connecting');
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(states).toEqual(['connecting', 'connected']);
    expect(backend.handshakes).toEqual([{ token: 'Bearer abc', adminId: ADMIN.id }]);
    expect(backend.heard).toEqual([['admin_connected', ADMIN.id]]);
  });

  it('is there for a legacy backend that acknowledges nothing', async () => {
    const backend = await startBackend({ answers: false });
    const { socket, open } = await panelAt(backend.origin);
    const joined = vi.fn();
    socket.onConnected(joined);
    open();
    await until(() => expect(joined).toHaveBeenCalledTimes(1));
    expect(socket.state.get()).toBe('connected');
  });

  it('takes leave when it is closed, and does not come back', async () => {
    const backend = await startBackend();
    const { socket, open, window } = await panelAt(backend.origin);
    const close = open();
    await connected(socket);
    await until(() => expect(backend.heard).toHaveLength(1));
    close();
    expect(socket.state.get()).toBe('disconnected');
    await until(() => expect(backend.heard.at(-1)).toEqual(['admin_disconnect', ADMIN.id]));
    await until(() => expect(backend.io.engine.clientsCount).toBe(0));
    window.dispatchEvent(new Event('online'));
    await sleep(4 * PAUSES.roundMs);
    expect(backend.handshakes).toHaveLength(1);
  });

  it('that is no longer wanted before it is open is closed once it is, and shows nothing', async () => {
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

  it.each(['token', 'adminId'])('is not opened without %s in storage, and an error is logged', async (missing) => {
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

describe('an event', () => {
  it('is handed, parsed, to whoever wants it, until they no longer do', async () => {
    const backend = await startBackend();
    const { socket, open } = await panelAt(backend.origin);
    const heard = vi.fn();
    const alsoHeard = vi.fn();
    const end = socket.on(reportRemoved, heard);
    socket.on(reportRemoved, alsoHeard);
    open();
    await connected(socket);
    backend.io.emit(reportRemoved.name, { ...REMOVED, more: 1 });
    await until(() => expect(heard).toHaveBeenCalledWith(REMOVED));
    end();
    backend.io.emit(reportRemoved.name, { ...REMOVED, reportId: 'r2' });
    await until(() => expect(alsoHeard).toHaveBeenCalledTimes(2));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('that does not fit the contract is dropped and logged once', async () => {
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
