import type { Author, Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { dataOf, fieldsOf, flagOf, idOf, listIn, listOf, rowsOf, textOf, timeOf, wholeOf } from './shapes.ts';

const textsOf = (value: unknown): string[] => listOf(value).flatMap((each) => textOf(each) ?? []);

/** The author: an object, or only an id. */
export function toAuthor(raw: unknown): Author {
  const { username, avatar, verified } = fieldsOf(raw);
  return { _id: idOf(raw), username: textOf(username), avatar: textOf(avatar), verified: flagOf(verified) };
}

/** A comment, or its id. */
function toComment(raw: unknown) {
  const { content, createdAt, user } = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  return { _id, content: textOf(content) ?? '', createdAt: timeOf(createdAt) ?? '', user: toAuthor(user) };
}

/** The common fields of a post and a travel post. */
function toPublication(raw: unknown) {
  const fields = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  const comments = rowsOf(fields['comments'], toComment);
  const likes = listOf(fields['likes']);
  return {
    _id,
    title: textOf(fields['title']),
    content: textOf(fields['content']),
    images: textsOf(fields['images']),
    createdAt: timeOf(fields['createdAt']) ?? '',
    likes: likes.flatMap((like) => idOf(like) ?? []),
    comments,
    likesCount: wholeOf(fields['likesCount']) ?? likes.length,
    commentsCount: wholeOf(fields['commentsCount']) ?? listOf(fields['comments']).length,
  };
}

export function toPost(raw: unknown): Post | undefined {
  const { category, user } = fieldsOf(raw);
  const publication = toPublication(raw);
  return publication && { ...publication, category: textOf(category), user: toAuthor(user) };
}

export function toTravelPost(raw: unknown): TravelPost | undefined {
  const { location, author } = fieldsOf(raw);
  const publication = toPublication(raw);
  return publication && { ...publication, location: textOf(location), author: toAuthor(author) };
}

/** Reads the pagination; without one there is a single page. */
function toPagination(raw: unknown, rows: number, body: unknown) {
  const { currentPage, totalPages, totalPosts, limit } = fieldsOf(fieldsOf(dataOf(raw))['pagination']);
  const pages = wholeOf(totalPages);
  if (pages === null) return { currentPage: 1, totalPages: 1, totalPosts: rows, limit: rows };
  return {
    currentPage: wholeOf(currentPage) ?? wholeOf(fieldsOf(body)['page']) ?? 1,
    totalPages: pages,
    totalPosts: wholeOf(totalPosts) ?? rows,
    limit: wholeOf(limit) ?? rows,
  };
}

export function toUserPosts(raw: unknown, body: unknown): unknown {
  const list = listIn(raw, 'posts');
  if (!list) return raw;
  const posts = rowsOf(list, toPost);
  return { success: true, data: { posts, pagination: toPagination(raw, posts.length, body) } };
}

export function toUserTravelPosts(raw: unknown, body: unknown): unknown {
  const list = listIn(raw, 'travelPosts');
  if (!list) return raw;
  const travelPosts = rowsOf(list, toTravelPost);
  return { success: true, data: { travelPosts, pagination: toPagination(raw, travelPosts.length, body) } };
}
