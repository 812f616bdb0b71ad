import { getUserTimeline } from '@hai-dang/contract/moderation/timeline.endpoints.ts';
import type { TimelineKind } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../../lib/endpoint-query.ts';

/** The groups of entries that can be shown alone. */
export const TIMELINE_GROUPS = {
  content: ['joined', 'post', 'travel_post', 'comment'],
  reports: ['report_about', 'report_by'],
  moderation: ['moderation'],
  letters: ['letter', 'appeal'],
  notes: ['note'],
  conversations: ['conversation'],
  sign_ins: ['sign_in'],
} as const satisfies Record<string, readonly TimelineKind[]>;
export type TimelineGroup = keyof typeof TIMELINE_GROUPS;

/** A user's timeline, newest first, a page at a time. */
export const useTimeline = (userId: string, group: TimelineGroup | '') =>
  useInfiniteQuery({
    ...pagesOf(getUserTimeline, {
      params: { id: userId },
      body: group === '' ? {} : { kinds: [...TIMELINE_GROUPS[group]] },
    }),
    // The actions of colleagues show when the tab is opened again.
    refetchOnMount: 'always',
  });
