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
