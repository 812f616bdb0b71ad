import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { BadgeCheck, Trash2 } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { postsStrings as strings } from '../posts.strings.ts';

interface PostHeaderProps {
  readonly author: Author;
  readonly createdAt: string;
  readonly date: string;
  readonly deleteLabel: string;
  /** Undefined while the post cannot be deleted. */
  readonly onDelete: (() => void) | undefined;
}

/** Who posted and when, with the button that deletes. */
export function PostHeader({ author, createdAt, date, deleteLabel, onDelete }: PostHeaderProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar src={author.avatar} size={36} />
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1">
          <PersonName name={author.username} fallback={strings.unknownUser} className="font-semibold" />
          {author.verified && (
            <>
              <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-blue-ink" strokeWidth={2} />
              <span className="sr-only">{strings.verified}</span>
            </>
          )}
        </span>
        <time dateTime={createdAt} className="text-ink-muted text-sm">
          {date}
        </time>
      </div>
      <IconButton
        icon={Trash2}
        label={deleteLabel}
        tone="danger"
        disabled={!onDelete}
        onClick={onDelete}
        className="self-start"
      />
    </div>
  );
}
