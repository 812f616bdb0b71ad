import { Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import { postStrings as strings } from './post.strings.ts';

interface PostCountsProps {
  readonly likes: number;
  readonly comments: number;
  /** List items that come first. */
  readonly children?: ReactNode;
}

/** How many liked a post and how many comments it has. */
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
