import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import type { SceneKind } from '../images/demo-images.ts';
import { COMMENTS, PLACES, type Place, POSTS, type Topic, TRAVEL_POSTS } from '../texts/texts.ts';
import { seededId } from './seeded-id.ts';

export type NewPost = Insertable<Schema['posts']> & { created_at: Date };
export type NewTravelPost = Insertable<Schema['travel_posts']> & { created_at: Date };

interface Circumstances {
  authorId: string;
  createdAt: number;
  scenes: Record<SceneKind, readonly string[]>;
}

/** A generated feed post. */
export function makePost(random: Random, { authorId, createdAt, scenes }: Circumstances): NewPost {
  const topic = random.pick(POSTS.topics);
  const images = random.chance(0.38) ? random.weighted(POST_IMAGES) : 0;
  const urls = topic.scenes.flatMap((kind) => scenes[kind]);
  return {
    id: seededId(random, createdAt),
    author_id: authorId,
    title: random.chance(0.4) ? random.pick(topic.titles) : null,
    content: postText(random, topic),
    category: topic.category,
    image_urls: random.sample(urls, images),
    created_at: new Date(createdAt),
  };
}

const POST_IMAGES = [
  [1, 60],
  [2, 22],
  [3, 10],
  [4, 8],
] as const;
const TRAVEL_IMAGES = [
  [0, 8],
  [1, 15],
  [2, 22],
  [3, 20],
  [4, 18],
  [5, 10],
  [6, 7],
] as const;
const SENTENCES = [
  [1, 40],
  [2, 38],
  [3, 17],
  [9, 5],
] as const;

function postText(random: Random, topic: Topic): string {
  const sentences = random.sample(topic.sentences, random.weighted(SENTENCES));
  const [first = '', ...others] = sentences;
  const opening = random.chance(0.22) ? random.pick(POSTS.openings) : '';
  // After a comma or a bare word the sentence continues; after a colon or a full stop a new one starts.
  const goesOn = /[,\p{L}] $/u.test(opening);
  const parts = [opening + (goesOn ? first.charAt(0).toLowerCase() + first.slice(1) : first), ...others];
  if (random.chance(0.25)) parts.push(random.pick(POSTS.closings));
  const end =
    (random.chance(0.3) ? ` ${random.pick(topic.emojis)}` : '') +
    (random.chance(0.22) ? `\n${random.pick(topic.tags)}` : '');
  return parts.join(parts.length > 4 ? '\n\n' : ' ') + end;
}

/** A generated travel post about a real place in Vietnam. */
export function makeTravelPost(random: Random, { authorId, createdAt, scenes }: Circumstances): NewTravelPost {
  const place = random.pick(PLACES);
  return {
    id: seededId(random, createdAt),
    author_id: authorId,
    title: random.pick(TRAVEL_POSTS.titles).replace('{place}', place.name),
    location: `${place.name}, ${place.province}`,
    content: travelText(random, place),
    image_urls: random.sample(scenes[place.scene], random.weighted(TRAVEL_IMAGES)),
    created_at: new Date(createdAt),
  };
}

function travelText(random: Random, place: Place): string {
  const isLong = random.chance(0.18);
  const notes = random.sample(place.notes, isLong ? place.notes.length : random.integer(1, 2));
  const lines = random.sample(TRAVEL_POSTS.sceneLines[place.scene], isLong ? 3 : random.integer(0, 2));
  const tips = random.sample(TRAVEL_POSTS.tips, isLong ? 3 : random.integer(0, 1));
  const closing = random.chance(0.45) ? [random.pick(TRAVEL_POSTS.closings)] : [];
  if (!isLong) return [...notes, ...lines, ...tips, ...closing].join(' ');
  const links = random.sample(TRAVEL_POSTS.links, 2);
  const story = [...notes, ...lines].map((sentence, index) => (links[index / 2] ?? '') + sentence);
  return [...story, tips.join(' '), ...closing].join('\n\n');
}

/** The text of a comment. */
export function commentText(random: Random): string {
  return random.sample(COMMENTS, random.chance(0.12) ? 2 : 1).join(' ');
}
