import { useMutation } from '@tanstack/react-query';
import { AskError } from '../../lib/socket-ask.ts';
import { deleteMessage, editMessage } from './message-changes.api.ts';

/** Edits a text of the signed-in administrator; the conversation shows it by the event that follows. */
export const useEditMessage = (messageId: string) =>
  useMutation({ mutationFn: (text: string) => editMessage(messageId, text) });

/** Deletes a message of the signed-in administrator; the conversation shows that by the event that follows. */
export const useDeleteMessage = (messageId: string) => useMutation({ mutationFn: () => deleteMessage(messageId) });

/** The server's reason where it has rejected a change, else `fallback`. */
export const changeError = (error: unknown, fallback: string): string =>
  error instanceof AskError && error.failure === 'rejected' && error.message !== '' ? error.message : fallback;
