import type { Author } from '@hai-dang/contract/posts/posts.schema.ts';
import { Trash2 } from 'lucide-react';
import { UserByline } from '../../entities/user-byline.tsx';
import type { ActionDefinition } from '../../lib/actions.ts';
import { decideAction } from '../../moderation/decisions/decide.ts';
import { type DecisionRequest, decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
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
  /** The title or the first line. */
  readonly name: string;
  /** Undefined while the post cannot be deleted. */
  readonly onDelete: (() => void) | undefined;
  /** The request for a decision on the post; undefined where the backend knows no decisions. */
  readonly decision: DecisionRequest | undefined;
  /** Whether it is chosen; undefined where posts cannot be chosen. */
  readonly choice: PostChoice | undefined;
}

/** The checkbox of a post. */
export interface PostChoice {
  readonly isChosen: boolean;
  /** Undefined where it is chosen by its period. */
  readonly onToggle: (() => void) | undefined;
}

/** Author and time, which links to the post's own page, with the buttons to decide on the post and to delete it. */
export function PostHeader({ author, createdAt, date, action, onDelete, decision, choice, name }: PostHeaderProps) {
  const { icon, label, isDangerous, decideLabel } = ACTIONS[action];
  const { path } = decision ?? {};
  const byline = (
    <UserByline
      name={author.username}
      avatar={author.avatar}
      isVerified={author.verified}
      size={36}
      aside={
        <div className="flex self-start">
          {decision && (
            <IconButton icon={decideAction.icon} label={decideLabel} onClick={() => decisionSheet.open(decision)} />
          )}
          <IconButton icon={icon} label={label} isDangerous={isDangerous} disabled={!onDelete} onClick={onDelete} />
        </div>
      }
    >
      {path === undefined ? (
        <time dateTime={createdAt} className="text-ink-muted text-sm">
          {date}
        </time>
      ) : (
        <TextLink to={path}>
          <time dateTime={createdAt}>{date}</time>
        </TextLink>
      )}
    </UserByline>
  );
  if (!choice) return byline;
  return (
    <div className="flex min-w-0 items-center gap-1">
      <Checkbox
        label={strings.selectPost(name)}
        checked={choice.isChosen}
        disabled={!choice.onToggle}
        onChange={choice.onToggle}
        className="-ml-2.5 size-9 shrink-0 justify-center"
      >
        {null}
      </Checkbox>
      <div className="min-w-0 flex-1">{byline}</div>
    </div>
  );
}
