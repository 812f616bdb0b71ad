import type { QueryClient } from '@tanstack/react-query';
import type { Destination } from '../lib/read-ahead.ts';
import { session } from '../lib/session.ts';
import { screensAt } from './screens.ts';

/** A pointer that only passes over links asks for nothing. */
const RESTS_AFTER_MS = 90;

type SparingNavigator = Navigator & {
  /** Not every browser tells. */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
};

/** Whether somebody pays for each byte, or the line is so slow that what one may not need is in the way. */
function isSparing(): boolean {
  const { connection } = navigator as SparingNavigator;
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** The link, or the row's one link, that something has happened on. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>('a[href]') ?? target.closest('[data-row]')?.querySelector('a[href]') ?? null;
}

/** @throws {URIError} for an address that is none, which somebody may have written into a message */
function destinationOf({ pathname, search }: HTMLAnchorElement): Destination {
  return { id: decodeURIComponent(pathname.split('/').at(-1) ?? ''), params: new URLSearchParams(search) };
}

/**
 * Fetches the code and the data of the screen behind a link as soon as the pointer, a finger or the focus rests on it: one
 * at a time of each screen, and in silence whatever becomes of it.
 * @returns ends that
 */
export function followLinks(client: QueryClient): () => void {
  const underWay = new Set<unknown>();
  let near: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function leave(): void {
    clearTimeout(timer);
    near = null;
  }

  function come({ target }: Event): void {
    const link = linkOf(target);
    if (link === near) return;
    leave();
    near = link;
    if (link) timer = setTimeout(fetchAhead, RESTS_AFTER_MS, link);
  }

  function fetchAhead(link: HTMLAnchorElement): void {
    // The row of what has just been deleted is gone; what is asked about may be so in a moment.
    const isStaying = link.isConnected && document.querySelector('dialog[open]') === null;
    const isElsewhere = link.origin === location.origin && link.href !== location.href;
    if (!isStaying || !isElsewhere || isSparing() || !session.get()) return;
    const screens = screensAt(link.pathname);
    if (underWay.has(screens)) {
      timer = setTimeout(fetchAhead, RESTS_AFTER_MS, link);
      return;
    }
    underWay.add(screens);
    const reading = screens.map(async (screen) => (await screen.prefetch())?.readAhead?.(client, destinationOf(link)));
    void Promise.allSettled(reading).then(() => underWay.delete(screens));
  }

  // What is followed fetches for itself; a finger that scrolls has not meant the link.
  const listeners = { pointerover: come, focusin: come, click: leave, pointercancel: leave };
  const events = Object.entries(listeners);
  for (const [name, listener] of events) document.addEventListener(name, listener, true);
  return () => {
    leave();
    for (const [name, listener] of events) document.removeEventListener(name, listener, true);
  };
}
