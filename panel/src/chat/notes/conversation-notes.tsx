import { laterPart } from '../../ui/lazy-component.ts';

const load = () => import('../../moderation/notes/chat-notes.tsx');

/** The user's tags and a button that opens the notes, in the head of a conversation. */
export const ChatNotes = laterPart(() => load().then((module) => module.ChatNotes));

/** The field for a new internal note, in the place of that for messages. */
export const ChatNoteComposer = laterPart(() => load().then((module) => module.ChatNoteComposer));
