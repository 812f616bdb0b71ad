import { NEW_WINDOW_DAYS } from '@hai-dang/contract/constants.ts';
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
  const withinWindow = (count: number | undefined) =>
    count === undefined ? undefined : strings.newInWindow(formatNumber(count), NEW_WINDOW_DAYS);

  return (
    <div className="grid gap-4 md:grid-cols-3 xl:grid-cols-6">
      <StatSection title={strings.users} icon={Users} className="md:col-span-2" columnsClassName="grid-cols-2">
        <StatCell label={strings.usersTotal} value={users?.total} />
        <StatCell
          label={strings.usersNew}
          value={users?.new}
          note={strings.inWindow(NEW_WINDOW_DAYS)}
          change={changeOf(stats, ['users'])}
        />
      </StatSection>
      <StatSection
        title={strings.posts}
        icon={FileText}
        className="md:order-last md:col-span-3 xl:order-none"
        columnsClassName="grid-cols-2 sm:grid-cols-3"
      >
        <StatCell
          label={strings.postsTotal}
          value={posts?.total}
          note={posts && strings.postsSplit(formatNumber(posts.feeds.total), formatNumber(posts.travelPosts.total))}
          className="max-sm:col-span-2"
        />
        <StatCell label={strings.feeds} value={posts?.feeds.total} note={withinWindow(posts?.feeds.new)} />
        <StatCell
          label={strings.travelPosts}
          value={posts?.travelPosts.total}
          note={withinWindow(posts?.travelPosts.new)}
        />
      </StatSection>
      <StatSection title={strings.activity} icon={Activity} className="" columnsClassName="grid-cols-1">
        <StatCell
          label={strings.activityTotal}
          value={posts && posts.feeds.new + posts.travelPosts.new}
          note={strings.inWindow(NEW_WINDOW_DAYS)}
          change={changeOf(stats, ['feeds', 'travelPosts'])}
        />
      </StatSection>
    </div>
  );
}

function changeOf(stats: DashboardStats | undefined, keys: readonly TrendKey[]) {
  const ratio = changeOverWindow(stats?.series, keys);
  if (ratio === undefined) return undefined;
  const rounded = Math.round(ratio * 100);
  return {
    text: formatChange(ratio),
    direction: rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'flat',
    comparedWith: strings.comparedWith(NEW_WINDOW_DAYS),
  } as const;
}
