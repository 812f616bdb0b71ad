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
      if (isLost()) throw new AskError('unanswered', 'no answer');
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

test('flush: after a rejected lock the next call sends the entry', async () => {
  const storage = createMemoryStorage();
  await storage.put({ tempId: 'k', adminId: 'admin-1', userId: LAN, text: 'chào', createdAt: 999_999, waitedMs: 0 });
  let rejections = 1;
  const alone: OutboxParts['alone'] = (_name, work) =>
    rejections-- > 0 ? Promise.reject(new Error('AbortError')) : work();
  const { outbox, sent } = openOutbox({ storage, alone });
  await expect(outbox.flush()).rejects.toThrow('AbortError');
  await outbox.flush();
  expect(sent).toEqual(['admin-1: chào']);
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
