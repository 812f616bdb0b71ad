import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { seededId } from '../factories/seeded-id.ts';

/** The size of a scale set. The numbers of likes, comments and follows are approximate. */
export interface ScaleSizes {
  users: number;
  posts: number;
  travelPosts: number;
  likes: number;
  comments: number;
  follows: number;
  reports: number;
}

export const PUBLICATION_KINDS = ['post', 'travelPost'] as const;
export type PublicationKind = (typeof PUBLICATION_KINDS)[number];

/** A post without its text. */
export interface Publication {
  id: string;
  /** Index of the author. */
  author: number;
  createdAt: number;
  likes: number;
  comments: number;
}

interface UserCounts {
  post: Uint32Array;
  travelPost: Uint32Array;
  followers: Uint32Array;
  following: Uint32Array;
}

/**
 * The relations of a scale set. Everything is computed from an index on demand, so that memory holds only four numbers
 * per user.
 */
export interface ScalePlan {
  sizes: ScaleSizes;
  userId: (index: number) => string;
  userCreatedAt: (index: number) => number;
  publications: (kind: PublicationKind) => Generator<Publication>;
  follows: () => Generator<{ follower: number; followee: number }>;
  counts: UserCounts;
}

const SPAN_DAYS = 3 * 365;
/** Below 1: the numbers of users and posts grow over time. */
const GROWTH_EXPONENT = 0.6;
/** One user in this many is famous; they have this share of posts and follows. */
const FAMOUS_INTERVAL = 50;
const FAMOUS_SHARE = 0.3;

/**
 * @param firstSerial the number of the first user: sets with different numbers can be in one database
 * @param now milliseconds since 1970; everything happened before
 */
export function createScalePlan(sizes: ScaleSizes, firstSerial: number, now: number): ScalePlan {
  const start = now - SPAN_DAYS * DAY_MS;
  /** The time at a share (0 to 1) of the way through a growing number of users. */
  const timeAt = (share: number) => Math.floor(start + (now - start) * share ** GROWTH_EXPONENT);
  const stream = (name: string) => createRandom(`scale ${firstSerial} ${name}`);
  const userCreatedAt = (index: number) => timeAt(index / sizes.users);
  const userId = (index: number) => seededId(stream(`user ${index}`), userCreatedAt(index));
  const publicationsInAll = sizes.posts + sizes.travelPosts;

  function* publications(kind: PublicationKind): Generator<Publication> {
    const random = stream(kind);
    const total = kind === 'post' ? sizes.posts : sizes.travelPosts;
    for (let index = 0; index < total; index++) {
      const createdAt = timeAt((index + 0.5) / total);
      const member = Math.floor(random.fraction() * (index / total) * sizes.users);
      const author = random.chance(FAMOUS_SHARE) ? member - (member % FAMOUS_INTERVAL) : member;
      const amount = (all: number) =>
        Math.min(
          Math.floor(sizes.users / 2),
          Math.floor(random.exponential(all / publicationsInAll) + random.fraction()),
        );
      yield {
        id: seededId(random, createdAt),
        author,
        createdAt,
        likes: amount(sizes.likes),
        comments: amount(sizes.comments),
      };
    }
  }

  function* follows() {
    const random = stream('follows');
    for (let follower = 0; follower < sizes.users; follower++) {
      const followees = new Set<number>();
      const wanted = Math.min(
        sizes.users - 1,
        Math.floor(random.exponential(sizes.follows / sizes.users) + random.fraction()),
      );
      for (let left = wanted; left > 0; left--) {
        const anyone = random.integer(0, sizes.users - 1);
        followees.add(random.chance(FAMOUS_SHARE) ? anyone - (anyone % FAMOUS_INTERVAL) : anyone);
      }
      followees.delete(follower);
      for (const followee of followees) yield { follower, followee };
    }
  }

  const plan = { sizes, userId, userCreatedAt, publications, follows };
  return { ...plan, counts: countPerUser(plan) };
}

function countPerUser({ sizes, publications, follows }: Omit<ScalePlan, 'counts'>): UserCounts {
  const none = () => new Uint32Array(sizes.users);
  const counts = { post: none(), travelPost: none(), followers: none(), following: none() };
  const addOne = (to: Uint32Array, index: number) => {
    to[index] = (to[index] ?? 0) + 1;
  };
  for (const kind of PUBLICATION_KINDS) {
    for (const { author } of publications(kind)) addOne(counts[kind], author);
  }
  for (const { follower, followee } of follows()) {
    addOne(counts.following, follower);
    addOne(counts.followers, followee);
  }
  return counts;
}
