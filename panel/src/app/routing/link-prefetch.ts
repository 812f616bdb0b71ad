import type { QueryClient } from '@tanstack/react-query';
import type { LinkTarget } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { type AppRoute, routeAt } from './routes.tsx';

/** A pointer that only passes over links prefetches nothing. */
const HOVER_DELAY_MS = 90;

/** The link that is the event's target, or the one link of the row around the target. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>('a[href]') ?? target.closest('[data-row]')?.querySelector('a[href]') ?? null;
}

/** @throws {URIError} for a path that cannot be decoded, which a message may contain */
function targetOf({ pathname, search }: HTMLAnchorElement): LinkTarget {
  return { id: decodeURIComponent(pathname.split('/').at(-1) ?? ''), params: new URLSearchParams(search) };
}

/**
 * Prefetches the code and the data of the screen behind a link when the pointer, a finger or the focus stays on it: one
 * link at a time for each route. Failures are ignored.
 * @returns stops the prefetching
 */
export function startLinkPrefetch(client: QueryClient): () => void {
  const inFlight = new Set<AppRoute>();
  let current: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function onLeave(): void {
    clearTimeout(timer);
    current = null;
  }

  function onEnter({ target }: Event): void {
    const link = linkOf(target);
    if (link === current) return;
    onLeave();
    current = link;
    if (link) timer = setTimeout(prefetch, HOVER_DELAY_MS, link);
  }

  function prefetch(link: HTMLAnchorElement): void {
    // No prefetch for a row that was just deleted, nor while a dialog is open, which may delete the row.
    const isStaying = link.isConnected && document.querySelector('dialog[open]') === null;
    const isElsewhere = link.origin === location.origin && link.href !== location.href;
    const route = routeAt(link.pathname);
    if (!route || !isStaying || !isElsewhere || !session.get()) return;
    // A list that is changing may lose the row.
    if (inFlight.has(route) || link.closest('[aria-busy="true"]')) {
      timer = setTimeout(prefetch, HOVER_DELAY_MS, link);
      return;
    }
    inFlight.add(route);
    const loads = route.chunks.map(async (chunk) => {
      const extras = await chunk.preload();
      // The session may have ended while the code was loaded.
      if (!isStopped) await extras?.prefetch?.(client, targetOf(link));
    });
    void Promise.allSettled(loads).then(() => inFlight.delete(route));
  }

  // A click loads the screen anyway; a scroll is not a choice of the link.
  const handlers = Object.entries({ pointerover: onEnter, focusin: onEnter, click: onLeave, pointercancel: onLeave });
  for (const [name, handler] of handlers) document.addEventListener(name, handler, true);
  return () => {
    isStopped = true;
    onLeave();
    for (const [name, handler] of handlers) document.removeEventListener(name, handler, true);
  };
}
