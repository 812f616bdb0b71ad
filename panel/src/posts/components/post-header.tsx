import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { Trash2 } from 'lucide-react';
import { decideAction } from '../../entities/decide.ts';
import { type DecisionRequest, decisionRequest } from '../../entities/decision-request.ts';
import { UserByline } from '../../entities/user-byline.tsx';
import type { ActionDefinition } from '../../lib/actions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { postsStrings as strings } from '../posts.strings.ts';

const removal = { group: 'decide', icon: Trash2, isDangerous: true } as const;
const ACTIONS = {
  deletePost: { id: 'posts.deletePost', label: strings.deletePost, decideLabel: strings.decidePost, ...removal },
  deleteTravelPost: {
    id: 'posts.deleteTravelPost',
    label: strings.deleteTravelPost,
    decideLabel: strings.decideTravelPost,
    ...removal,
  },
} as const satisfies Record<string, ActionDefinition & { decideLabel: string }>;

interface PostHeaderProps {
  readonly author: Author;
  readonly createdAt: string;
  readonly date: string;
  readonly action: keyof typeof ACTIONS;
  /** Undefined while the post cannot be deleted. */
  readonly onDelete: (() => void) | undefined;
  /** What a decision on the post is about; undefined where the backend knows no decisions. */
  readonly decision: DecisionRequest | undefined;
}

/** Author and time, with the buttons to decide on the post and to delete it. */
export function PostHeader({ author, createdAt, date, action, onDelete, decision }: PostHeaderProps) {
  const { icon, label, isDangerous, decideLabel } = ACTIONS[action];
  return (
    <UserByline
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      size={36}
      aside={
        <div className="flex self-start">
          {decision && (
            <IconButton icon={decideAction.icon} label={decideLabel} onClick={() => decisionRequest.set(decision)} />
          )}
          <IconButton icon={icon} label={label} isDangerous={isDangerous} disabled={!onDelete} onClick={onDelete} />
        </div>
      }
    >
      <time dateTime={createdAt} className="text-ink-muted text-sm">
        {date}
      </time>
    </UserByline>
  );
}
