import { WORD_SEPARATORS } from '@hai-dang/contract/lib/search-words.ts';

/** Combining diacritics, which the database's normalize_search() strips too. */
const DIACRITICS = /[\u0300-\u036f]/g;
/** Three letters or digits in a row, or two at a word's beginning or end: what the trigram index can find. */
const INDEXABLE = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;
/** Characters that the database's search_key() replaces with letters. */
const SEPARATORS = /[@._-]/g;

/** A normalised search term: trimmed, whitespace collapsed; '' when there is none. */
export const toSearchTerm = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Ids are opaque; all have a digit. Words and phone numbers that look like one cost a few lookups by key. */
const ID = /^(?=.*\d)[\w-]{8,64}$/;

/** Whether a term may be the id of something. */
export const isLikeId = (term: string): boolean => ID.test(term);

/**
 * Whether the trigram index can narrow a search for `term` down. For '%%%' or two letters it can not, and using it
 * would scan all of it: seconds, at a million users.
 */
export const isTrigramIndexed = (term: string): boolean =>
  INDEXABLE.test(term.normalize('NFD').replaceAll(DIACRITICS, '').replaceAll(' ', '').replaceAll(SEPARATORS, 'j'));

/** A single word that is shorter begins too many: texts in order are searched for it. */
const MIN_LETTERS_OF_ONE_WORD = 3;

const wordsOf = (term: string): string[] =>
  term.normalize('NFD').replaceAll(DIACRITICS, '').split(WORD_SEPARATORS).filter(Boolean);

/** Whether there is anything in a term but punctuation and symbols. */
export const hasWords = (term: string): boolean => wordsOf(term).length > 0;

/** Whether the index of word pairs can narrow a search for `term` down. */
export function isWordIndexed(term: string): boolean {
  const [first = '', ...others] = wordsOf(term);
  return others.length > 0 || first.length >= MIN_LETTERS_OF_ONE_WORD;
}

/** Any other combining mark, as Indian scripts have, ends a word: to the trigram index it is no letter. */
const WORD = /(?:[\p{L}\p{N}][\u0300-\u036f]*)+/gu;
/** A letter or digit with its diacritics. */
const LETTER = /[\p{L}\p{N}][\u0300-\u036f]*/gu;
/** With fewer words, the letters at word boundaries alone match too many rows. */
const MIN_WORDS_TO_SHORTEN = 3;
/** Letters on each side of a word boundary: enough for every trigram that spans it. */
const LETTERS_BESIDE_SEPARATOR = 2;

/** Escapes the characters that LIKE interprets. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** '%term%' for LIKE, with the characters that LIKE would interpret taken literally. */
export const containingPattern = (term: string): string => `%${escapeLike(term)}%`;

/**
 * The pieces to search the trigram index for instead of the whole term, with anything between: it merges the list of each
 * trigram, and those of a frequent word are long. So of three words or more only the letters at their boundaries are asked
 * for; words with a digit in them are rare and go in whole.
 */
export function indexPieces(term: string): string[] {
  const words = term.match(WORD)?.length ?? 0;
  if (words < MIN_WORDS_TO_SHORTEN) return [term];
  let position = 0;
  const shorten = (word: string): string => {
    position += 1;
    const letters = word.match(LETTER) ?? [];
    const kept = [
      position > 1 ? LETTERS_BESIDE_SEPARATOR : 0,
      position < words ? LETTERS_BESIDE_SEPARATOR : 0,
    ] as const;
    if (/\p{N}/u.test(word) || letters.length <= kept[0] + kept[1]) return word;
    return `${letters.slice(0, kept[0]).join('')}\n${letters.slice(letters.length - kept[1]).join('')}`;
  };
  return term.replaceAll(WORD, shorten).split('\n');
}

/** A LIKE pattern on search_key() that matches every text with `term` in it, and few others. */
export const indexPattern = (term: string): string => `%${indexPieces(term).map(escapeLike).join('%')}%`;
