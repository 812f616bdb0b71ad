import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { userDetailStrings as strings } from '../user-detail.strings.ts';

/** What goes with an account when it is deleted, as far as its page knows. */
export function RemovalConsequences({ user }: { readonly user: UserDetail }) {
  const { postsCount, travelPostsCount, followersCount, followingCount } = user;
  return (
    <>
      <p>{strings.removeConsequence}</p>
      <ul className="mt-1 list-disc pl-5">
        {postsCount !== null && <li>{strings.removedPosts(formatNumber(postsCount))}</li>}
        {travelPostsCount !== null && <li>{strings.removedTravelPosts(formatNumber(travelPostsCount))}</li>}
        <li>{strings.removedFollows(formatNumber(followersCount), formatNumber(followingCount))}</li>
        <li>{strings.removedRest}</li>
      </ul>
    </>
  );
}
