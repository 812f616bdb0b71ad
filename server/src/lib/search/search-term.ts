/** What the database's normalize_search() also takes off: the marks that a letter was decomposed into. */
const MARKS = /[\u0300-\u036f]/g;
/** Three letters or digits in a row, or two at a word's beginning or end: what the trigram index can look up. */
const LOOKED_UP = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;
/** What the database's search_key() puts letters in place of. */
const JOINTS = /[@._-]/g;

/** A search term as it is compared: no blanks around it, one for several in it, '' when there is none. */
export const toSearchTerm = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Whether the trigram index can narrow a search for `term` down. For '%%%' or two letters it can not, and asking it
 * would mean to read all of it: seconds, at a million users.
 */
export const isIndexed = (term: string): boolean =>
  LOOKED_UP.test(term.normalize('NFD').replaceAll(MARKS, '').replaceAll(' ', '').replaceAll(JOINTS, 'j'));

/** Any other mark, as Indian scripts have, ends a word: the trigram index takes it for no letter. */
const WORD = /(?:[\p{L}\p{N}][\u0300-\u036f]*)+/gu;
/** A letter or digit with its marks. */
const LETTER = /[\p{L}\p{N}][\u0300-\u036f]*/gu;
/** With fewer words, the joints alone are shared by too many. */
const MIN_WORDS_TO_SHORTEN = 3;
/** Letters on each side of a joint: enough for every trigram that reaches over it. */
const BESIDE_JOINT = 2;

/** What LIKE would interpret, taken literally. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** '%term%' for LIKE, with the characters that LIKE would interpret taken literally. */
export const containingPattern = (term: string): string => `%${escapeLike(term)}%`;

/**
 * What to ask a trigram index for instead of the whole term, with anything between the pieces: it merges the list of each
 * trigram, and those of a frequent word are long. So of three words or more only the letters at their joints are asked
 * for; words with a digit in them are rare and go in whole.
 */
export function indexPieces(term: string): string[] {
  const words = term.match(WORD)?.length ?? 0;
  if (words < MIN_WORDS_TO_SHORTEN) return [term];
  let position = 0;
  const shorten = (word: string): string => {
    position += 1;
    const letters = word.match(LETTER) ?? [];
    const kept = [position > 1 ? BESIDE_JOINT : 0, position < words ? BESIDE_JOINT : 0] as const;
    if (/\p{N}/u.test(word) || letters.length <= kept[0] + kept[1]) return word;
    return `${letters.slice(0, kept[0]).join('')}\n${letters.slice(letters.length - kept[1]).join('')}`;
  };
  return term.replaceAll(WORD, shorten).split('\n');
}

/** A pattern for LIKE on search_key() that every text with `term` in it meets, and few others. */
export const indexPattern = (term: string): string => `%${indexPieces(term).map(escapeLike).join('%')}%`;
