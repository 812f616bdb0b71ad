import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { contentPath } from '../../entities/content-path.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { SafeImage } from '../../ui/safe-image.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { contentStrings as strings } from '../content.strings.ts';
import { nameOf, refOf } from '../decision.ts';
import { ContentMarks } from './content-marks.tsx';

const { columns } = strings;

/** The layout of a row: on a narrow screen three lines, the content, its author and marks, the time with the link. */
export const CONTENT_ROW =
  'list-row flex h-28 flex-wrap content-center items-center gap-x-3 gap-y-1.5 px-3 has-[a:focus-visible]:bg-hover sm:px-4 ' +
  'xl:grid xl:h-16 xl:gap-3 xl:grid-cols-(--columns)';
export const CONTENT_ROW_HEIGHT_PX = { wide: 64, narrow: 112 } as const;

/** Type, image and text of a row, and what belongs to it. */
function Summary({ content }: { readonly content: ListedContent }) {
  const { itemType, title, excerpt, images, imagesCount, commentsCount } = content;
  const facts = [
    strings.types[itemType],
    imagesCount > 1 && strings.images(formatNumber(imagesCount)),
    commentsCount !== null && commentsCount > 0 && strings.comments(formatNumber(commentsCount)),
  ].filter((fact) => fact !== false);
  return (
    <>
      {images[0] !== undefined && <SafeImage src={images[0]} alt="" className="size-11 shrink-0 rounded-md" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate font-semibold">{title?.trim() || excerpt.trim() || strings.untitled}</bdi>
        <span className="flex min-w-0 gap-2 text-ink-muted text-sm">
          <span className="shrink-0 tabular-nums">{facts.join(' · ')}</span>
          {title?.trim() && (
            <bdi aria-hidden="true" className="truncate">
              {excerpt}
            </bdi>
          )}
        </span>
      </span>
    </>
  );
}

/** @param onChooseAuthor filters by the author of a row */
export const contentColumns = (
  onChooseAuthor: (author: ListedContent['author']) => void,
): ReadonlyArray<Column<ListedContent>> => [
  {
    header: columns.content,
    width: 'minmax(0,1fr)',
    className: 'flex basis-full items-center gap-3 xl:basis-auto',
    cell: (content) => <Summary content={content} />,
  },
  {
    header: columns.author,
    width: '11rem',
    className: 'flex min-w-0 max-xl:max-w-[60%]',
    cell: ({ author }, { tabIndex }) => (
      <button
        type="button"
        title={strings.onlyAuthor(author.username ?? userStrings.unknownUser)}
        tabIndex={tabIndex}
        onClick={() => onChooseAuthor(author)}
        className="relative z-10 inline-flex min-h-6 min-w-0 cursor-pointer items-center rounded-sm text-left hover:underline"
      >
        <UserName name={author.username} fallback={userStrings.unknownUser} />
      </button>
    ),
  },
  {
    header: columns.marks,
    width: '10.5rem',
    className: 'flex min-w-0 flex-wrap gap-1.5 max-xl:order-1 max-xl:flex-auto',
    cell: (content) => <ContentMarks {...content} />,
  },
  {
    header: columns.time,
    width: '8.5rem',
    className: 'text-ink-muted text-sm tabular-nums max-xl:order-2 max-xl:basis-auto',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTimeShort(createdAt)}</time>,
  },
  {
    header: columns.action,
    headerClassName: 'text-right',
    width: '4.75rem',
    className: 'max-xl:order-3 max-xl:ml-auto xl:text-right',
    cell: (content, { tabIndex }) => (
      <RowLink to={contentPath(refOf(content))} tabIndex={tabIndex} label={strings.view} name={nameOf(content)} />
    ),
  },
];

export const CONTENT_SKELETON = (
  <div aria-hidden="true" className={classNames(CONTENT_ROW, 'border-line border-b')}>
    <span className="flex min-w-0 basis-full items-center gap-3 xl:basis-auto">
      <Skeleton className="size-11" />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-56 max-w-full" />
        <Skeleton className="h-3 w-72 max-w-full" />
      </span>
    </span>
    <Skeleton className="h-4 w-28" />
    <Skeleton className="h-6 w-20 max-xl:hidden" />
    <Skeleton className="h-4 w-28 max-sm:hidden" />
    <Skeleton className="ml-auto h-4 w-12" />
  </div>
);
