import type { ComponentType } from 'react';

/** How the internal notes about the user of a conversation are shown and written. */
export interface ConversationNotes {
  /** The user's tags and a button that opens the notes, in the head of the conversation. */
  readonly Header: ComponentType<{ readonly userId: string; readonly name: string }>;
  /** The field for a new note, in the place of that for messages. */
  readonly Composer: ComponentType<{ readonly userId: string; readonly onSaved: () => void }>;
}
