import { type Expression, type RawBuilder, sql } from 'kysely';
import { containingPattern, hasWords, indexPattern } from '../search/search-term.ts';

/** A term folded like the searched columns: without case and diacritics. */
const folded = (text: string): RawBuilder<string> => sql<string>`normalize_search(${text})`;

/** A folded text as the trigram index stores it. */
const searchKey = (text: Expression<string>): RawBuilder<string> => sql<string>`search_key(${text})`;

/**
 * Whether a folded text contains the words of the term, one after the other and the last of them perhaps longer; a term
 * without words, literally.
 */
export function containsText(text: Expression<string>, term: string): RawBuilder<boolean> {
  if (!hasWords(term)) return sql<boolean>`${text} like ${folded(containingPattern(term))}`;
  // Most texts do not have the first word: that is seen several times faster.
  const first = sql`split_part(search_words(${folded(term)}), ' ', 1)`;
  return sql<boolean>`(strpos(${text}, ${first}) > 0 and ${text} ~ word_pattern(${folded(term)}))`;
}

/** The same through the index of word pairs, whose matches are checked; for a term with words. */
export const wordMatch = (text: Expression<string>, term: string): RawBuilder<boolean> =>
  sql<boolean>`(word_pairs(${text}) @@ word_query(${folded(term)}) and ${containsText(text, term)})`;

/** Whether a folded text contains the term, through the trigram index, whose matches are checked. */
export const trigramMatch = (text: Expression<string>, term: string): RawBuilder<boolean> =>
  sql<boolean>`(${searchKey(text)} like ${searchKey(folded(indexPattern(term)))} and strpos(${text}, ${folded(term)}) > 0)`;
