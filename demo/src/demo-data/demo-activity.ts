import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { createRandom, type Random } from '../../../server/src/lib/random.ts';
import { busyMoment, momentSoonAfter, type Span } from '../factories/calendar.ts';
import { commentText, makePost, makeTravelPost, type NewPost, type NewTravelPost } from '../factories/post-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import type { DemoImages } from '../images/demo-images.ts';
import { POSTS } from '../texts/texts.ts';

export interface DemoActivity {
  posts: NewPost[];
  travelPosts: NewTravelPost[];
  comments: Array<Insertable<Schema['comments']>>;
  postLikes: Array<Insertable<Schema['post_likes']>>;
  travelPostLikes: Array<Insertable<Schema['travel_post_likes']>>;
  follows: Array<Insertable<Schema['follows']>>;
}

/** The share of all users who never post. */
const READERS_SHARE = 0.22;
const MEAN_POSTS = 5.5;
const MEAN_TRAVEL_POSTS = 2;
const MEAN_COMMENTS = 2;
const MEAN_LIKES = 7;
const MEAN_FOLLOWS = 11;
/** The maximum per user; without it the distribution has a long tail. */
const POSTS_MAX = 34;
/** Posts of the user whose login is printed, as a multiple of the mean: enough for several pages. */
const PRINTED_USER_ACTIVITY = 4;
const MEAN_REACTION_MS = 14 * HOUR_MS;
const TEXT_ATTEMPTS = 12;
/** One odd text per this many posts. */
const ODD_TEXT_INTERVAL = 61;

/** The users' posts, likes and follows, each between joining and being last seen. */
export function createDemoActivity(accounts: readonly NewUser[], { scenes }: Pick<DemoImages, 'scenes'>): DemoActivity {
  const random = createRandom('demo activity');
  const users = accounts.filter(({ role, last_seen_at }) => role === 'user' && last_seen_at);
  const isNew = rememberTexts();
  const posts: NewPost[] = [];
  const travelPosts: NewTravelPost[] = [];
  users.forEach((user, index) => {
    const activity = index === 0 ? PRINTED_USER_ACTIVITY : random.chance(READERS_SHARE) ? 0 : random.exponential(1);
    const span = presence(user);
    const isLong = span.to - span.from > HOUR_MS;
    const amount = (mean: number) => (isLong ? Math.min(POSTS_MAX, Math.round(activity * mean)) : 0);
    for (let left = amount(MEAN_POSTS); left > 0; left--) {
      const circumstances = { authorId: user.id, createdAt: busyMoment(random, span), scenes };
      posts.push(firstNew(isNew, () => makePost(random, circumstances)));
    }
    for (let left = amount(MEAN_TRAVEL_POSTS); left > 0; left--) {
      const circumstances = { authorId: user.id, createdAt: busyMoment(random, span), scenes };
      travelPosts.push(firstNew(isNew, () => makeTravelPost(random, circumstances)));
    }
  });
  POSTS.oddTexts.forEach((content, index) => {
    const post = posts[(index + 1) * ODD_TEXT_INTERVAL];
    if (post) post.content = content;
  });
  const onPosts = react(random, users, posts);
  const onTravelPosts = react(random, users, travelPosts);
  return {
    posts,
    travelPosts,
    comments: [
      ...onPosts.comments.map(({ parentId, ...comment }) => ({ ...comment, post_id: parentId })),
      ...onTravelPosts.comments.map(({ parentId, ...comment }) => ({ ...comment, travel_post_id: parentId })),
    ],
    postLikes: onPosts.likes.map(({ parentId, ...like }) => ({ ...like, post_id: parentId })),
    travelPostLikes: onTravelPosts.likes.map(({ parentId, ...like }) => ({ ...like, travel_post_id: parentId })),
    follows: follow(random, users),
  };
}

function presence(user: NewUser): Span {
  const from = user.created_at.getTime();
  return { from, to: user.last_seen_at?.getTime() ?? from };
}

function rememberTexts(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => seen.size < seen.add(text).size;
}

/** Retries until the text is new, for a limited number of attempts. */
function firstNew<T extends { content: string }>(isNew: (text: string) => boolean, make: () => T): T {
  let made = make();
  for (let attempt = 1; attempt < TEXT_ATTEMPTS && !isNew(made.content); attempt++) made = make();
  return made;
}

function react(random: Random, users: readonly NewUser[], publications: ReadonlyArray<NewPost | NewTravelPost>) {
  const comments = [];
  const likes = [];
  for (const { id: parentId, created_at } of publications) {
    const readers = users.map(presence).flatMap((span, index) => {
      const from = Math.max(span.from, created_at.getTime());
      return from < span.to ? [{ id: users[index]?.id ?? '', from, to: span.to }] : [];
    });
    const fame = random.exponential(1);
    for (const { id, from, to } of random.sample(readers, Math.round(fame * MEAN_LIKES))) {
      const at = momentSoonAfter(random, from, MEAN_REACTION_MS, to);
      likes.push({ parentId, user_id: id, created_at: new Date(at) });
    }
    for (let left = readers.length === 0 ? 0 : Math.round(fame * MEAN_COMMENTS); left > 0; left--) {
      const { id, from, to } = random.pick(readers);
      const at = momentSoonAfter(random, from, MEAN_REACTION_MS, to);
      const row = { id: seededId(random, at), author_id: id, content: commentText(random), created_at: new Date(at) };
      comments.push({ parentId, ...row });
    }
  }
  return { comments, likes };
}

function follow(random: Random, users: readonly NewUser[]): DemoActivity['follows'] {
  // A few users are followed by many: they are drawn more than once.
  const known = users.flatMap((user) => Array.from({ length: 1 + Math.floor(random.exponential(2)) }, () => user));
  return users.flatMap((follower) => {
    const chosen = new Set(random.sample(known, Math.round(random.exponential(MEAN_FOLLOWS))));
    chosen.delete(follower);
    return [...chosen].flatMap((followee) => {
      const { from, to } = presence(follower);
      const since = Math.max(from, followee.created_at.getTime());
      if (since >= to) return [];
      const at = new Date(busyMoment(random, { from: since, to }));
      return [{ follower_id: follower.id, followee_id: followee.id, created_at: at }];
    });
  });
}
