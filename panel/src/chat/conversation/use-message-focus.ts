import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { focusablesIn } from '../../lib/focusables.ts';
import { type RowFocus, useRowFocus } from '../../lib/use-row-focus.ts';
import { isQuotable, type TimelineItem } from './conversation-timeline.ts';
import { messageParts } from './linkify.ts';
import { changeableForMs } from './use-is-changeable.ts';

type Direction = 'back' | 'on';

interface MessageFocusParts {
  readonly items: readonly TimelineItem[];
  /** Whether Tab reaches the menu of an item, from which arrow keys go to those of the others. */
  readonly isMenuStop: (item: TimelineItem) => boolean;
  /** Whether there are more items to load at that end. */
  readonly hasMore: Readonly<Record<Direction, boolean>>;
  readonly isLoading: Readonly<Record<Direction, boolean>>;
  readonly loadMore: (direction: Direction) => void;
}

export interface MessageFocus extends Pick<RowFocus, 'list' | 'keepMounted' | 'onFocus'> {
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const keyOf = (item: TimelineItem): string => item.key;
const hasLink = (text: string | undefined | null): boolean =>
  text != null && messageParts(text).some(({ href }) => href !== undefined);

const tabStopsIn = (row: Element): HTMLElement[] => focusablesIn(row).filter(({ tabIndex }) => tabIndex >= 0);

/** Whether an item may have a tab stop. */
function mayHoldStop(item: TimelineItem): boolean {
  if (item.kind === 'outgoing') return true;
  if (item.kind !== 'message') return false;
  // Its menu.
  if (item.side === 'own' && changeableForMs(item.message, Date.now()) > 0) return true;
  const { type, content, caption, quote } = item.message;
  return type === 'image' || quote !== undefined || hasLink(content) || hasLink(caption);
}

/**
 * Tab among messages of which only those near the screen are mounted: it moves to the next link, image or button of the
 * whole conversation, which may be far away. At an end with more items to load, it waits for one page. Of the menus, which all
 * messages have, Tab reaches few, and the arrow keys move among them.
 */
export function useMessageFocus({ items, isMenuStop, hasMore, isLoading, loadMore }: MessageFocusParts): MessageFocus {
  const rowAt = useCallback((row: number) => items[row], [items]);
  const focus = useRowFocus({ rowCount: items.length, rowAt, hasMore: false }, keyOf);
  const waiting = useRef<{ readonly direction: Direction; readonly from: Element }>(undefined);

  /** @returns whether the focus has moved */
  function goOn(from: Element, direction: Direction): boolean {
    const own = from.closest<HTMLElement>('[data-index]');
    if (!own || !focus.list.current) return false;
    const step = direction === 'on' ? 1 : -1;
    const row = Number(own.dataset['index']);
    const stop = focusablesIn(own).indexOf(from as HTMLElement);
    for (let at = row + step; ; at += step) {
      const item = items[at];
      if (!item) break;
      if (!isMenuStop(item) && !mayHoldStop(item)) continue;
      focus.focusRow(at);
      const reached = focus.list.current.querySelector(`[data-index="${at}"]`);
      const next = reached && tabStopsIn(reached).at(direction === 'on' ? 0 : -1);
      if (!next) continue;
      next.focus();
      return true;
    }
    focus.focusRow(row, stop);
    return false;
  }

  /** Focuses the menu of the next message that has one, from that of another. */
  function goToMenu(row: number, step: 1 | -1): void {
    let at = row + step;
    for (let item = items[at]; item && !isQuotable(item); item = items[at]) at += step;
    // The menu is the last button of its message.
    if (items[at]) focus.focusRow(at, -1);
  }

  const retry = useEffectEvent(() => {
    const { direction, from } = waiting.current ?? {};
    // Items also change while the page is still loading, when a message is read or at midnight.
    if (!direction || !from || isLoading[direction]) return;
    waiting.current = undefined;
    if (document.activeElement !== from || goOn(from, direction)) return;
    // No tab stop found: focus the list, which precedes its items.
    if (direction === 'back') focus.list.current?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever items have been added
  useEffect(() => {
    if (waiting.current) queueMicrotask(() => retry());
  }, [items, isLoading.back, isLoading.on]);

  return {
    list: focus.list,
    keepMounted: focus.keepMounted,
    onFocus: focus.onFocus,
    onKeyDown(event) {
      const { key, target } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
      const own = target.closest<HTMLElement>('[data-index]');
      if (!own) return;
      if ((key === 'ArrowUp' || key === 'ArrowDown') && target.getAttribute('aria-haspopup') === 'menu') {
        event.preventDefault();
        goToMenu(Number(own.dataset['index']), key === 'ArrowUp' ? -1 : 1);
      }
      if (key !== 'Tab') return;
      const direction = event.shiftKey ? 'back' : 'on';
      const stops = focusablesIn(own).filter((stop) => stop === target || stop.tabIndex >= 0);
      if (stops.at(direction === 'on' ? -1 : 0) !== target) return;
      if (goOn(target, direction)) event.preventDefault();
      else if (hasMore[direction]) {
        event.preventDefault();
        waiting.current = { direction, from: target };
        loadMore(direction);
      }
    },
  };
}
