import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { createStore } from '../../lib/create-store.ts';

/** The message that is being edited, in the place of the field for a new one. */
export const editedMessage = createStore<ChatMessage | undefined>(undefined);
