import { MessagesSquare, UserRoundX } from 'lucide-react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { chatActions } from '../chat.actions.ts';
import { chatStrings as strings } from '../chat.strings.ts';
import type { SelectedUser } from '../list/use-selected-user.ts';

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
