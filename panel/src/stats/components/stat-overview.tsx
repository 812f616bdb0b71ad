import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { Activity, FileText, Users } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { statsStrings as strings } from '../stats.strings.ts';
import { changeOverWindow, formatChange, type TrendKey } from '../trend.ts';
import { StatCell } from './stat-cell.tsx';
import { StatSection } from './stat-section.tsx';

/** The three sections of the specification, section 2; without `stats` their skeleton, of the same size. */
export function StatOverview({ stats }: { stats: DashboardStats | undefined }) {
  const { users, posts } = stats ?? {};
  return (
    <div className="grid gap-4 md:grid-cols-3 xl:grid-cols-6">
      <StatSection title={strings.users} icon={Users} className="md:col-span-2" columnsClassName="grid-cols-2">
        <StatCell label={strings.usersTotal} value={users?.total} note={strings.administratorsExcluded} />
        <StatCell label={strings.newInWindow} value={users?.new} {...compared(stats, ['users'])} />
      </StatSection>
      <StatSection
        title={strings.posts}
        icon={FileText}
        className="md:order-last md:col-span-3 xl:order-none"
        columnsClassName="grid-cols-2 sm:grid-cols-[1.4fr_1fr_1fr]"
      >
        <StatCell
          label={strings.postsTotal}
          value={posts?.total}
          note={posts && <PostsSplit feeds={posts.feeds.total} travelPosts={posts.travelPosts.total} />}
          className="max-sm:col-span-2"
        />
        <StatCell
          label={strings.feeds}
          value={posts?.feeds.total}
          note={posts && strings.countInWindow(formatNumber(posts.feeds.new))}
        />
        <StatCell
          label={strings.travelPosts}
          value={posts?.travelPosts.total}
          note={posts && strings.countInWindow(formatNumber(posts.travelPosts.new))}
        />
      </StatSection>
      <StatSection title={strings.activity} icon={Activity} className="" columnsClassName="grid-cols-1">
        <StatCell
          label={strings.activityTotal}
          value={posts && posts.feeds.new + posts.travelPosts.new}
          {...compared(stats, ['feeds', 'travelPosts'])}
        />
      </StatSection>
    </div>
  );
}

/** Each half is unbroken where the line is too short for both. */
function PostsSplit({ feeds, travelPosts }: { feeds: number; travelPosts: number }) {
  return (
    <>
      <span className="whitespace-nowrap">{strings.feedsCount(formatNumber(feeds))}</span>
      <span className="whitespace-nowrap">{strings.travelPostsCount(formatNumber(travelPosts))}</span>
    </>
  );
}

function compared(stats: DashboardStats | undefined, keys: readonly TrendKey[]): { note: string; change?: string } {
  const ratio = changeOverWindow(stats?.series, keys);
  if (ratio === undefined) return { note: strings.inWindow };
  return { note: strings.comparedWithBefore, change: formatChange(ratio) };
}
