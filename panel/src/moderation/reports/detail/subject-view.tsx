import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { PostCounts } from '../../../entities/post-counts.tsx';
import { PostLocation, PostTitle } from '../../../entities/post-heading.tsx';
import { PostImages } from '../../../entities/post-images.tsx';
import { userStrings } from '../../../entities/user.strings.ts';
import { UserByline } from '../../../entities/user-byline.tsx';
import { formatDateLong, formatDateTimeLong, formatNumber } from '../../../lib/format.ts';
import { useReportVeil } from '../use-report-veil.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { CommentSubject, PostSubject, Subject, UserSubject } from './report-subject.ts';

interface SubjectViewProps {
  readonly subject: Subject;
  /** Whether its account still exists, so that it can be linked. */
  readonly isLinked: boolean;
}

/** The subject, of any type (specification, section 2). */
export function SubjectView({ subject, isLinked }: SubjectViewProps) {
  if (subject.type === 'User') return <User user={subject} isLinked={isLinked} />;
  if (subject.type === 'Comment') return <Comment comment={subject} isLinked={isLinked} />;
  return <Publication post={subject} isLinked={isLinked} />;
}

function Text({ text }: { readonly text: string | null | undefined }) {
  if (!text?.trim()) return null;
  return (
    <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
      {text.trim()}
    </p>
  );
}

function User({ user, isLinked }: { readonly user: UserSubject; readonly isLinked: boolean }) {
  const veil = useReportVeil();
  return (
    <div className="flex flex-col gap-3">
      <UserByline {...user} veil={veil} isLinked={isLinked} size={56}>
        {user.email && <bdi className="wrap-anywhere text-ink-muted text-sm">{user.email}</bdi>}
        {user.joinedAt !== null && (
          <span className="text-ink-muted text-sm">
            {strings.joined} <time dateTime={user.joinedAt}>{formatDateLong(user.joinedAt)}</time>
          </span>
        )}
      </UserByline>
      <Text text={user.bio} />
    </div>
  );
}

interface BylineProps {
  readonly author: Author;
  readonly createdAt: string;
  readonly isLinked: boolean;
}

function Byline({ author, createdAt, isLinked }: BylineProps) {
  return (
    <UserByline
      id={author._id}
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      isLinked={isLinked}
    >
      <time dateTime={createdAt} className="text-ink-muted text-sm">
        {formatDateTimeLong(createdAt)}
      </time>
    </UserByline>
  );
}

function Publication({ post, isLinked }: { readonly post: PostSubject; readonly isLinked: boolean }) {
  const veil = useReportVeil();
  return (
    <article className="flex flex-col gap-3">
      <Byline author={post.author} createdAt={post.createdAt} isLinked={isLinked} />
      {(post.title || post.type === 'TravelPost') && <PostTitle title={post.title} />}
      {post.location && <PostLocation location={post.location} />}
      <Text text={post.content} />
      <PostImages
        images={post.images}
        authorName={post.author.username ?? userStrings.unknownUser}
        layout="evidence"
        veil={veil}
      />
      {post.imagesMissing > 0 && (
        <p className="text-ink-muted text-sm">{strings.imagesMissing(formatNumber(post.imagesMissing))}</p>
      )}
      <PostCounts likes={post.likes} comments={post.comments}>
        {post.category && (
          <li className="wrap-anywhere">
            {strings.category}: <bdi className="font-semibold">{post.category}</bdi>
          </li>
        )}
      </PostCounts>
    </article>
  );
}

function Comment({ comment, isLinked }: { readonly comment: CommentSubject; readonly isLinked: boolean }) {
  const { parent, isParentGone } = comment;
  return (
    <div className="flex flex-col gap-4">
      <article className="flex flex-col gap-3">
        <Byline author={comment.author} createdAt={comment.createdAt} isLinked={isLinked} />
        <Text text={comment.content} />
      </article>
      <section aria-label={strings.under} className="flex flex-col gap-2 border-line border-l-2 pl-3">
        <p className="font-semibold text-ink-muted text-sm">{strings.under}</p>
        {isParentGone && <p>{strings.parentGone}</p>}
        {parent && <Publication post={parent} isLinked={isLinked} />}
      </section>
    </div>
  );
}
