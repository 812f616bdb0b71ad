import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ADMIN, createBrowser, type Fault, LAN, MINH, RESPONSES, type Response } from '../../testing/outbox-tabs.ts';
import type { OutboxEntry } from './outbox-storage.ts';

const OTHER_ADMIN = 'admin-2';
/** The timeout of a text, and what may be in flight of a slow lock or listener. */
const TEXT_SETTLED_MS = 40_000;
/** Until the storage's calls that never end are aborted. */
const STORAGE_SETTLED_MS = 21_000;
/** An image does not count against the entries behind it. */
const IMAGE_SETTLED_MS = 65_000;

const oneOf = <Value extends string>(...values: Value[]) => fc.constantFrom<Value>(...values);
const FAULTS = ['rejects', 'is slow', 'hangs'] as const;
const tab = fc.nat(1);
const userId = oneOf(LAN, MINH);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: oneOf('write'), tab, userId, isImage: fc.nat(2).map((of3) => of3 === 0) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: oneOf('connect'), tab, joinMs: fc.constantFrom(0, 10, 3_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: oneOf('disconnect', 'reload', 'open', 'close', 'discard', 'resend'), tab }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: oneOf('sign in'), adminId: fc.constantFrom(ADMIN, OTHER_ADMIN, undefined) }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ kind: oneOf('fault'), of: oneOf('storage', 'listener'), fault: oneOf<Fault>(...FAULTS) }),
      // The browser releases the lock of a tab that is closed, and freezes none that holds one.
      fc.record({ kind: oneOf('fault'), of: oneOf('lock'), fault: oneOf<Fault>('rejects', 'is slow') }),
    ),
  },
  { weight: 4, arbitrary: fc.record({ kind: oneOf('time'), ms: fc.constantFrom(1, 700, 5_000, 31_000, 3_600_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const response = oneOf(...RESPONSES);

interface Run {
  readonly steps: readonly Step[];
  readonly responses: readonly Response[];
  /** The response to each attempt after those. */
  readonly lastResponse: Response;
  /** Whether in the end one tab alone is connected, which sends the entries of all. */
  readonly isOneConnected: boolean;
}

/** Runs the steps, connects every tab, and waits until each entry has had its time. */
async function run({ steps, responses, lastResponse, isOneConnected }: Run) {
  const browser = createBrowser();
  browser.responses.push(...responses);
  const written = new Set<string>();
  /** Discarded, or lost with a page that the storage had failed. */
  const dropped = new Set<string>();
  let imageCount = 0;
  const tabAt = (index: number) => [...browser.tabs][index] ?? [...browser.tabs][0];

  /** Closes a tab: what is in memory alone is lost with the page. */
  async function close(index: number): Promise<void> {
    const closed = tabAt(index);
    closed?.close();
    const onDisk = [...(await browser.disk.all(ADMIN)), ...(await browser.disk.all(OTHER_ADMIN))];
    const isOnDisk = (text: string) => onDisk.some((entry) => entry.text === text);
    for (const text of closed?.written ?? []) if (!isOnDisk(text)) dropped.add(text);
  }

  async function take(one: Step, index: number): Promise<void> {
    const text = `tin ${index}`;
    if (one.kind === 'fault') browser.faults[one.of].push(one.fault);
    else if (one.kind === 'time') await browser.passTime(one.ms);
    else if (one.kind === 'sign in') browser.signIn(one.adminId);
    else if (one.kind === 'open') {
      if (browser.tabs.size < 2) browser.open();
    } else if (one.kind === 'connect') tabAt(one.tab)?.connect(one.joinMs);
    else if (one.kind === 'disconnect') tabAt(one.tab)?.disconnect();
    else if (one.kind === 'close') await close(one.tab);
    else if (one.kind === 'reload') {
      await close(one.tab);
      browser.open();
    } else if (one.kind === 'discard') {
      const [entry] = tabAt(one.tab)?.outbox.get() ?? [];
      if (entry) {
        dropped.add(entry.text);
        tabAt(one.tab)?.outbox.discard(entry.tempId);
      }
    } else if (one.kind === 'resend') {
      const failed = tabAt(one.tab)
        ?.outbox.get()
        .find(({ error }) => error !== undefined);
      if (failed) tabAt(one.tab)?.outbox.resend(failed.tempId);
    } else if (one.kind === 'write' && tabAt(one.tab) && browser.state.adminId !== undefined) {
      tabAt(one.tab)?.written.push(text);
      written.add(text);
      if (!one.isImage) tabAt(one.tab)?.outbox.send(one.userId, text);
      else {
        imageCount += 1;
        void tabAt(one.tab)?.outbox.sendImage(one.userId, new Blob(), { name: '', width: 1, height: 1 }, text);
      }
    }
  }

  browser.open();
  for (const [index, one] of steps.entries()) {
    await take(one, index);
    await browser.passTime(1);
  }
  if (browser.tabs.size === 0) browser.open();
  browser.state.lastResponse = lastResponse;
  browser.responses.length = 0;
  for (const faults of Object.values(browser.faults)) faults.length = 0;
  const shown: OutboxEntry[] = [];
  // After a fault of the storage each tab may have a version of its own, and sends it once it has the lock.
  const isShared = !steps.some((one) => one.kind === 'fault' && one.of === 'storage');
  // A tab that is connected stays so: nothing but its outbox may be needed. A storage that failed is read again with the
  // next connection.
  if (!isShared) {
    await browser.passTime(browser.tabs.size * STORAGE_SETTLED_MS);
    for (const one of browser.tabs) one.disconnect();
  }
  const first = browser.state.adminId ?? ADMIN;
  for (const adminId of [first, first === ADMIN ? OTHER_ADMIN : ADMIN]) {
    browser.signIn(adminId);
    for (const one of [...browser.tabs].slice(0, isOneConnected && isShared ? 1 : undefined)) one.connect(10);
    const settledMs = TEXT_SETTLED_MS + imageCount * IMAGE_SETTLED_MS;
    await browser.passTime(isShared ? settledMs : browser.tabs.size * (STORAGE_SETTLED_MS + settledMs));
    shown.push(...[...browser.tabs].flatMap(({ outbox }) => outbox.get()).filter((entry) => entry.adminId === adminId));
  }
  const contents = browser.receiver.stored.map(({ content }) => content.replace('image ', ''));
  const isShown = (text: string) => shown.some((entry) => entry.text === text);
  const onDisk = isShared ? [...(await browser.disk.all(ADMIN)), ...(await browser.disk.all(OTHER_ADMIN))] : [];
  return {
    pending: [...shown, ...onDisk].filter(({ error }) => error === undefined).map(({ text }) => text),
    missing: [...written].filter((text) => !contents.includes(text) && !isShown(text) && !dropped.has(text)),
    storedTwice: contents.filter((text, index) => contents.indexOf(text) !== index),
  };
}

it.for([
  ['is responding again', 'ack'],
  ['responds by events alone', 'event'],
  ['never responds', 'lost'],
  ['is never done', 'hangs'],
] as const)(
  'createOutbox: each entry is stored once or fails, after any order of events; the server %s',
  async ([, lastResponse]) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(response, { maxLength: 12 }),
        fc.boolean(),
        async (steps, responses, isOneConnected) => {
          vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
          vi.spyOn(Math, 'random').mockReturnValue(0.5);
          try {
            const result = await run({ steps, responses, lastResponse, isOneConnected });
            expect(result).toEqual({ pending: [], missing: [], storedTwice: [] });
          } finally {
            vi.restoreAllMocks();
            vi.useRealTimers();
          }
        },
      ),
      { numRuns: 100 },
    );
  },
);
