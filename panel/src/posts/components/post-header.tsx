import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { Trash2 } from 'lucide-react';
import { UserByline } from '../../entities/user-byline.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

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
    <UserByline
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      size={36}
      aside={
        <IconButton
          icon={Trash2}
          label={deleteLabel}
          tone="danger"
          disabled={!onDelete}
          onClick={onDelete}
          className="self-start"
        />
      }
    >
      <time dateTime={createdAt} className="text-ink-muted text-sm">
        {date}
      </time>
    </UserByline>
  );
}
