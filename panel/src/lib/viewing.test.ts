import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HIDDEN_LEAVES_AFTER_MS, startViewing } from './viewing.ts';

/** A page and a socket under the test's control, and the sent events. */
function setUp(visibilityState: DocumentVisibilityState = 'visible') {
  const sent: string[] = [];
  const connected = new Set<() => void>();
  const page = Object.assign(new EventTarget(), { visibilityState });
  const end = startViewing(
    {
      onConnected: (callback) => {
        connected.add(callback);
        return () => connected.delete(callback);
      },
    },
    { join: () => void sent.push(JOIN), leave: () => void sent.push(LEAVE) },
    page as unknown as Document,
  );
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const connect = () => {
    for (const callback of connected) callback();
  };
  return { sent, end, show, connect };
}

const JOIN = 'joins';
const LEAVE = 'leaves';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('startViewing', () => {
  it('joins at once and on each connection, and leaves at the end', () => {
    const { sent, end, connect, show } = setUp();
    connect();
    end();
    connect();
    show('hidden');
    vi.runAllTimers();
    expect(sent).toEqual([JOIN, JOIN, LEAVE]);
  });

  it('leaves when the tab has been hidden for a while, and joins again when it is visible', () => {
    const { sent, end, show, connect } = setUp();
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_LEAVES_AFTER_MS - 1);
    expect(sent).toEqual([JOIN]);
    vi.advanceTimersByTime(1);
    connect();
    expect(sent).toEqual([JOIN, LEAVE]);
    show('visible');
    expect(sent).toEqual([JOIN, LEAVE, JOIN]);
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_LEAVES_AFTER_MS);
    end();
    expect(sent).toEqual([JOIN, LEAVE, JOIN, LEAVE]);
  });

  it('stays joined when the tab is hidden for a short time', () => {
    const { sent, show } = setUp();
    for (let round = 0; round < 3; round += 1) {
      show('hidden');
      vi.advanceTimersByTime(HIDDEN_LEAVES_AFTER_MS - 1);
      show('visible');
    }
    vi.runAllTimers();
    expect(sent).toEqual([JOIN]);
  });

  it('leaves from a tab that was opened in the background and stays hidden', () => {
    const { sent } = setUp('hidden');
    vi.runAllTimers();
    expect(sent).toEqual([JOIN, LEAVE]);
  });
});
