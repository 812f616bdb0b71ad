/**
 * Separates words in a search of texts: blanks, punctuation and symbols; any other character belongs to a word. The
 * database's search_words() has the same.
 */
export const WORD_SEPARATORS =
  /(?:[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\u{1f000}-\u{1faff}]|[\ufe00-\ufe0f])+/gu;
