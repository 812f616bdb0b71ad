import { getUserTimeline } from '@hai-dang/contract/moderation/timeline.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getTimeline } from './get-timeline.ts';

export function registerTimelineRoutes(mount: Mount): void {
  mount(getUserTimeline, async ({ ctx, params, body }) => {
    const { entries, nextCursor } = await getTimeline(ctx, params.id, body);
    return { success: true, data: entries, pagination: { nextCursor } };
  });
}
