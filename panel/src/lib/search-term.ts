import { SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';

/** A character of two halves whose second half was cut off. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** The term as it is searched for: trimmed, and no longer than the server takes. */
export function cleanTerm(term: string): string {
  return term.toWellFormed().trim().slice(0, SEARCH_TERM_MAX_CHARS).replace(HALF_CHARACTER, '').trim();
}
