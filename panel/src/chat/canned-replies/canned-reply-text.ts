import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { fold } from '../search/strip-diacritics.ts';

/** The placeholder of the user's name in a reply. */
const NAME = /\{tên\}/giu;
const BLANK = /\s/u;

/** A word after a typed slash: its start and end, and its part before the caret. */
export interface SlashWord {
  /** The index of the slash. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
}

/** The slash word around the caret: the slash is at the text's beginning or after whitespace. */
export function slashWordAt(text: string, caret: number): SlashWord | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('/');
  if (start === -1) return undefined;
  const typed = before.slice(start + 1);
  if (BLANK.test(typed) || (start > 0 && !BLANK.test(text.charAt(start - 1)))) return undefined;
  const rest = text.slice(caret).search(BLANK);
  return { start, end: rest === -1 ? text.length : caret + rest, typed };
}

/** The text with the slash word replaced by a reply, and the caret position after the reply. */
export function putReply(
  text: string,
  { start, end }: Pick<SlashWord, 'start' | 'end'>,
  content: string,
  name: string,
): { text: string; caret: number } {
  const reply = content.normalize('NFC').replaceAll(NAME, () => name);
  return { text: text.slice(0, start) + reply + text.slice(end), caret: start + reply.length };
}

/** Replies whose shortcut begins with the typed text, then those with it in the shortcut, then in the content. */
export function matchingReplies(replies: readonly CannedReply[], typed: string): readonly CannedReply[] {
  const sought = fold(typed);
  const ranked = replies.map((reply) => {
    const at = fold(reply.shortcut).indexOf(sought);
    if (at !== -1) return { reply, rank: at === 0 ? 0 : 1 };
    return { reply, rank: fold(reply.content).includes(sought) ? 2 : undefined };
  });
  return [0, 1, 2].flatMap((wanted) => ranked.filter(({ rank }) => rank === wanted).map(({ reply }) => reply));
}
