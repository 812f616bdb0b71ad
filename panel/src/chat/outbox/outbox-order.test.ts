import { expect, test, vi } from 'vitest';
import { AskError } from '../../lib/socket-ask.ts';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import { createOutbox, type OutboxParts } from './outbox.ts';
import { createMemoryStorage } from './outbox-storage.ts';

const LAN = 'user-lan';

/** An outbox whose server stores everything, unless a test overrides it. */
function openOutbox({ isLost = () => false, ...parts }: Partial<OutboxParts> & { isLost?: () => boolean }) {
  const sent: string[] = [];
  const outbox = createOutbox({
    storage: createMemoryStorage(),
    owner: () => 'admin-1',
    async ask({ tempId, text, adminId, userId }) {
      if (isLost()) throw new AskError('no-response', 'no response');
      sent.push(`${adminId}: ${text}`);
      return {
        ...SAMPLE_MESSAGE,
        _id: tempId,
        tempId,
        content: text,
        sender: sampleSender(adminId, 'admin'),
        receiver: userId,
        isAdminMessage: true,
        seq: sent.length,
      };
    },
    alone: (_name, work) => work(),
    announce: () => undefined,
    now: () => 1_000_000,
    sleep: async () => undefined,
    ...parts,
  });
  return { outbox, sent };
}

test('send: a rejected lock does not keep the entry from being sent', async () => {
  const alone: OutboxParts['alone'] = () => Promise.reject(new Error('AbortError'));
  const { outbox, sent } = openOutbox({ alone });
  outbox.send(LAN, 'chào');
  await vi.waitFor(() => expect(sent).toEqual(['admin-1: chào']));
});

test('send: a clock that is set back by an hour does not let an entry wait an hour longer', async () => {
  let time = 10_000_000;
  let losses = 0;
  const isLost = () => {
    losses += 1;
    if (losses === 1) time -= 3_600_000;
    return true;
  };
  const sleep = async () => {
    time += 10_000;
  };
  const { outbox } = openOutbox({ now: () => time, isLost, sleep });
  outbox.send(LAN, 'chào');
  await vi.waitFor(() => expect(outbox.get()[0]?.error).toBeDefined());
  expect(losses).toBe(4);
});

test.for([
  ['rejects', () => Promise.reject(new Error('no network'))],
  ['throws', () => expect.unreachable()],
  ['never ends', () => new Promise<void>(() => undefined)],
] as const)('onStored: a listener that %s does not keep entries pending', async ([, listener]) => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', vi.fn());
  const { outbox, sent } = openOutbox({});
  outbox.onStored(listener);
  outbox.send(LAN, 'một');
  outbox.send(LAN, 'hai');
  await vi.advanceTimersByTimeAsync(11_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(outbox.get()).toEqual([]);
  expect(sent).toEqual(['admin-1: một', 'admin-1: hai']);
});

test('send: entries in flight of the previous administrator do not delay those of the next', async () => {
  const pause = Promise.withResolvers<void>();
  let owner = 'admin-1';
  let losses = 1;
  const { outbox, sent } = openOutbox({ owner: () => owner, isLost: () => losses-- > 0, sleep: () => pause.promise });
  outbox.send(LAN, 'của người trước');
  await vi.waitFor(() => expect(losses).toBe(0));
  owner = 'admin-2';
  outbox.send(LAN, 'của người sau');
  await vi.waitFor(() => expect(outbox.get()).toHaveLength(2));
  pause.resolve();
  await vi.waitFor(() => expect(sent).toEqual(['admin-2: của người sau']));
});
