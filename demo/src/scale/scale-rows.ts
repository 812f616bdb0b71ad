import { createRandom } from '../../../server/src/lib/random.ts';
import { DAY_MS, momentSoonAfter } from '../factories/calendar.ts';
import { commentText, makePost, makeTravelPost } from '../factories/post-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import { makeUser } from '../factories/user-factory.ts';
import type { DemoImages } from '../images/demo-images.ts';
import type { CopyRow } from './copy-rows.ts';
import type { PublicationKind, ScalePlan } from './scale-plan.ts';

/** Rows of one table, made one at a time. */
export interface ScaleTable {
  table: string;
  columns: readonly string[];
  rows: () => Generator<CopyRow>;
}

const USER_COLUMNS =
  'id,username,email,password_hash,role,is_disabled,is_verified,avatar_url,phone,postal_address,gender,age,marital_status,bio,' +
  'nationality,hometown,last_seen_at,created_at,updated_at,followers_count,following_count,posts_count,travel_posts_count';
export const POST_COLUMNS = 'id,author_id,title,content,category,image_urls,likes_count,comments_count,created_at';
export const TRAVEL_POST_COLUMNS =
  'id,author_id,title,location,content,image_urls,likes_count,comments_count,created_at';

const MEAN_REACTION_MS = 2 * DAY_MS;
/** Steps of this length visit each user once, for it is prime and divides no round number of them. */
const STRIDE = 7_919;

/**
 * The tables of a scale set in the order to fill them, counters included; made with the same factories as the demo.
 * The accounts have no password.
 * @param firstSerial added to each name, so that no two are alike
 * @param now milliseconds since 1970
 */
export function scaleTables(plan: ScalePlan, demoImages: DemoImages, firstSerial: number, now: number): ScaleTable[] {
  const { sizes, userId, userCreatedAt, counts } = plan;
  const stream = (name: string) => createRandom(`scale rows ${firstSerial} ${name}`);

  function* users(): Generator<CopyRow> {
    const random = stream('users');
    for (let index = 0; index < sizes.users; index++) {
      const createdAt = userCreatedAt(index);
      const serial = firstSerial + index;
      const user = makeUser(random, { createdAt, now, serial, avatars: demoImages.avatars, passwordHash: null });
      yield {
        ...user,
        id: userId(index),
        username: `${user.username} ${serial}`,
        followers_count: counts.followers[index] ?? 0,
        following_count: counts.following[index] ?? 0,
        posts_count: counts.post[index] ?? 0,
        travel_posts_count: counts.travelPost[index] ?? 0,
      };
    }
  }

  function* publications(kind: PublicationKind): Generator<CopyRow> {
    const random = stream(kind);
    const make = kind === 'post' ? makePost : makeTravelPost;
    for (const { id, author, createdAt, likes, comments } of plan.publications(kind)) {
      const made = make(random, { authorId: userId(author), createdAt, scenes: demoImages.scenes });
      yield { ...made, id, likes_count: likes, comments_count: comments } as CopyRow;
    }
  }

  function* likes(kind: PublicationKind, column: string): Generator<CopyRow> {
    const random = stream(`likes of ${kind}`);
    for (const { id, likes: wanted, createdAt } of plan.publications(kind)) {
      const first = random.integer(0, sizes.users - 1);
      for (let index = 0; index < wanted; index++) {
        const user = (first + index * STRIDE) % sizes.users;
        const since = Math.max(createdAt, userCreatedAt(user));
        const at = new Date(momentSoonAfter(random, since, MEAN_REACTION_MS, now));
        yield { [column]: id, user_id: userId(user), created_at: at };
      }
    }
  }

  function* comments(kind: PublicationKind, column: string): Generator<CopyRow> {
    const random = stream(`comments on ${kind}`);
    for (const { id: parentId, comments: wanted, createdAt } of plan.publications(kind)) {
      for (let left = wanted; left > 0; left--) {
        const user = random.integer(0, sizes.users - 1);
        const at = momentSoonAfter(random, Math.max(createdAt, userCreatedAt(user)), MEAN_REACTION_MS, now);
        const row = { author_id: userId(user), content: commentText(random), created_at: new Date(at) };
        yield { ...row, id: seededId(random, at), [column]: parentId };
      }
    }
  }

  function* follows(): Generator<CopyRow> {
    const random = stream('follows');
    for (const { follower, followee } of plan.follows()) {
      const since = Math.max(userCreatedAt(follower), userCreatedAt(followee));
      const at = new Date(momentSoonAfter(random, since, 30 * DAY_MS, now));
      yield { follower_id: userId(follower), followee_id: userId(followee), created_at: at };
    }
  }

  const define = (table: string, columns: string, rows: () => Generator<CopyRow>) => ({
    table,
    columns: columns.split(','),
    rows,
  });
  return [
    define('accounts', USER_COLUMNS, users),
    define('posts', POST_COLUMNS, () => publications('post')),
    define('travel_posts', TRAVEL_POST_COLUMNS, () => publications('travelPost')),
    define('post_likes', 'post_id,user_id,created_at', () => likes('post', 'post_id')),
    define('travel_post_likes', 'travel_post_id,user_id,created_at', () => likes('travelPost', 'travel_post_id')),
    define('comments', 'id,author_id,post_id,content,created_at', () => comments('post', 'post_id')),
    define('comments', 'id,author_id,travel_post_id,content,created_at', () =>
      comments('travelPost', 'travel_post_id'),
    ),
    define('follows', 'follower_id,followee_id,created_at', follows),
  ];
}
