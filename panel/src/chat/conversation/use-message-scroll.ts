import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineItem } from './conversation-timeline.ts';
import { useScrollOnSend } from './use-scroll-on-send.ts';

/** So near the end one is at the end: heights are broken numbers. */
const AT_END_PX = 24;
/** So near an end of what is known those beyond it are read. */
const NEAR_PX = 800;

const isWritten = ({ kind }: TimelineItem): boolean => kind === 'message' || kind === 'outgoing';

interface MessageScrollParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly items: readonly TimelineItem[];
  /** The message to open at; another object each time one goes there. */
  readonly target: { readonly seq: number } | undefined;
  /** Where what is shown is a part of the past: how many have come since one went there. */
  readonly arrived: number | undefined;
  /** The highest seq there was then. */
  readonly apartSince: number | undefined;
  readonly readsOlder: boolean;
  readonly onNearTop: () => void;
  readonly readsNewer: boolean;
  readonly onNearEnd: () => void;
}

export interface MessageScroll {
  readonly isAtEnd: boolean;
  /** What others wrote while one looked elsewhere. */
  readonly newCount: number;
  /** True in the one rendering in which older messages come to stand before the others. */
  readonly isPrepending: boolean;
  readonly toEnd: () => void;
  readonly onScroll: () => void;
  readonly onResize: () => void;
  /** Somebody is about to scroll. */
  readonly onTouched: () => void;
}

/** The last thing written when one left the end, or, where one came from elsewhere, the highest seq there was. */
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
 * Where one is in a conversation: it opens at a certain message, at the first unread one or at the end, follows the end
 * as long as one is there, and else stays where one is, whatever comes above or below.
 */
export function useMessageScroll(parts: MessageScrollParts): MessageScroll {
  const { scroller, virtualizer, items, target, arrived, apartSince } = parts;
  const { readsOlder, onNearTop, readsNewer, onNearEnd } = parts;
  const isPast = arrived !== undefined;
  const lastKey = items.findLast(isWritten)?.key;
  /** Undefined as long as one is at the end. */
  const [leftAt, setLeftAt] = useState<Left | undefined>(() =>
    target ? { key: lastKey, seq: apartSince } : undefined,
  );
  /** What is kept in view while heights become known and messages come. */
  const anchor = useRef<'end' | 'unread' | 'target' | 'nothing'>(target ? 'target' : 'end');
  const isPlaced = useRef(false);
  const unreadIndex = items.findIndex(({ kind }) => kind === 'unread');
  const targetIndex = target
    ? items.findIndex((item) => item.kind === 'message' && item.message.seq === target.seq)
    : -1;

  // Not by the virtualizer, which would hold on to the place for a while, against whoever scrolls at this moment.
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

  const look = useCallback(() => {
    const current = virtualizer.current;
    if (!current || !isPlaced.current) return;
    const below = current.scrollSize - current.scrollOffset - current.viewportSize;
    if (below <= AT_END_PX && !isPast) {
      anchor.current = 'end';
      setLeftAt(undefined);
    } else if (anchor.current === 'end') {
      anchor.current = 'nothing';
      setLeftAt({ key: lastKey });
    }
    if (readsOlder && current.scrollOffset < NEAR_PX) onNearTop();
    if (readsNewer && below < NEAR_PX) onNearEnd();
  }, [virtualizer, lastKey, isPast, readsOlder, onNearTop, readsNewer, onNearEnd]);

  const hasUnread = unreadIndex >= 0;
  const lastIndex = items.length - 1;
  const knewUnread = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something has come
  useLayoutEffect(() => {
    // Once, as soon as it is known: where reading begins.
    if (hasUnread && !knewUnread.current) {
      knewUnread.current = true;
      if (anchor.current === 'end') {
        anchor.current = 'unread';
        setLeftAt({ key: lastKey });
      }
    }
    hold();
    if (isPlaced.current) return;
    // The heights are known a little later.
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
