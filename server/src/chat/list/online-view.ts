import type { OnlineStatistics } from '@hai-dang/contract/chat/chat.schema.ts';
import type { OnlinePage, OnlineUsers, SeenUser } from '../../lib/realtime/online-users.ts';

/** Who is online, as one call sees it. */
export interface OnlineView {
  /** Returns the ids of those who are online. */
  among(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** A page of them, the last seen first. */
  newest(page: OnlinePage): Promise<readonly SeenUser[]>;
  /** @returns how many are online, and whether the call may have missed some */
  statistics(work: Promise<unknown>): Promise<OnlineStatistics>;
}

/** Asks who is online for one call, and remembers whether any response may have been incomplete. */
export function createOnlineView(
  presence: Pick<OnlineUsers, 'areOnline' | 'newestOnline' | 'countOnline'>,
): OnlineView {
  let isPartial = false;
  const note = <Response extends { isPartial: boolean }>(response: Response): Response => {
    isPartial ||= response.isPartial;
    return response;
  };
  return {
    among: async (ids) => note(await presence.areOnline(ids)).ids,
    newest: async (page) => note(await presence.newestOnline(page)).users,
    async statistics(work) {
      const [count] = await Promise.all([presence.countOnline(), work]);
      const { total, verified } = note(count);
      const statistics = { totalOnline: total, verifiedCount: verified, normalUserCount: total - verified };
      return isPartial ? { ...statistics, isPartial } : statistics;
    },
  };
}
