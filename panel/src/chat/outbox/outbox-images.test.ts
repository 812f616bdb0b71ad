import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import {
  ADMIN,
  createLocks,
  createReceiver,
  DEFAULT_ERROR,
  emptied,
  errors,
  type Fate,
  LAN,
  MINH,
  openTab,
} from '../../testing/outbox-tabs.ts';
import { createMemoryStorage, type OutboxStorage } from './outbox-storage.ts';

const FACTS = { name: 'ảnh.png', width: 40, height: 30 };
const imageBytes = (content = 'bytes') => new Blob([content]);

describe('createOutbox: images', () => {
  it('sendImage: writes the image before it is sent, and removes it with its bytes once it is stored', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    const outbox = openTab(receiver, storage);
    receiver.fates.push('never ends');
    await outbox.sendImage(LAN, imageBytes('một'), FACTS, 'chú thích');
    const [entry] = outbox.get();
    expect(entry).toMatchObject({ userId: LAN, text: 'chú thích', picture: FACTS });
    expect(await (await storage.bytes(entry?.tempId ?? ''))?.text()).toBe('một');
    await vi.waitFor(() => expect(receiver.attempted).toHaveLength(1));
    if (entry) outbox.onSent(entry.tempId, receiver.store(entry));
    await emptied(outbox);
    expect(await storage.all(ADMIN)).toEqual([]);
    expect(await storage.bytes(entry?.tempId ?? '')).toBeUndefined();
  });

  it('sendImage: an image that does not fit into the storage is not sent, and leaves no entry', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    const noRoom = new DOMException('', 'QuotaExceededError');
    const outbox = openTab(receiver, { ...storage, put: () => Promise.reject(noRoom) });
    await expect(outbox.sendImage(LAN, imageBytes(), FACTS, '')).rejects.toBe(noRoom);
    await outbox.flush();
    expect(outbox.get()).toEqual([]);
    expect(receiver.attempted).toEqual([]);
  });

  it('an image without upload progress for 60 s fails, and can be sent again', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    const before = receiver.now();
    receiver.fates.push('is lost', 'is lost');
    await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
    await vi.waitFor(() => expect(errors(outbox)).toEqual([['một', DEFAULT_ERROR]]));
    expect(receiver.now() - before).toBeGreaterThanOrEqual(60_000);
    expect(receiver.now() - before).toBeLessThan(63_000);
    receiver.fates.length = 0;
    outbox.resend(outbox.get()[0]?.tempId ?? '');
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['image một']);
  });

  it('an image with continued upload progress does not time out', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('is slow');
    await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
    outbox.send(LAN, 'hai');
    await emptied(outbox);
    expect(receiver.contents(LAN)).toEqual(['image một', 'hai']);
  });

  it('discard: aborts and removes an image, and the entries after it are sent', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    const outbox = openTab(receiver, storage);
    receiver.fates.push('never ends');
    await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['một']));
    outbox.send(LAN, 'hai');
    outbox.discard(outbox.get()[0]?.tempId ?? '');
    expect(receiver.aborted).toEqual([]);
    await emptied(outbox);
    expect(receiver.aborted).toContain('một');
    expect(receiver.contents(LAN)).toEqual(['hai']);
  });

  it('discard in another tab: aborts the upload in the tab that sends it', async () => {
    const receiver = createReceiver();
    const storage = createMemoryStorage();
    const alone = createLocks();
    const [sender, other] = [openTab(receiver, storage, alone), openTab(receiver, storage, alone)];
    receiver.fates.push('never ends');
    await sender.sendImage(LAN, imageBytes(), FACTS, 'một');
    await vi.waitFor(() => expect(receiver.attempted).toEqual(['một']));
    await other.reload();
    other.discard(other.get()[0]?.tempId ?? '');
    await vi.waitFor(async () => expect(await storage.all(ADMIN)).toEqual([]));
    await sender.reload();
    await vi.waitFor(() => expect(receiver.aborted).toEqual(['một']));
    expect(sender.get()).toEqual([]);
  });

  it('a failed image does not make the texts after it fail', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('is lost', 'is lost');
    await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
    outbox.send(LAN, 'hai');
    await vi.waitFor(() => expect(receiver.contents(LAN)).toEqual(['hai']));
    expect(errors(outbox)).toEqual([['một', DEFAULT_ERROR]]);
  });

  it('a pending image does not delay other conversations', async () => {
    const receiver = createReceiver();
    const outbox = openTab(receiver);
    receiver.fates.push('never ends');
    await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
    await vi.waitFor(() => expect(receiver.attempted).toHaveLength(1));
    outbox.send(MINH, 'chào Minh');
    await vi.waitFor(() => expect(receiver.contents(MINH)).toEqual(['chào Minh']));
  });
});

it('createOutbox: an image that the server rejects is not retried; after a transient error it is', async () => {
  const receiver = createReceiver();
  const outbox = openTab(receiver);
  receiver.fates.push(new ApiError({ status: 413, code: 'IMAGE_TOO_LARGE', message: 'Hình ảnh lớn hơn 10 MB' }));
  await outbox.sendImage(LAN, imageBytes(), FACTS, 'một');
  await vi.waitFor(() => expect(errors(outbox)).toEqual([['một', 'Hình ảnh lớn hơn 10 MB']]));
  await outbox.flush();
  expect(receiver.attempted).toHaveLength(1);
  outbox.discard(outbox.get()[0]?.tempId ?? '');
  const before = receiver.now();
  receiver.fates.push(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 4 }));
  await outbox.sendImage(LAN, imageBytes(), FACTS, 'hai');
  await emptied(outbox);
  expect(receiver.now() - before).toBe(4_000);
  expect(receiver.contents(LAN)).toEqual(['image hai']);
});

describe('createOutbox: images with losses on the network', () => {
  const fate = fc.constantFrom<Fate>('arrives', 'breaks off', 'its answer breaks off', 'not connected');
  const step = fc.record({
    kind: fc.constantFrom('text', 'image', 'reload', 'flush', 'task'),
    userId: fc.constantFrom(LAN, MINH),
  });

  it('texts and images are stored once and in the order in which they were sent, and no bytes remain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fate, { maxLength: 12 }), async (steps, fates) => {
        const receiver = createReceiver();
        receiver.fates.push(...fates);
        const storage = createMemoryStorage();
        const alone = createLocks();
        const written: string[] = [];
        const watched: OutboxStorage = {
          ...storage,
          put(entry, bytes) {
            written.push(entry.tempId);
            return storage.put(entry, bytes);
          },
        };
        let tab = openTab(receiver, watched, alone);
        const sent: Record<string, string[]> = { [LAN]: [], [MINH]: [] };
        for (const [index, { kind, userId }] of steps.entries()) {
          if (kind === 'text') {
            tab.send(userId, `tin ${index}`);
            sent[userId]?.push(`tin ${index}`);
          } else if (kind === 'image') {
            await tab.sendImage(userId, imageBytes(), FACTS, `tin ${index}`);
            sent[userId]?.push(`image tin ${index}`);
          } else if (kind === 'flush') void tab.flush();
          else await new Promise((resolve) => setTimeout(resolve));
          if (kind === 'reload') tab = openTab(receiver, watched, alone);
          receiver.passTime(1);
        }
        for (let round = 0; round < 20 && (await storage.all(ADMIN)).length > 0; round += 1) await tab.flush();
        expect(receiver.contents(LAN)).toEqual(sent[LAN]);
        expect(receiver.contents(MINH)).toEqual(sent[MINH]);
        for (const tempId of written) expect(await storage.bytes(tempId)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
