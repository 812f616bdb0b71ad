import { Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';

const strings = {
  likes: (count: string) => `${count} lượt thích`,
  comments: (count: string) => `${count} bình luận`,
} as const;

interface PostCountsProps {
  readonly likes: number;
  readonly comments: number;
  /** List items before the counts. */
  readonly children?: ReactNode;
}

/** The numbers of likes and comments of a post. */
export function PostCounts({ likes, comments, children }: PostCountsProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm tabular-nums">
      {children}
      <li className="inline-flex items-center gap-1.5">
        <Heart aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {strings.likes(formatNumber(likes))}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {strings.comments(formatNumber(comments))}
      </li>
    </ul>
  );
}
