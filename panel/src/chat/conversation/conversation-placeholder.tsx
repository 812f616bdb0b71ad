import { MessagesSquare, UserRoundX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { chatActions } from '../chat.actions.ts';
import { chatStrings as strings } from '../chat.strings.ts';
import { drafts, sentEarly } from '../composer/drafts.ts';
import type { SelectedUser } from '../list/use-selected-user.ts';
import { conversationStrings } from './conversation.strings.ts';
import { MessageSkeletons } from './message-skeletons.tsx';

interface NoConversationProps {
  readonly selected: Exclude<SelectedUser, { readonly kind: 'here' }>;
  readonly onBack: () => void;
}

function Reason({ selected }: Pick<NoConversationProps, 'selected'>) {
  switch (selected.kind) {
    case 'none':
      return <EmptyState icon={MessagesSquare} title={strings.nobodyChosen} />;
    case 'loading':
      return (
        <span className="text-2xl text-accent-ink">
          <Spinner label={strings.userLoading} />
        </span>
      );
    case 'missing':
      return <EmptyState icon={UserRoundX} title={strings.userNotFound} />;
    case 'admin':
      return <EmptyState icon={UserRoundX} title={strings.isAdmin} />;
    case 'failed':
      return (
        <ErrorState
          message={strings.userFailed}
          onRetry={isUnauthorized(selected.error) ? undefined : selected.retry}
          retrying={selected.isRetrying}
        />
      );
  }
}

/** Placeholder of a conversation, or the reason why none is shown. */
export function NoConversation({ selected, onBack }: NoConversationProps) {
  return (
    <>
      {selected.kind !== 'none' && (
        <div className="flex h-14 items-center border-line border-b bg-surface px-2 md:hidden">
          <IconButton icon={chatActions.back.icon} label={chatActions.back.label} onClick={onBack} />
        </div>
      )}
      <div className="flex flex-1 flex-col items-center justify-center">
        <Reason selected={selected} />
      </div>
    </>
  );
}

interface LoadingConversationProps {
  readonly userId: string;
  readonly name: string;
  readonly onBack: () => void;
  /** Set if the code could not be loaded. */
  readonly onRetry: (() => void) | undefined;
}

/**
 * A conversation until its code is loaded. What is typed meanwhile becomes the draft, with which the composer begins; after
 * Enter it begins with sending that.
 */
export function LoadingConversation({ userId, name, onBack, onRetry }: LoadingConversationProps) {
  const [isSending, setIsSending] = useState(false);
  // The composer, which takes its place, has looked by then.
  useEffect(() => () => void sentEarly.delete(userId), [userId]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    if (event.currentTarget.value.trim() === '') return;
    sentEarly.add(userId);
    setIsSending(true);
  }

  return (
    <>
      <div className="flex min-h-14 items-center border-line border-b bg-surface px-3">
        <IconButton
          icon={chatActions.back.icon}
          label={chatActions.back.label}
          onClick={onBack}
          className="md:hidden"
        />
      </div>
      {onRetry ? (
        <ErrorState message={strings.conversationFailed} onRetry={onRetry} className="flex-1" />
      ) : (
        <MessageSkeletons />
      )}
      <div className="border-line border-t bg-surface px-3 py-2 sm:px-4">
        <Textarea
          rows={1}
          defaultValue={drafts.get(userId)}
          aria-label={conversationStrings.textLabel(name)}
          placeholder={conversationStrings.placeholder}
          readOnly={isSending}
          onChange={({ target }) => drafts.set(userId, target.value)}
          onKeyDown={onKeyDown}
          className="max-h-40 resize-none overflow-y-auto"
        />
        <p role="status" className="text-ink-muted text-sm">
          {isSending && conversationStrings.sending}
        </p>
      </div>
    </>
  );
}
