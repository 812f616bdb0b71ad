import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { Trash2 } from 'lucide-react';
import { UserByline } from '../../entities/user-byline.tsx';
import type { ActionDefinition } from '../../lib/actions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { postsStrings as strings } from '../posts.strings.ts';

const removal = { group: 'decide', icon: Trash2, isDangerous: true } as const;
const ACTIONS = {
  deletePost: { id: 'posts.deletePost', label: strings.deletePost, ...removal },
  deleteTravelPost: { id: 'posts.deleteTravelPost', label: strings.deleteTravelPost, ...removal },
} as const satisfies Record<string, ActionDefinition>;

interface PostHeaderProps {
  readonly author: Author;
  readonly createdAt: string;
  readonly date: string;
  readonly action: keyof typeof ACTIONS;
  /** Undefined while the post cannot be deleted. */
  readonly onDelete: (() => void) | undefined;
}

/** Author and time, with the delete button. */
export function PostHeader({ author, createdAt, date, action, onDelete }: PostHeaderProps) {
  const { icon, label, isDangerous } = ACTIONS[action];
  return (
    <UserByline
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      size={36}
      aside={
        <IconButton
          icon={icon}
          label={label}
          isDangerous={isDangerous}
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
