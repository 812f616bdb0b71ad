import type { FoundMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateTimeShort } from '../../lib/format.ts';
import { snippet } from '../../lib/highlight.ts';
import { useSession } from '../../lib/session.ts';
import { messageSearchStrings as strings } from './message-search.strings.ts';

interface FoundMessageProps {
  readonly hit: FoundMessage;
  readonly term: string;
  /** The user of the conversation, where it is not evident. */
  readonly title?: string;
}

/** A line of the results: author, time, and an excerpt with the match. */
export function FoundMessageLine({ hit: { message, user }, term, title }: FoundMessageProps) {
  const adminId = useSession()?.adminId;
  const { sender, type, content, caption, createdAt } = message;
  const isAdmin = message.isAdminMessage;
  const writer = sender._id === adminId ? strings.you : sender.username?.trim() || (isAdmin ? strings.admin : user._id);
  const text = type === 'image' ? (caption ?? '') : content;
  let at = 0;
  return (
    <span className="flex min-w-0 flex-1 flex-col text-sm">
      <span className="flex items-center gap-2">
        <UserName name={title ?? writer} fallback={writer} className="font-semibold" />
        <time dateTime={createdAt} className="ml-auto shrink-0 text-ink-muted text-xs tabular-nums">
          {formatDateTimeShort(createdAt)}
        </time>
      </span>
      <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted">
        {title !== undefined && isAdmin && `${writer}: `}
        {type === 'image' && `${strings.image}: `}
        {snippet(text, term).map((part) => {
          const key = at;
          at += part.text.length;
          return part.isFound ? (
            <mark key={key} className="bg-amber-soft font-semibold text-amber-ink">
              {part.text}
            </mark>
          ) : (
            <span key={key}>{part.text}</span>
          );
        })}
      </span>
    </span>
  );
}
