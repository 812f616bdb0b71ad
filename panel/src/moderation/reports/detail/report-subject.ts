import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { type ReportDetail, reportedUserSchema } from '@hai-dang/contract/moderation/reports.schema.ts';
import {
  type Author,
  commentDetailSchema,
  postSchema,
  travelPostSchema,
} from '@hai-dang/contract/posts/posts.schema.ts';
import type { DecisionRequest } from '../../decisions/decisions.overlays.ts';
import { itemIdOf } from '../reports.cache.ts';

type Text = string | null | undefined;

/** A reported account. */
export interface UserSubject {
  readonly type: 'User';
  readonly id: string;
  readonly name: Text;
  readonly email: Text;
  readonly avatar: Text;
  readonly bio: Text;
  readonly joinedAt: string | null;
  readonly isVerified: boolean;
}

/** A reported feed or travel post. */
export interface PostSubject {
  readonly type: 'Post' | 'TravelPost';
  readonly id: string;
  readonly title: Text;
  readonly content: Text;
  readonly category: Text;
  readonly location: Text;
  readonly images: readonly string[];
  /** The number of images that could not be stored. */
  readonly imagesMissing: number;
  readonly createdAt: string;
  readonly likes: number;
  readonly comments: number;
  readonly author: Author;
}

/** A reported comment, with its post as it is now, or as it was reported. */
export interface CommentSubject {
  readonly type: 'Comment';
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly author: Author;
  readonly parent: PostSubject | undefined;
  /** Whether the post does not exist any more. */
  readonly isParentGone: boolean;
}
export type Subject = UserSubject | PostSubject | CommentSubject;

/** A post of a response; undefined if it does not match the contract. */
function readPublication(item: unknown, type: PostSubject['type']): PostSubject | undefined {
  const { data } = (type === 'Post' ? postSchema : travelPostSchema).safeParse(item);
  return (
    data && {
      type,
      id: data._id,
      title: data.title,
      content: data.content,
      category: 'category' in data ? data.category : null,
      location: 'location' in data ? data.location : null,
      images: data.images,
      imagesMissing: 0,
      createdAt: data.createdAt,
      likes: data.likesCount,
      comments: data.commentsCount,
      author: 'user' in data ? data.user : data.author,
    }
  );
}

/**
 * A reported subject in its current state.
 * @returns undefined for an unknown type, and for a value that does not match the contract
 */
export function toSubject(itemType: string, item: unknown): Subject | undefined {
  if (itemType === 'Post' || itemType === 'TravelPost') return readPublication(item, itemType);
  if (itemType === 'User') {
    const { data } = reportedUserSchema.safeParse(item);
    return (
      data && {
        type: 'User',
        id: data._id,
        name: data.username,
        email: data.email,
        avatar: data.avatar,
        bio: data.bio,
        joinedAt: data.createdAt,
        isVerified: data.xacMinhDanhTinh,
      }
    );
  }
  if (itemType !== 'Comment') return undefined;
  const { data } = commentDetailSchema.safeParse(item);
  if (!data) return undefined;
  const parent = readPublication(item instanceof Object ? Reflect.get(item, 'parent') : undefined, data.parentType);
  return {
    type: 'Comment',
    id: data._id,
    content: data.content,
    createdAt: data.createdAt,
    author: data.user,
    parent,
    isParentGone: parent === undefined,
  };
}

const fromSnapshotAuthor = ({ _id, username, avatar, verified }: SnapshotPublication['author']): Author => ({
  _id: _id ?? null,
  username: username ?? null,
  avatar: avatar ?? null,
  verified: verified ?? false,
});

function fromSnapshotPublication(post: SnapshotPublication, type: PostSubject['type']): PostSubject {
  return {
    type,
    id: post._id,
    title: post.title,
    content: post.content,
    category: post.category,
    location: post.location,
    images: post.images,
    imagesMissing: post.imagesMissing ?? 0,
    createdAt: post.createdAt,
    likes: post.likesCount,
    comments: post.commentsCount,
    author: fromSnapshotAuthor(post.author),
  };
}

