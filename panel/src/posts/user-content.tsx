import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { useEffect, useId } from 'react';
import { CARD_CLASS, classNames } from '../ui/class-names.ts';
import { laterPart } from '../ui/lazy-component.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { PostList } from './components/post-list.tsx';
import { RemovedContent } from './components/removed-content.tsx';
import { SelectionBar } from './components/selection-bar.tsx';
import { TravelPostList } from './components/travel-post-list.tsx';
import { prefetchUserContent, useUserPosts, useUserTravelPosts } from './posts.queries.ts';
import { postsStrings as strings } from './posts.strings.ts';
import { useContentQuery } from './use-content-query.ts';
import { useContentSelection } from './use-content-selection.ts';

export const prefetch = prefetchUserContent;

const UserTimeline = laterPart(
  () => import('../moderation/timeline/user-timeline.tsx').then((module) => module.UserTimeline),
  <PageSpinner label={strings.loadingActivity} />,
);

interface UserContentProps {
  readonly userId: string;
  readonly user: UserDetail;
  /** Called with the number of posts, whenever it has been loaded. */
  readonly onPostTotal?: (total: number) => void;
}

/** A user's posts and travel posts, in two tabs (specification, section 2, User detail), and what they did in a third. */
export function UserContent({ userId, user, onPostTotal }: UserContentProps) {
  const content = useContentQuery();
  const posts = useUserPosts(userId, content.page);
  const travelPosts = useUserTravelPosts(userId);
  const idBase = useId();
  const selected = useContentSelection(userId);
  // Only a backend with decisions knows suspensions.
  const canDecide = user.disabledUntil !== undefined;
  // Actions on many subjects leave administrators alone.
  const selection = canDecide && user.role !== 'admin' ? selected : undefined;

  const postTotal = posts.data?.total;
  useEffect(() => {
    if (postTotal !== undefined) onPostTotal?.(postTotal);
  }, [postTotal, onPostTotal]);

  return (
    <div className="flex flex-col gap-4">
      <div className={classNames(CARD_CLASS, 'overflow-clip')}>
        <Tabs
          label={strings.contentTabs}
          idBase={idBase}
          value={content.tab}
          onChange={content.showTab}
          items={[
            { value: 'posts', label: strings.posts, count: postTotal ?? user.postsCount ?? undefined },
            {
              value: 'travel',
              label: strings.travelPosts,
              count: travelPosts.data?.pages.at(-1)?.total ?? user.travelPostsCount ?? undefined,
            },
            { value: 'activity', label: strings.activity },
          ]}
          className="px-2"
        />
        {/* On a narrow screen the bar has several lines: what the focus goes to stands clear of them. */}
        <TabPanel idBase={idBase} value={content.tab} className="max-sm:[&_article_:focus]:scroll-mt-24">
          {selection && content.tab !== 'activity' && <SelectionBar user={user} selection={selection} />}
          {content.tab === 'posts' && (
            <PostList
              userId={userId}
              canDecide={canDecide}
              selection={selection}
              query={posts}
              page={content.page}
              onPage={content.showPage}
              onPageGone={content.correctPage}
            />
          )}
          {content.tab === 'travel' && (
            <TravelPostList userId={userId} canDecide={canDecide} selection={selection} query={travelPosts} />
          )}
          {content.tab === 'activity' && <UserTimeline userId={userId} />}
        </TabPanel>
      </div>
      {canDecide && content.tab !== 'activity' && <RemovedContent userId={userId} />}
    </div>
  );
}
