import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineItem } from './conversation-timeline.ts';

/** So near the end one is at the end: heights are broken numbers. */
const AT_END_PX = 24;
/** So near the top the older messages are read. */
const NEAR_TOP_PX = 800;

const isWritten = ({ kind }: TimelineItem): boolean => kind === 'message' || kind === 'outgoing';

interface MessageScrollParts {
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
}

/**
 * Where one is in a conversation: it opens at the first unread message or at the end, follows the end as long as one
 * is there, and else stays where one is, whatever comes above or below.
 */
export function useMessageScroll({ virtualizer, items, hasOlder, onNearTop }: MessageScrollParts): MessageScroll {
  /** The last thing written when one left the end; undefined as long as one is there. */
  const [leftAt, setLeftAt] = useState<{ readonly key: string | undefined }>();
  const isAtEnd = useRef(true);
  const isPlaced = useRef(false);
  const lastIndex = items.length - 1;

  const toEnd = useCallback(() => {
    isAtEnd.current = true;
    setLeftAt(undefined);
    virtualizer.current?.scrollToIndex(lastIndex, { align: 'end' });
  }, [virtualizer, lastIndex]);

  const lastKey = items.findLast(isWritten)?.key;
  const look = useCallback(() => {
    const current = virtualizer.current;
    if (!current || !isPlaced.current) return;
    const wasAtEnd = isAtEnd.current;
    isAtEnd.current = current.scrollOffset + current.viewportSize >= current.scrollSize - AT_END_PX;
    if (isAtEnd.current) setLeftAt(undefined);
    else if (wasAtEnd) setLeftAt({ key: lastKey });
    if (hasOlder && current.scrollOffset < NEAR_TOP_PX) onNearTop();
  }, [virtualizer, lastKey, hasOlder, onNearTop]);

  // Once, as soon as there is something: where reading begins.
  const unreadIndex = items.findIndex(({ kind }) => kind === 'unread');
  const placedAtUnread = useRef(false);
  useLayoutEffect(() => {
    if (lastIndex < 0 || !virtualizer.current) return;
    if (unreadIndex >= 0 && !placedAtUnread.current) {
      placedAtUnread.current = true;
      isAtEnd.current = false;
      setLeftAt({ key: lastKey });
      virtualizer.current.scrollToIndex(unreadIndex, { align: 'start' });
    } else if (isAtEnd.current) {
      virtualizer.current.scrollToIndex(lastIndex, { align: 'end' });
    }
    if (isPlaced.current) return;
    // The heights are known a little later.
    const frame = requestAnimationFrame(() => {
      isPlaced.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [virtualizer, lastIndex, unreadIndex, lastKey]);

  // What one sends oneself one wants to see.
  const lastOutgoing = items.findLast(({ kind }) => kind === 'outgoing')?.key;
  const shownOutgoing = useRef(lastOutgoing);
  useEffect(() => {
    if (lastOutgoing !== undefined && lastOutgoing !== shownOutgoing.current) toEnd();
    shownOutgoing.current = lastOutgoing;
  }, [lastOutgoing, toEnd]);

  const onResize = useCallback(() => {
    if (isAtEnd.current) virtualizer.current?.scrollToIndex(lastIndex, { align: 'end' });
    else look();
  }, [virtualizer, lastIndex, look]);

  const firstKey = items.find(isWritten)?.key;
  const [shownFirst, setShownFirst] = useState(firstKey);
  const isPrepending =
    shownFirst !== undefined && shownFirst !== firstKey && items.some(({ key }) => key === shownFirst);
  useLayoutEffect(() => setShownFirst(firstKey), [firstKey]);

  const from = leftAt ? items.findIndex(({ key }) => key === leftAt.key) + 1 : items.length;
  const newCount = items.slice(from).filter((item) => item.kind === 'message' && item.side !== 'own').length;
  return { isAtEnd: leftAt === undefined, newCount, isPrepending, toEnd, onScroll: look, onResize };
}
