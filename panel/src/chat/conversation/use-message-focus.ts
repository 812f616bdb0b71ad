import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { focusablesIn } from '../../lib/focusables.ts';
import { type RowFocus, useRowFocus } from '../../lib/use-row-focus.ts';
import type { TimelineItem } from './conversation-timeline.ts';
import { messageParts } from './linkify.ts';

type Direction = 'back' | 'on';

interface MessageFocusParts {
  readonly items: readonly TimelineItem[];
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

/** Whether an item may have a tab stop. */
function mayHoldStop(item: TimelineItem): boolean {
  if (item.kind === 'outgoing') return true;
  if (item.kind !== 'message') return false;
  const { type, content, caption } = item.message;
  return type === 'image' || hasLink(content) || hasLink(caption);
}

/**
 * Tab among messages of which only those near the screen are mounted: it moves to the next link, image or button of the
 * whole conversation, which may be far away. At an end with more items to load, it waits for one page.
 */
export function useMessageFocus({ items, hasMore, isLoading, loadMore }: MessageFocusParts): MessageFocus {
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
      if (!mayHoldStop(item)) continue;
      focus.focusRow(at, direction === 'on' ? 0 : -1);
      if (document.activeElement !== from && document.activeElement?.closest(`[data-index="${at}"]`)) return true;
    }
    focus.focusRow(row, stop);
    return false;
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
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      const own = target instanceof HTMLElement ? target.closest('[data-index]') : null;
      if (!(target instanceof HTMLElement) || !own) return;
      const direction = event.shiftKey ? 'back' : 'on';
      const stops = focusablesIn(own);
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
