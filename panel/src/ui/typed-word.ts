const BLANK = /\s/u;

/** A word after a typed sign: its start and end, and its part before the caret. */
export interface TypedWord {
  /** The index of the sign. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
}

/** The word around the caret that begins with the sign, which is at the text's beginning or after whitespace. */
export function wordAt(text: string, caret: number, sign: string): TypedWord | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf(sign);
  if (start === -1) return undefined;
  const typed = before.slice(start + 1);
  if (BLANK.test(typed) || (start > 0 && !BLANK.test(text.charAt(start - 1)))) return undefined;
  const rest = text.slice(caret).search(BLANK);
  return { start, end: rest === -1 ? text.length : caret + rest, typed };
}

/** The text with the word replaced, and the caret position after the replacement. */
export function putAt(
  text: string,
  { start, end }: Pick<TypedWord, 'start' | 'end'>,
  replacement: string,
): { text: string; caret: number } {
  return { text: text.slice(0, start) + replacement + text.slice(end), caret: start + replacement.length };
}
