import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { fold } from '../../lib/strip-diacritics.ts';
import { putAt, type TypedWord } from '../../ui/typed-word.ts';

/** A placeholder in a canned reply: `{tên}`, `{họ tên}`, or a blank such as `{mã đơn}`. */
const PLACEHOLDER = /\{([^{}\n]+)\}/gu;

/** A part of a text, by its indices. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** The text for a placeholder; undefined for a blank. In Vietnamese the given name comes last. */
function substituteOf(placeholder: string, name: string): string | undefined {
  const key = placeholder.trim().toLowerCase();
  if (key === 'họ tên') return name;
  return key === 'tên' ? name.trim().split(/\s+/u).at(-1) : undefined;
}

/**
 * The text with the slash word replaced by a reply.
 * @returns with the caret position after the reply, or its first blank, to be selected
 */
export function putReply(
  text: string,
  word: Pick<TypedWord, 'start' | 'end'>,
  content: string,
  name: string,
): { text: string; caret: number; selected: TextPart | undefined } {
  const filled = content
    .normalize('NFC')
    .replaceAll(PLACEHOLDER, (whole, placeholder: string) => substituteOf(placeholder, name) ?? whole);
  const [first] = findBlanks(filled, [{ content }]);
  const selected = first && { start: word.start + first.start, end: word.start + first.end };
  return { ...putAt(text, word, filled), selected };
}

/** The blanks of replies that a text still contains, in their order. */
export function findBlanks(text: string, replies: ReadonlyArray<Pick<CannedReply, 'content'>>): TextPart[] {
  const known = new Set(
    replies.flatMap(({ content }) =>
      [...content.normalize('NFC').matchAll(PLACEHOLDER)].flatMap(([whole, placeholder = '']) =>
        substituteOf(placeholder, '') === undefined ? whole : [],
      ),
    ),
  );
  return [...text.matchAll(PLACEHOLDER)]
    .filter(([whole]) => known.has(whole))
    .map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
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
