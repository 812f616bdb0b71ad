import { createHash } from 'node:crypto';
import type { ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { titleOf } from '../../lib/title.ts';

/** How often a post was liked and commented on. */
export interface PostCounts {
  likesCount: number;
  commentsCount: number;
}

/** The fields that are not hashed: they change without an edit of the post. */
const COUNTS: readonly string[] = ['likesCount', 'commentsCount'] satisfies ReadonlyArray<keyof PostCounts>;

/**
 * SHA-256 of evidence without its counts, hexadecimal. The same for what is read back from the database, which keeps keys
 * in an order of its own: they are sorted first.
 */
export const hashSnapshot = (snapshot: ReportSnapshot): string =>
  createHash('sha256').update(JSON.stringify(snapshot, sortedWithoutCounts)).digest('hex');

function sortedWithoutCounts(_key: string, value: unknown): unknown {
  if (!(value instanceof Object) || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !COUNTS.includes(key));
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The reported post, or the parent of the reported comment. */
const postOf = (snapshot: ReportSnapshot): SnapshotPublication | null => {
  if (snapshot.itemType === 'User') return null;
  return snapshot.itemType === 'Comment' ? snapshot.comment.parent : snapshot.post;
};

/** The counts that evidence was taken with. */
export function countsOf(snapshot: ReportSnapshot): PostCounts | null {
  const post = postOf(snapshot);
  return post && { likesCount: post.likesCount, commentsCount: post.commentsCount };
}

/** Evidence with the counts of one of its reports; with its own where the report has none, as older ones. */
export function withCounts(snapshot: ReportSnapshot, counts: PostCounts | null): ReportSnapshot {
  if (!counts || snapshot.itemType === 'User') return snapshot;
  if (snapshot.itemType !== 'Comment') return { ...snapshot, post: { ...snapshot.post, ...counts } };
  return { ...snapshot, comment: { ...snapshot.comment, parent: { ...snapshot.comment.parent, ...counts } } };
}

/** The title of a reported subject, and its owner. */
export interface NamedSubject {
  title: string | null;
  /** Null of an account. */
  owner: string | null;
}

/** Returns the name that evidence gives its subject, as lists of reports do. */
export function nameOf(snapshot: ReportSnapshot): NamedSubject {
  if (snapshot.itemType === 'User') return { title: snapshot.user.username ?? null, owner: null };
  const { author, ...text } = snapshot.itemType === 'Comment' ? snapshot.comment : snapshot.post;
  return { title: titleOf({ ...text, content: text.content ?? '' }) || null, owner: author.username ?? null };
}

/** Every image that evidence names: avatars first, which are small and say who it was. */
export function imagesOf(snapshot: ReportSnapshot): string[] {
  const post = postOf(snapshot);
  const avatars =
    snapshot.itemType === 'User'
      ? [snapshot.user.avatar]
      : [snapshot.itemType === 'Comment' ? snapshot.comment.author.avatar : null, post?.author.avatar];
  return [...new Set([...avatars, ...(post?.images ?? [])].filter((image) => image != null))];
}

/** Evidence with the URLs of copies in place of the originals; an image without a copy is left out and counted. */
export function withCopies(snapshot: ReportSnapshot, copies: ReadonlyMap<string, string>): ReportSnapshot {
  const person = <Person extends { avatar?: string | null | undefined }>(one: Person) => ({
    ...one,
    avatar: (one.avatar != null && copies.get(one.avatar)) || null,
  });
  const publication = (post: SnapshotPublication): SnapshotPublication => {
    const images = post.images.flatMap((image) => copies.get(image) ?? []);
    const imagesMissing = post.images.length - images.length;
    return { ...post, images, ...(imagesMissing > 0 ? { imagesMissing } : {}), author: person(post.author) };
  };
  if (snapshot.itemType === 'User') return { ...snapshot, user: person(snapshot.user) };
  if (snapshot.itemType !== 'Comment') return { ...snapshot, post: publication(snapshot.post) };
  const { comment } = snapshot;
  return {
    ...snapshot,
    comment: { ...comment, author: person(comment.author), parent: publication(comment.parent) },
  };
}
