import { Heart, MessageCircle } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { postsStrings as strings } from '../posts.strings.ts';

/** How many liked a post and how many comments it has. */
export function PostCounts({ likes, comments }: { readonly likes: number; readonly comments: number }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm tabular-nums">
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
