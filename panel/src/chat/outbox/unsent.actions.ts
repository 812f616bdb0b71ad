import type { Action } from '../../lib/actions.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { outbox } from './browser-outbox.ts';

/** The actions of a message that failed to send. */
export const unsentActions = (tempId: string) =>
  [
    { id: 'chat.resend', label: strings.resend, group: 'decide', run: () => outbox.resend(tempId) },
    { id: 'chat.discard', label: strings.discard, group: 'decide', run: () => outbox.discard(tempId) },
  ] as const satisfies readonly Action[];
