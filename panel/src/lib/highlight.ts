import { WORD_SEPARATORS } from '@hai-dang/contract/lib/search-words.ts';
import { fold } from './strip-diacritics.ts';

/** Characters shown before the first match, and in total. */
const SNIPPET_LEAD_CHARS = 30;
const SNIPPET_MAX_CHARS = 160;

export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

interface Folded {
  readonly text: string;
  /** For each UTF-16 unit, the index of its character in the original. */
  readonly starts: readonly number[];
}

/** Folded, with all that separates two words as one space. */
function foldWithStarts(original: string): Folded {
  let text = '';
  let at = 0;
  const starts: number[] = [];
  for (const character of original) {
    const blank = text.endsWith(' ') ? '' : ' ';
    const piece = character.replace(WORD_SEPARATORS, '') === '' ? blank : fold(character);
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(at);
    text += piece;
    at += character.length;
  }
  return { text, starts };
}

/** The ranges of all matches, each at the beginning of a word, regardless of case, diacritics and punctuation, in order. */
function findAll(original: string, term: string): Array<readonly [start: number, end: number]> {
  const sought = foldWithStarts(term).text.trim();
  if (sought === '') return [];
  const { text, starts } = foldWithStarts(original);
  const found: Array<readonly [number, number]> = [];
  for (let at = text.indexOf(sought); at >= 0; ) {
    if (at > 0 && text[at - 1] !== ' ') {
      at = text.indexOf(sought, at + 1);
      continue;
    }
    const last = starts[at + sought.length - 1];
    let next = at + sought.length;
    // A character may fold to several units; it is marked whole.
    while (next < text.length && starts[next] === last) next += 1;
    found.push([starts[at] ?? 0, starts[next] ?? original.length]);
    at = text.indexOf(sought, next);
  }
  return found;
}

/** Splits a text into parts and marks the matches of the term. */
export function highlight(original: string, term: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const [start, end] of findAll(original, term)) {
    if (start > at) parts.push({ text: original.slice(at, start), isFound: false });
    parts.push({ text: original.slice(start, end), isFound: true });
    at = end;
  }
  if (at < original.length) parts.push({ text: original.slice(at), isFound: false });
  return parts;
}

/** An excerpt of a long text: its beginning, or the text around the first match. */
export function snippet(original: string, term: string): TextPart[] {
  const [first] = findAll(original, term);
  const from = first && first[1] > SNIPPET_MAX_CHARS / 2 ? Math.max(0, first[0] - SNIPPET_LEAD_CHARS) : 0;
  const shown = original.slice(from, from + SNIPPET_MAX_CHARS).toWellFormed();
  const parts = highlight(shown, term);
  const isCut = from + SNIPPET_MAX_CHARS < original.length;
  return [
    ...(from > 0 ? [{ text: '…', isFound: false }] : []),
    ...parts,
    ...(isCut ? [{ text: '…', isFound: false }] : []),
  ];
}
