import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { Heart, MapPin, MessageCircle } from 'lucide-react';
import { formatDateLong, formatDateTimeLong, formatNumber } from '../../lib/format.ts';
import { EvidenceImages } from './evidence-images.tsx';
import { PersonCard } from './person-card.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { CommentThing, PersonThing, PublicationThing, Thing } from './report-subject.ts';

interface ThingViewProps {
  readonly thing: Thing;
  /** Whether the account behind it is still there to be led to. */
  readonly isLinked: boolean;
}

/** What is reported, of whichever type (specification, section 2). */
export function ThingView({ thing, isLinked }: ThingViewProps) {
  if (thing.type === 'User') return <Person person={thing} isLinked={isLinked} />;
  if (thing.type === 'Comment') return <Comment comment={thing} isLinked={isLinked} />;
  return <Publication post={thing} isLinked={isLinked} />;
}

function Text({ text }: { readonly text: string | null | undefined }) {
  if (!text?.trim()) return null;
  return (
    <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
      {text.trim()}
    </p>
  );
}

function Person({ person, isLinked }: { readonly person: PersonThing; readonly isLinked: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <PersonCard {...person} isLinked={isLinked} size={56}>
        {person.email && <bdi className="wrap-anywhere text-ink-muted text-sm">{person.email}</bdi>}
        {person.joinedAt !== null && (
          <span className="text-ink-muted text-sm">
            {strings.joined} <time dateTime={person.joinedAt}>{formatDateLong(person.joinedAt)}</time>
          </span>
        )}
      </PersonCard>
      <Text text={person.bio} />
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
    <PersonCard
      id={author._id}
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      isLinked={isLinked}
    >
      <time dateTime={createdAt} className="text-ink-muted text-sm">
        {formatDateTimeLong(createdAt)}
      </time>
    </PersonCard>
  );
}

function Publication({ post, isLinked }: { readonly post: PublicationThing; readonly isLinked: boolean }) {
  return (
    <article className="flex flex-col gap-3">
      <Byline author={post.author} createdAt={post.createdAt} isLinked={isLinked} />
      {(post.title || post.type === 'TravelPost') && (
        <h3 className="wrap-anywhere font-semibold text-base">
          <bdi>{post.title || strings.untitled}</bdi>
        </h3>
      )}
      {post.location && (
        <p className="flex items-start gap-1 text-ink-muted text-sm">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          <span className="sr-only">{strings.location}: </span>
          <bdi className="wrap-anywhere min-w-0">{post.location}</bdi>
        </p>
      )}
      <Text text={post.content} />
      <EvidenceImages images={post.images} authorName={post.author.username ?? strings.unknownUser} />
      {post.imagesMissing > 0 && (
        <p className="text-ink-muted text-sm">{strings.imagesMissing(formatNumber(post.imagesMissing))}</p>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm tabular-nums">
        {post.category && (
          <li className="wrap-anywhere">
            {strings.category}: <bdi className="font-semibold">{post.category}</bdi>
          </li>
        )}
        <li className="inline-flex items-center gap-1.5">
          <Heart aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {strings.likes(formatNumber(post.likes))}
        </li>
        <li className="inline-flex items-center gap-1.5">
          <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {strings.comments(formatNumber(post.comments))}
        </li>
      </ul>
    </article>
  );
}

function Comment({ comment, isLinked }: { readonly comment: CommentThing; readonly isLinked: boolean }) {
  const { parent } = comment;
  return (
    <div className="flex flex-col gap-4">
      <article className="flex flex-col gap-3">
        <Byline author={comment.author} createdAt={comment.createdAt} isLinked={isLinked} />
        <Text text={comment.content} />
      </article>
      <section aria-label={strings.under} className="flex flex-col gap-2 border-line border-l-2 pl-3">
        <p className="font-semibold text-ink-muted text-sm">{strings.under}</p>
        {parent ? <Publication post={parent} isLinked={isLinked} /> : <p>{strings.parentGone}</p>}
      </section>
    </div>
  );
}
