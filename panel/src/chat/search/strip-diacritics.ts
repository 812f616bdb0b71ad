const MARKS = /[\u0300-\u036f]/g;

/** A text without letter case and Vietnamese marks, as the server compares texts when it searches. */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/[Đđ]/g, 'd').replaceAll(MARKS, '').toLowerCase();
