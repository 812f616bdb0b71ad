/** What the database's normalize_search() also takes off: the marks that a letter was decomposed into. */
const MARKS = /[\u0300-\u036f]/g;
/** Three letters or digits in a row, or two at a word's beginning or end: what the trigram index can look up. */
const LOOKED_UP = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;

/** A search term as it is compared: no blanks around it, one for several in it, '' when there is none. */
export const toSearchTerm = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Whether the trigram index can narrow a search for `term` down. For '___' or two letters it can not, and asking it
 * would mean to read all of it: seconds, at a million users.
 */
export const isIndexed = (term: string): boolean => LOOKED_UP.test(term.normalize('NFD').replaceAll(MARKS, ''));

/** Letters and digits in a row, as the trigram index cuts a text up. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** A letter with its marks. */
const LETTER = /[^\p{M}]\p{M}*/gu;
/** A last or first character that is no half of one and has no marks. */
const PLAIN_END = /[\x20-\x7e]$/;
const PLAIN_START = /^[\x20-\x7e]/;
/** Letters of a trigram. */
const TRIGRAM = 3;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** '%term%' for LIKE, with the characters that LIKE would interpret taken literally. */
export const containingPattern = (term: string): string => `%${escapeLike(term)}%`;

/**
 * A pattern for LIKE that every text with `term` in it meets, and few others, and that costs the trigram index less. With
 * all of a term it would merge the list of each trigram, and those around a blank are in nearly every name; so only the
 * numbers, or else the longest word, go in whole, of the others the first letters.
 */
export function indexPattern(term: string): string {
  const composed = term.normalize('NFC');
  const runs = [...composed.matchAll(RUN)].map(({ 0: text, index }) => ({
    text,
    index,
    letters: text.match(LETTER) ?? [],
    hasDigit: /\p{N}/u.test(text),
    before: composed.slice(0, index).match(PLAIN_END)?.[0],
    after: composed.slice(index + text.length).match(PLAIN_START)?.[0],
  }));
  const longest = Math.max(...runs.map(({ letters }) => letters.length));
  if (runs.length < 2 || longest < TRIGRAM) return containingPattern(composed);
  const hasNumber = runs.some(({ letters, hasDigit }) => hasDigit && letters.length >= TRIGRAM);
  // No character may be asked for by two pieces.
  let free = 0;
  const pieces = runs.flatMap(({ text, index, letters, hasDigit, before, after }) => {
    const hasBefore = before !== undefined && index > free;
    free = index + text.length;
    if (letters.length >= TRIGRAM) {
      const isWhole = hasNumber ? hasDigit : letters.length === longest;
      return [isWhole ? text : letters.slice(0, TRIGRAM).join('')];
    }
    if (letters.length < TRIGRAM - 1) return [];
    // Two letters are looked up with a character beside them, one is not looked up at all.
    if (hasBefore) return [before + text];
    if (after === undefined) return [];
    free += 1;
    return [text + after];
  });
  return `%${pieces.map(escapeLike).join('%')}%`;
}
