import {
  type Author,
  commentDetailSchema,
  postSchema,
  travelPostSchema,
} from '@hai-dang/contract/posts/posts.schema.ts';
import {
  type ReportDetail,
  type ReportSnapshot,
  reportedUserSchema,
  type SnapshotPublication,
} from '@hai-dang/contract/reports/reports.schema.ts';

type Text = string | null | undefined;

/** An account as a report shows it. */
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

/** A feed or travel post as a report shows it. */
export interface PostSubject {
  readonly type: 'Post' | 'TravelPost';
  readonly id: string;
  readonly title: Text;
  readonly content: Text;
  readonly category: Text;
  readonly location: Text;
  readonly images: readonly string[];
  /** Images that were there but could not be kept. */
  readonly imagesMissing: number;
  readonly createdAt: string;
  readonly likes: number;
  readonly comments: number;
  readonly author: Author;
}

/** A comment as a report shows it, with what it stands under as far as that is still there. */
export interface CommentSubject {
  readonly type: 'Comment';
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly author: Author;
  readonly parent: PostSubject | undefined;
}
export type Subject = UserSubject | PostSubject | CommentSubject;

/** A post as answered; undefined if it does not fit the contract. */
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
 * A reported subject as a backend describes it now.
 * @returns undefined for a type that is not known, and for what does not fit the contract
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
  return (
    data && {
      type: 'Comment',
      id: data._id,
      content: data.content,
      createdAt: data.createdAt,
      author: data.user,
      parent: readPublication(item instanceof Object ? Reflect.get(item, 'parent') : undefined, data.parentType),
    }
  );
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

/** A reported subject as it stood when it was reported. */
function fromSnapshot(snapshot: ReportSnapshot): Subject {
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
  };
}

/** What its author can alter. Images are copies with other URLs, so only their number can be compared. */
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

/** Whether a subject was altered between two moments; likes and comments do not count. */
export function isEdited(then: Subject, now: Subject): boolean {
  const before = alterable(then);
  return alterable(now).some((text, index) => text !== before[index]);
}

/** Whether the backend has looked up the reporter and the subject: an id that is left is then nobody's. */
export const isLookedUp = ({ history }: Pick<ReportDetail, 'history'>): boolean => history !== null;

/** What there is to see of what a report is of. */
export type Evidence =
  | { readonly kind: 'here'; readonly now: Subject; readonly kept: Subject | undefined }
  | { readonly kind: 'gone'; readonly kept: Subject | undefined }
  /** Only the id is known: to be fetched by a call of its own. */
  | { readonly kind: 'asked'; readonly id: string }
  | { readonly kind: 'unknown' };

/** Reads from a report what there is to see. */
export function evidenceOf(report: ReportDetail): Evidence {
  const { itemType, reportedItem, snapshot } = report;
  const kept = snapshot ? fromSnapshot(snapshot) : undefined;
  if (reportedItem instanceof Object) {
    const now = toSubject(itemType, reportedItem);
    if (now) return { kind: 'here', now, kept };
  } else if (!isLookedUp(report) && reportedItem) {
    return { kind: 'asked', id: reportedItem };
  }
  if (!isLookedUp(report)) return { kind: 'unknown' };
  return { kind: 'gone', kept };
}

const NAME_MAX_CHARS = 80;

/** What the subject is called in a question: a name, a title, or its first words; '' if it has none of them. */
export function subjectNameOf(report: ReportDetail): string {
  const evidence = evidenceOf(report);
  const subject = evidence.kind === 'here' ? evidence.now : evidence.kind === 'gone' ? evidence.kept : undefined;
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
