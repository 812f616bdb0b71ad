import { markConversationUnread } from '@hai-dang/contract/chat/conversations.endpoints.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { conversationStrings as strings } from './conversation.strings.ts';

/**
 * @param onLeave closes the conversation, which is marked as read while it is open
 * @returns counts the conversation as unread again, for all administrators
 */
export function useMarkUnread(userId: string, name: string, onLeave: () => void): () => void {
  const { mutate } = useEndpointMutation(markConversationUnread, {
    onSuccess: () => toast.success(strings.markedUnread, { detail: name }),
    onError(error) {
      if (isUnauthorized(error)) return;
      toast.error(strings.markUnreadFailed, { detail: [name, errorMessage(error, '')].filter(Boolean).join('. ') });
    },
  });
  // `onLeave` is not called where another conversation has been opened meanwhile.
  return () => mutate({ params: { userId } }, { onSuccess: onLeave });
}
