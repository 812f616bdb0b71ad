import type { ContentDetail } from '@hai-dang/contract/content/content.schema.ts';
import { Trash2 } from 'lucide-react';
import { contentPath } from '../../entities/content-path.ts';
import { PostCounts } from '../../entities/post-counts.tsx';
import { PostLocation, PostTitle } from '../../entities/post-heading.tsx';
import { PostImages } from '../../entities/post-images.tsx';
import { userStrings } from '../../entities/user.strings.ts';
import { UserByline } from '../../entities/user-byline.tsx';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { formatDateTimeLong, formatNumber } from '../../lib/format.ts';
import { decideAction } from '../../moderation/decisions/decide.ts';
import { decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useDeleteContent } from '../content.mutations.ts';
import { contentStrings as strings } from '../content.strings.ts';
import { nameOf, refOf } from '../decision.ts';
import { ContentMarks } from './content-marks.tsx';

const removeAction = {
  id: 'content.delete',
  label: strings.delete,
  group: 'decide',
  icon: Trash2,
  isDangerous: true,
} as const satisfies ActionDefinition;

/** A text whole, with what can be done about it. */
export function ContentCard({ content }: { readonly content: ContentDetail }) {
  const { itemType, author, state, parent } = content;
  const name = nameOf(content);
  const confirm = useConfirm();
  const remove = useDeleteContent(refOf(content));
  const [decide, deletion] = useActions([
    { ...decideAction, run: () => decisionSheet.open({ subject: refOf(content), name }) },
    {
      ...removeAction,
      when: state === 'visible',
      run: () =>
        void confirm({
          title: strings.deleteQuestion[itemType],
          message: <bdi className="wrap-anywhere">{strings.deleteHint(name)}</bdi>,
          confirmLabel: strings.delete,
          tone: 'danger',
          run: () => remove.mutateAsync(),
          explain: (error) => errorMessage(error, strings.deleteFailed),
        }),
    },
  ]);
  return (
    <Card
      spacing="wide"
      title={strings.types[itemType]}
      aside={
        <span className="flex flex-wrap items-center gap-1.5">
          <ContentMarks {...content} />
          {state === 'visible' && <Badge tone="green">{strings.states.visible}</Badge>}
        </span>
      }
    >
      <div className="flex flex-wrap gap-2">
        <ActionButton action={decide} variant="primary" showsKey />
        {deletion.when && <ActionButton action={deletion} />}
      </div>
      {state === 'taken_down' && <Callout tone="amber">{strings.takenDownHint}</Callout>}
      <article aria-label={name} className="flex flex-col gap-3">
        <UserByline id={author._id} name={author.username} avatar={author.avatar} isVerified={author.verified} isLinked>
          <time dateTime={content.createdAt} className="text-ink-muted text-sm">
            {formatDateTimeLong(content.createdAt)}
          </time>
        </UserByline>
        {content.title && <PostTitle title={content.title} />}
        {content.location && <PostLocation location={content.location} />}
        {content.text.trim() && (
          <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
            {content.text.trim()}
          </p>
        )}
        <PostImages images={content.images} authorName={author.username ?? userStrings.unknownUser} layout="evidence" />
        {content.commentsCount !== null && (
          <PostCounts likes={content.likesCount ?? 0} comments={content.commentsCount}>
            {content.category && (
              <li className="wrap-anywhere">
                {strings.category}: <bdi className="font-semibold">{content.category}</bdi>
              </li>
            )}
          </PostCounts>
        )}
      </article>
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3 text-sm">
        <span className="tabular-nums">
          {content.openReports > 0 ? strings.openReports(formatNumber(content.openReports)) : strings.noOpenReports}
        </span>
        {content.newestReportId !== null && (
          <TextLink to={`/admin/reports/${encodeURIComponent(content.newestReportId)}`}>
            {strings.newestReport}
          </TextLink>
        )}
        {author._id !== null && (
          <TextLink to={{ pathname: '/admin/content', search: `?${new URLSearchParams({ author: author._id })}` }}>
            {strings.ofAuthor}
          </TextLink>
        )}
        {parent && <TextLink to={contentPath(parent)}>{strings.under}</TextLink>}
      </p>
    </Card>
  );
}
