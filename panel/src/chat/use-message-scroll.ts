import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineItem } from './conversation-timeline.ts';

/** So near the end one is at the end: heights are broken numbers. */
const AT_END_PX = 24;
/** So near the top the older messages are read. */
const NEAR_TOP_PX = 800;

const isWritten = ({ kind }: TimelineItem): boolean => kind === 'message' || kind === 'outgoing';

interface MessageScrollParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly items: readonly TimelineItem[];
  readonly hasOlder: boolean;
  readonly onNearTop: () => void;
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

/**
 * Where one is in a conversation: it opens at the first unread message or at the end, follows the end as long as one
 * is there, and else stays where one is, whatever comes above or below.
 */
export function useMessageScroll(parts: MessageScrollParts): MessageScroll {
  const { scroller, virtualizer, items, hasOlder, onNearTop } = parts;
  /** The last thing written when one left the end; undefined as long as one is there. */
  const [leftAt, setLeftAt] = useState<{ readonly key: string | undefined }>();
  /** What is kept in view while heights become known and messages come. */
  const anchor = useRef<'end' | 'unread' | 'nothing'>('end');
  const isPlaced = useRef(false);
  const unreadIndex = items.findIndex(({ kind }) => kind === 'unread');

  // Not by the virtualizer, which would hold on to the place for a while, against whoever scrolls at this moment.
  const hold = useCallback(() => {
    const element = scroller.current;
    if (!element || !virtualizer.current || anchor.current === 'nothing') return;
    const isEnd = anchor.current === 'end' || unreadIndex < 0;
    element.scrollTop = isEnd ? element.scrollHeight : virtualizer.current.getItemOffset(unreadIndex);
  }, [scroller, virtualizer, unreadIndex]);
  const toEnd = useCallback(() => {
    anchor.current = 'end';
    setLeftAt(undefined);
    hold();
  }, [hold]);

  const lastKey = items.findLast(isWritten)?.key;
  const look = useCallback(() => {
    const current = virtualizer.current;
    if (!current || !isPlaced.current) return;
    if (current.scrollOffset + current.viewportSize >= current.scrollSize - AT_END_PX) {
      anchor.current = 'end';
      setLeftAt(undefined);
    } else if (anchor.current === 'end') {
      anchor.current = 'nothing';
      setLeftAt({ key: lastKey });
    }
    if (hasOlder && current.scrollOffset < NEAR_TOP_PX) onNearTop();
  }, [virtualizer, lastKey, hasOlder, onNearTop]);

  const hasUnread = unreadIndex >= 0;
  const lastIndex = items.length - 1;
  const knewUnread = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something has come
  useLayoutEffect(() => {
    // Once, as soon as it is known: where reading begins.
    if (hasUnread && !knewUnread.current) {
      knewUnread.current = true;
      anchor.current = 'unread';
      setLeftAt({ key: lastKey });
    }
    hold();
    if (isPlaced.current) return;
    // The heights are known a little later.
    const frame = requestAnimationFrame(() => {
      isPlaced.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [hold, hasUnread, lastIndex, lastKey]);

  // What one sends oneself one wants to see.
  const lastOutgoing = items.findLast(({ kind }) => kind === 'outgoing')?.key;
  const shownOutgoing = useRef(lastOutgoing);
  useEffect(() => {
    if (lastOutgoing !== undefined && lastOutgoing !== shownOutgoing.current) toEnd();
    shownOutgoing.current = lastOutgoing;
  }, [lastOutgoing, toEnd]);

  const onResize = useCallback(() => {
    hold();
    look();
  }, [hold, look]);
  const onTouched = useCallback(() => {
    if (anchor.current === 'unread') anchor.current = 'nothing';
  }, []);

  const firstKey = items.find(isWritten)?.key;
  const [shownFirst, setShownFirst] = useState(firstKey);
  const isPrepending =
    shownFirst !== undefined && shownFirst !== firstKey && items.some(({ key }) => key === shownFirst);
  useLayoutEffect(() => setShownFirst(firstKey), [firstKey]);

  const from = leftAt ? items.findIndex(({ key }) => key === leftAt.key) + 1 : items.length;
  const newCount = items.slice(from).filter((item) => item.kind === 'message' && item.side !== 'own').length;
  return { isAtEnd: leftAt === undefined, newCount, isPrepending, toEnd, onScroll: look, onResize, onTouched };
}
