import { type Expression, type RawBuilder, sql } from 'kysely';
import { containingPattern, indexPattern } from '../search/search-term.ts';

/** A term as the columns that are searched are folded: case and marks gone. */
const folded = (text: string): RawBuilder<string> => sql<string>`normalize_search(${text})`;

/** A folded text as the trigram index knows it. */
const searchKey = (text: Expression<string>): RawBuilder<string> => sql<string>`search_key(${text})`;

/** Whether a folded text has the term in it. */
export const textContains = (text: Expression<string>, term: string): RawBuilder<boolean> =>
  sql<boolean>`${text} like ${folded(containingPattern(term))}`;

/** The same through the trigram index, whose answer is checked. */
export const indexFinds = (text: Expression<string>, term: string): RawBuilder<boolean> =>
  sql<boolean>`(${searchKey(text)} like ${searchKey(folded(indexPattern(term)))} and strpos(${text}, ${folded(term)}) > 0)`;
