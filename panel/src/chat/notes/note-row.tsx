import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { Lock } from 'lucide-react';
import { UserName } from '../../entities/user-name.tsx';
import { formatTime } from '../../lib/format.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { MessageText } from '../conversation/message-text.tsx';

/** An internal note among the messages: of another colour, shape and width than what the user gets. */
export function NoteRow({ note: { actor, at, note } }: { readonly note: InternalNote }) {
  return (
    <div className="px-3 pt-3 pb-1 sm:px-4">
      <div className="rounded-md border-2 border-amber-ink/60 border-dashed bg-amber-soft px-3 py-2 text-ink">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-amber-ink text-xs">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
          <span className="font-semibold">{strings.note}</span>
          <UserName name={actor.username} />
          <time dateTime={at}>{formatTime(at)}</time>
        </p>
        <MessageText text={note} />
      </div>
    </div>
  );
}
