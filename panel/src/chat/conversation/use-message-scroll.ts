import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineItem } from './conversation-timeline.ts';
import { useScrollOnSend } from './use-scroll-on-send.ts';

/** Tolerance at the end: heights are fractional. */
const AT_END_PX = 24;
/** Distance from an end of the loaded messages at which more are loaded. */
const NEAR_PX = 800;

const isWritten = ({ kind }: TimelineItem): boolean => kind === 'message' || kind === 'outgoing';

interface MessageScrollParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly items: readonly TimelineItem[];
  /** The message to open at; a new object for each navigation. */
  readonly target: { readonly seq: number } | undefined;
  /** In a detached window: the number of messages since it was opened. */
  readonly arrived: number | undefined;
  /** The highest seq at that time. */
  readonly apartSince: number | undefined;
  readonly readsOlder: boolean;
  readonly onNearTop: () => void;
  readonly readsNewer: boolean;
  readonly onNearEnd: () => void;
}

export interface MessageScroll {
  readonly isAtEnd: boolean;
  /** The number of messages by others while the list was scrolled away from the end. */
  readonly newCount: number;
  /** True in the one render in which older messages are added above the others. */
  readonly isPrepending: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onResize: () => void;
  /** Call it when the user is about to scroll. */
  readonly onTouched: () => void;
}

/**
 * The last message when the user scrolled away from the end, or in a detached window the highest seq when it was
 * opened.
 */
interface Left {
  readonly key: string | undefined;
  readonly seq?: number | undefined;
}

function countNew(items: readonly TimelineItem[], left: Left | undefined): number {
  if (!left) return 0;
  const { key, seq } = left;
  const from = seq === undefined ? items.findIndex((item) => item.key === key) + 1 : 0;
  return items
    .slice(from)
    .filter((item) => item.kind === 'message' && item.side !== 'own' && (seq === undefined || item.message.seq > seq))
    .length;
}

/**
 * The scroll position in a conversation: it opens at a certain message, at the first unread one or at the end, follows
 * the end while it is there, and otherwise does not move, whatever is added above or below.
 */
export function useMessageScroll(parts: MessageScrollParts): MessageScroll {
  const { scroller, virtualizer, items, target, arrived, apartSince } = parts;
  const { readsOlder, onNearTop, readsNewer, onNearEnd } = parts;
  const isPast = arrived !== undefined;
  const lastKey = items.findLast(isWritten)?.key;
  /** Undefined while at the end. */
  const [leftAt, setLeftAt] = useState<Left | undefined>(() =>
    target ? { key: lastKey, seq: apartSince } : undefined,
  );
  /** The place that stays in view while items are measured and messages are added. */
  const anchor = useRef<'end' | 'unread' | 'target' | 'nothing'>(target ? 'target' : 'end');
  const isPlaced = useRef(false);
  const unreadIndex = items.findIndex(({ kind }) => kind === 'unread');
  const targetIndex = target
    ? items.findIndex((item) => item.kind === 'message' && item.message.seq === target.seq)
    : -1;

  // The position is not held by the virtualizer, which would restore it for a while, against the user's scrolling.
  const hold = useCallback(() => {
    const element = scroller.current;
    const list = virtualizer.current;
    if (!element || !list || anchor.current === 'nothing') return;
    if (anchor.current === 'target') {
      if (targetIndex < 0) return;
      const margin = Math.max(0, (element.clientHeight - list.getItemSize(targetIndex)) / 2);
      element.scrollTop = list.getItemOffset(targetIndex) - margin;
      return;
    }
    const isEnd = anchor.current === 'end' || unreadIndex < 0;
    element.scrollTop = isEnd ? element.scrollHeight : list.getItemOffset(unreadIndex);
  }, [scroller, virtualizer, unreadIndex, targetIndex]);
  const toEnd = useCallback(() => {
    anchor.current = 'end';
    setLeftAt(undefined);
    hold();
  }, [hold]);

  const lastOffset = useRef(0);
  const look = useCallback(() => {
    const current = virtualizer.current;
    if (!current || !isPlaced.current) return;
    const isUpwards = current.scrollOffset < lastOffset.current;
    lastOffset.current = current.scrollOffset;
    const below = current.scrollSize - current.scrollOffset - current.viewportSize;
    if (below <= AT_END_PX && !isPast) {
      anchor.current = 'end';
      setLeftAt(undefined);
    } else if (anchor.current === 'end') {
      // Another width has made the messages above taller: nobody has scrolled.
      if (!isUpwards) return hold();
      anchor.current = 'nothing';
      setLeftAt({ key: lastKey });
    }
    if (readsOlder && current.scrollOffset < NEAR_PX) onNearTop();
    if (readsNewer && below < NEAR_PX) onNearEnd();
  }, [virtualizer, hold, lastKey, isPast, readsOlder, onNearTop, readsNewer, onNearEnd]);

  const hasUnread = unreadIndex >= 0;
  const lastIndex = items.length - 1;
  const knewUnread = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever items have been added
  useLayoutEffect(() => {
    // Once, as soon as the first unread message is known.
    if (hasUnread && !knewUnread.current) {
      knewUnread.current = true;
      if (anchor.current === 'end') {
        anchor.current = 'unread';
        setLeftAt({ key: lastKey });
      }
    }
    hold();
    if (isPlaced.current) return;
    // Heights are measured a frame later.
    const frame = requestAnimationFrame(() => {
      isPlaced.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [hold, hasUnread, lastIndex, lastKey]);

  const shownTarget = useRef(target);
  useLayoutEffect(() => {
    if (target === shownTarget.current) return;
    shownTarget.current = target;
    if (!target) return;
    anchor.current = 'target';
    setLeftAt((left) => left ?? { key: lastKey });
    hold();
  }, [target, lastKey, hold]);

  useScrollOnSend(items.findLast((item) => item.kind === 'outgoing')?.entry, toEnd);

  const onResize = useCallback(() => {
    hold();
    look();
  }, [hold, look]);
  const onTouched = useCallback(() => {
    if (anchor.current === 'unread' || anchor.current === 'target') anchor.current = 'nothing';
  }, []);

  const firstKey = items.find(isWritten)?.key;
  const [shownFirst, setShownFirst] = useState(firstKey);
  const isPrepending =
    shownFirst !== undefined && shownFirst !== firstKey && items.some(({ key }) => key === shownFirst);
  useLayoutEffect(() => setShownFirst(firstKey), [firstKey]);

  return {
    isAtEnd: leftAt === undefined && !isPast,
    newCount: arrived ?? countNew(items, leftAt),
    isPrepending,
    toEnd,
    onScroll: look,
    onResize,
    onTouched,
  };
}
