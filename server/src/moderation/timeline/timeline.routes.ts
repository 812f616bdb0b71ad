import { getUserTimeline } from '@hai-dang/contract/moderation/timeline.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { TimelineService } from './timeline.service.ts';

export function registerTimelineRoutes(mount: Mount, timeline: TimelineService): void {
  mount(getUserTimeline, async ({ params, body }) => {
    const { entries, nextCursor } = await timeline.getTimeline(params.id, body);
    return { success: true, data: entries, pagination: { nextCursor } };
  });
}
