import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { useState } from 'react';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { type ChatUserList, useChatUser } from './chat-list.queries.ts';
import type { ChatRow } from './chat-list.ts';

/** The selected user: from the list, or fetched by the id in the URL where the list does not have it. */
export type SelectedUser =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly user: ChatRow }
  | { readonly kind: 'admin' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void; readonly isRetrying: boolean };

/** @param id '' for none */
export function useSelectedUser(id: string, list: ChatUserList): SelectedUser {
  const listed = list.rows.find(({ _id }) => _id === id);
  // A search removes the user from the list while the conversation stays open.
  const [held, setHeld] = useState<ChatUser>();
  if (listed && held?._id !== id) setHeld(listed);
  const known = listed ?? (held?._id === id ? held : undefined);
  const loaded = useChatUser(id, id !== '' && known === undefined);
  const error = useStandingError(id, { error: loaded.error, isPending: loaded.isPending });

  if (id === '') return { kind: 'none' };
  const user = known ?? loaded.data?.user;
  const row = listed ?? (user && list.rowOf(user));
  if (known === undefined && loaded.data?.isAdmin) return { kind: 'admin' };
  if (row) return { kind: 'here', user: row };
  if (loaded.data === null) return { kind: 'missing' };
  if (!error) return { kind: 'loading' };
  return { kind: 'failed', error, retry: () => void loaded.refetch(), isRetrying: loaded.isFetching };
}
