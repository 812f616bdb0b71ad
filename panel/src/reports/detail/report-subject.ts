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
export interface PersonThing {
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
export interface PublicationThing {
  readonly type: 'Post' | 'TravelPost';
  readonly id: string;
  readonly title: Text;
  readonly content: Text;
  readonly category: Text;
  readonly location: Text;
  readonly images: readonly string[];
  /** Pictures that were there but could not be kept. */
  readonly imagesMissing: number;
  readonly createdAt: string;
  readonly likes: number;
  readonly comments: number;
  readonly author: Author;
}

/** A comment as a report shows it, with what it stands under as far as that is still there. */
export interface CommentThing {
  readonly type: 'Comment';
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly author: Author;
  readonly parent: PublicationThing | undefined;
}
export type Thing = PersonThing | PublicationThing | CommentThing;

/** A post as answered; undefined if it does not fit the contract. */
function readPublication(item: unknown, type: PublicationThing['type']): PublicationThing | undefined {
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
 * A reported thing as a backend tells of it now.
 * @returns undefined for a type that is not known, and for what does not fit the contract
 */
export function toThing(itemType: string, item: unknown): Thing | undefined {
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

function fromSnapshotPublication(post: SnapshotPublication, type: PublicationThing['type']): PublicationThing {
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

/** A reported thing as it stood when it was reported. */
function fromSnapshot(snapshot: ReportSnapshot): Thing {
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

/** What its author can alter. Pictures are copies with other addresses, so only their number can be compared. */
function alterable(thing: Thing): readonly string[] {
  const texts: readonly (Text | number)[] =
    thing.type === 'User'
      ? [thing.name, thing.email, thing.bio]
      : thing.type === 'Comment'
        ? [thing.content]
        : [thing.title, thing.content, thing.category, thing.location, thing.images.length + thing.imagesMissing];
  return texts.map((text) => String(text ?? '').trim());
}

/** Whether a thing was altered between two moments; likes and comments do not count. */
export function isEdited(then: Thing, now: Thing): boolean {
  const before = alterable(then);
  return alterable(now).some((text, index) => text !== before[index]);
}

/** Whether the backend has looked up the reporter and the subject: an id that is left is then nobody's. */
export const isLookedUp = ({ history }: Pick<ReportDetail, 'history'>): boolean => history !== null;

/** What there is to see of what a report is of. */
export type Evidence =
  | { readonly kind: 'here'; readonly now: Thing; readonly kept: Thing | undefined }
  | { readonly kind: 'gone'; readonly kept: Thing | undefined }
  /** Only the id is known: to be fetched by a call of its own. */
  | { readonly kind: 'asked'; readonly id: string }
  | { readonly kind: 'unknown' };

/** Reads from a report what there is to see. */
export function evidenceOf(report: ReportDetail): Evidence {
  const { itemType, reportedItem, snapshot } = report;
  const kept = snapshot ? fromSnapshot(snapshot) : undefined;
  if (reportedItem instanceof Object) {
    const now = toThing(itemType, reportedItem);
    if (now) return { kind: 'here', now, kept };
  } else if (!isLookedUp(report) && reportedItem) {
    return { kind: 'asked', id: reportedItem };
  }
  if (!isLookedUp(report)) return { kind: 'unknown' };
  return { kind: 'gone', kept };
}

const NAME_MAX_CHARS = 80;

/** What the thing is called in a question: a name, a title, or its first words; '' if it has none of them. */
export function thingNameOf(report: ReportDetail): string {
  const evidence = evidenceOf(report);
  const thing = evidence.kind === 'here' ? evidence.now : evidence.kind === 'gone' ? evidence.kept : undefined;
  if (thing === undefined) return '';
  const name =
    thing.type === 'User'
      ? thing.name
      : thing.type === 'Comment'
        ? thing.content
        : thing.title?.trim() || thing.content;
  const letters = [...(name?.trim().split('\n', 1)[0] ?? '')];
  return letters.length > NAME_MAX_CHARS ? `${letters.slice(0, NAME_MAX_CHARS).join('')}…` : letters.join('');
}
