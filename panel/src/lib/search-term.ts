import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';

/** A lone high surrogate, left by truncation. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** The normalised search term: trimmed, and truncated to the server's limit. */
export function cleanTerm(term: string): string {
  return term.toWellFormed().trim().slice(0, SEARCH_TERM_MAX_CHARS).replace(HALF_CHARACTER, '').trim();
}
