const DIACRITICS = /[\u0300-\u036f]/g;

/** A text without letter case and diacritics, as the server compares texts in a search. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/[Đđ]/g, 'd').replaceAll(DIACRITICS, '').toLowerCase();
