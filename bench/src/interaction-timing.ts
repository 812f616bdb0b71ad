import type { Page } from 'playwright-core';
import { type Percentiles, percentiles } from './measure.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 20;
/** The first interactions load lazy code, which does not represent a working day. */
const WARM_UP_ROUNDS = 2;
/** The number of all rounds; an interaction needs as many things to interact with. */
export const ALL_ROUNDS = ROUNDS + WARM_UP_ROUNDS;
const VISIBLE_TIMEOUT_MS = 15_000;

/** An interaction, and the time until the browser has painted its result. */
export interface InteractionMetrics {
  name: string;
  /** The time from the browser's event to the frame with the result, in milliseconds. */
  shown: Percentiles;
  /** The time from the event to the next frame, with any content, by the browser's own Event Timing. */
  nextPaint: Percentiles;
}

/**
 * Runs in the page before the panel. `await shown(kind, isShown)` returns the time from the last event of this kind to
 * the first frame in which `isShown` is true: checked after each DOM change, and timed after the frame.
 */
const WATCH = `(() => {
  const last = {};
  for (const kind of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(kind, ({ timeStamp }) => { last[kind] ??= timeStamp; if (kind === 'keydown') last[kind] = timeStamp; }, { capture: true, passive: true });
  const timing = [];
  new PerformanceObserver((list) => timing.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16, buffered: true });
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  }));
  window.interaction = {
    begin(kind) { delete last[kind]; timing.length = 0; },
    async shown(kind, isShown) {
      await new Promise((resolve) => {
        const look = () => {
          if (last[kind] === undefined || !isShown()) return false;
          observer.disconnect();
          resolve();
          return true;
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      });
      const shown = (await painted()) - last[kind];
      await new Promise((resolve) => setTimeout(resolve, 100));
      const next = timing.filter(({ startTime }) => startTime >= last[kind] - 1).map(({ duration }) => duration);
      return { shown, nextPaint: Math.max(8, ...next) };
    },
  };
})()`;

/** The times of one interaction, in milliseconds. */
export interface Found {
  shown: number;
  nextPaint: number;
}

/**
 * Starts the observation, does something, and waits until `isShown`, a JavaScript expression, is true.
 * @param kind the browser's event that `act` causes
 */
export async function timeOne(page: Page, kind: string, act: () => Promise<unknown>, isShown: string): Promise<Found> {
  await page.evaluate(`window.interaction.begin('${kind}')`);
  await act();
  const found = page.evaluate(`window.interaction.shown('${kind}', () => (${isShown}))`) as Promise<Found>;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never shown: ${isShown}`)), VISIBLE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats an interaction, and prints its metrics. */
export async function measureRounds(
  name: string,
  once: (round: number) => Promise<Found>,
): Promise<InteractionMetrics> {
  const found: Found[] = [];
  for (let round = 0; round < ALL_ROUNDS; round += 1) {
    const metrics = await once(round);
    if (round >= WARM_UP_ROUNDS) found.push(metrics);
  }
  const of = (key: keyof Found) => percentiles(found.map((each) => each[key]));
  const metrics = { name, shown: of('shown'), nextPaint: of('nextPaint') };
  console.log(`${name}: ${metrics.shown.p50.toFixed(0)} / ${metrics.shown.p95.toFixed(0)} ms`);
  return metrics;
}

/** Opens a screen as the administrator of the server, with interactions observed. */
export async function openSignedIn(page: Page, { address, token, admin }: ServerProcess, path: string): Promise<void> {
  await page.addInitScript(WATCH);
  await page.goto(`${address}/config.json`);
  const stored = { token: `Bearer ${token}`, adminId: admin.id, adminName: admin.username, adminEmail: admin.email };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  await page.goto(address + path);
}

/** A row of a table of interactions. */
export function interactionRow({ name, shown, nextPaint }: InteractionMetrics): string {
  const times = [shown.p50, shown.p95, nextPaint.p50, nextPaint.p95].map(Math.round);
  return `| ${[name, ...times].join(' | ')} |`;
}