/** A subject as evidence has it. */
export function fromSnapshot(snapshot: ReportSnapshot): Subject {
  if (snapshot.itemType === 'User') {
    const { user } = snapshot;
    return {
      type: 'User',
      id: user._id,
      name: user.username,
      email: user.email,
      avatar: user.avatar,
      bio: user.bio,
      joinedAt: user.createdAt,
      isVerified: user.verified ?? false,
    };
  }
  if (snapshot.itemType !== 'Comment') return fromSnapshotPublication(snapshot.post, snapshot.itemType);
  const { comment } = snapshot;
  return {
    type: 'Comment',
    id: comment._id,
    content: comment.content,
    createdAt: comment.createdAt,
    author: fromSnapshotAuthor(comment.author),
    parent: fromSnapshotPublication(comment.parent, comment.parentType),
    isParentGone: false,
  };
}

/** A comment whose post is gone is still read under it. */
const withKeptParent = (now: Subject, kept: Subject | undefined): Subject =>
  now.type === 'Comment' && now.isParentGone && kept?.type === 'Comment' ? { ...now, parent: kept.parent } : now;

/** The fields that its author can edit. Images are copies with other URLs, so only their number can be compared. */
function alterable(subject: Subject): readonly string[] {
  const texts: readonly (Text | number)[] =
    subject.type === 'User'
      ? [subject.name, subject.email, subject.bio]
      : subject.type === 'Comment'
        ? [subject.content]
        : [
            subject.title,
            subject.content,
            subject.category,
            subject.location,
            subject.images.length + subject.imagesMissing,
          ];
  return texts.map((text) => String(text ?? '').trim());
}

/** Whether a subject was edited between two times; likes and comments do not count. */
export function isEdited(then: Subject, now: Subject): boolean {
  const before = alterable(then);
  return alterable(now).some((text, index) => text !== before[index]);
}

/** Whether the backend has looked up the reporter and the subject: a remaining bare id then belongs to no account. */
export const isLookedUp = ({ history }: Pick<ReportDetail, 'history'>): boolean => history !== null;

/** The evidence of a report: the subject now, at the time of the report, or both. */
export type Evidence =
  | { readonly kind: 'here'; readonly now: Subject; readonly kept: Subject | undefined }
  | { readonly kind: 'gone'; readonly kept: Subject | undefined }
  /** Only the id is known: to be fetched with a separate call. */
  | { readonly kind: 'asked'; readonly id: string }
  | { readonly kind: 'unknown' };

/** Derives the evidence from a report. */
export function evidenceOf(report: ReportDetail): Evidence {
  const { itemType, reportedItem, snapshot } = report;
  const kept = snapshot ? fromSnapshot(snapshot) : undefined;
  if (reportedItem instanceof Object) {
    const now = toSubject(itemType, reportedItem);
    if (now) return { kind: 'here', now: withKeptParent(now, kept), kept };
  } else if (!isLookedUp(report) && reportedItem) {
    return { kind: 'asked', id: reportedItem };
  }
  if (!isLookedUp(report)) return { kind: 'unknown' };
  return { kind: 'gone', kept };
}

/** The owner of a report's subject by its evidence: the reported account itself, or the author. */
export function ownerOf(report: ReportDetail) {
  const subject = shownOf(report);
  // Its image is reported, too: it is shown with the evidence, veiled where that is wanted.
  if (subject?.type === 'User') return { ...subject, avatar: null };
  const author = subject?.author ?? report.account;
  return author && { avatar: null, ...author, id: author._id, name: author.username };
}

/** The subject as it is now; as it was reported where it is gone. */
function shownOf(report: ReportDetail): Subject | undefined {
  const evidence = evidenceOf(report);
  return evidence.kind === 'here' ? evidence.now : evidence.kind === 'gone' ? evidence.kept : undefined;
}

const NAME_MAX_CHARS = 80;

/** The subject's name in a confirmation: a name, a title, or its first words; '' if it has none of them. */
export function subjectNameOf(report: ReportDetail): string {
  const subject = shownOf(report);
  if (subject === undefined) return '';
  const name =
    subject.type === 'User'
      ? subject.name
      : subject.type === 'Comment'
        ? subject.content
        : subject.title?.trim() || subject.content;
  const letters = [...(name?.trim().split('\n', 1)[0] ?? '')];
  return letters.length > NAME_MAX_CHARS ? `${letters.slice(0, NAME_MAX_CHARS).join('')}…` : letters.join('');
}

/** The request for a decision on the report; undefined where the backend keeps no history of what is decided. */
export function decisionRequestOf(report: ReportDetail): DecisionRequest | undefined {
  const itemType = REPORT_ITEM_TYPES.find((known) => known === report.itemType);
  const itemId = itemIdOf(report);
  if (report.history === null || itemType === undefined || itemId === undefined) return undefined;
  return { subject: { itemType, itemId }, name: subjectNameOf(report) };
}
